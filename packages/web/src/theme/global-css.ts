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
  '*, *::before, *::after': {
    _motionReduce: { animationDuration: '1ms !important', transitionDuration: '1ms !important' },
  },
})
