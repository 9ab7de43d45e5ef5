import { defineGlobalStyles } from '@chakra-ui/react'

/** What holds on every page. */
export const globalCss = defineGlobalStyles({
  html: {
    fontSize: '14px',
    lineHeight: '1.45',
    fontFamily: 'body',
    bg: 'bg',
    color: 'fg',
    textSizeAdjust: '100%',
    fontVariantNumeric: 'tabular-nums',
  },
  'html, body, #root': { height: '100%' },
  body: { overflow: 'hidden' },
  // Room for the ring of what has been scrolled to by the focus.
  '*': { borderColor: 'border', scrollPaddingBlock: '1' },
  '*::selection': { bg: 'accent.subtle' },
  '*:focus-visible': { outline: '2px solid', outlineColor: 'accent', outlineOffset: '1px' },
  a: { color: 'accent' },
  // Here once for all: a style of its own would cost each row of a table more than the rest of its cells.
  '.avatar': {
    display: 'inline-grid',
    placeItems: 'center',
    flexShrink: 0,
    overflow: 'hidden',
    borderRadius: 'l1',
    bg: 'bg.muted',
    color: 'accent.contrast',
    fontSize: '2xs',
    fontWeight: 'semibold',
    '&[data-round]': { borderRadius: 'full' },
    '&[data-nameless]': { color: 'fg.muted' },
  },
  '*, *::before, *::after': {
    _motionReduce: { animationDuration: '1ms !important', transitionDuration: '1ms !important' },
  },
})
