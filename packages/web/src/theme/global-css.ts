import { defineGlobalStyles } from '@chakra-ui/react'

/** Styles of every page. */
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
  // Leaves room for the focus ring after scrolling to a focused element.
  '*': { borderColor: 'border', scrollPaddingBlock: '1' },
  '*::selection': { bg: 'accent.subtle' },
  '*:focus-visible': { outline: '2px solid', outlineColor: 'accent', outlineOffset: '1px' },
  a: { color: 'accent' },
  // Without a value, the browser's own bar shows that something is going on.
  'progress[value]': {
    appearance: 'none',
    h: '2',
    borderRadius: 'full',
    overflow: 'hidden',
    bg: 'border',
    '&::-webkit-progress-bar': { bg: 'transparent' },
    '&::-webkit-progress-value': { bg: 'accent.solid', borderRadius: 'full' },
    '&::-moz-progress-bar': { bg: 'accent.solid', borderRadius: 'full' },
  },
  progress: { accentColor: 'accent.solid' },
  // Defined once: a separate style would cost each table row more than its other cells.
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
  // On cards, in the details of an order and in its cart.
  '.allergens': {
    color: 'negative',
    bg: 'negative.subtle',
    borderRadius: 'l1',
    px: '1',
    fontWeight: 'bold',
    fontSize: 'sm',
    overflowWrap: 'anywhere',
    boxDecorationBreak: 'clone',
  },
  // Aligns the shape with its word.
  '.state': {
    whiteSpace: 'nowrap',
    _before: {
      content: '""',
      display: 'inline-block',
      me: '1.5',
      w: '8px',
      h: '8px',
      borderRadius: 'full',
      borderWidth: '2px',
      borderColor: 'currentColor',
      color: 'fg.muted',
    },
    '&[data-tone=on]::before': { color: 'positive', bg: 'currentColor' },
    '&[data-tone=part]::before': { color: 'info', borderInlineStartWidth: '4px' },
    '&[data-tone=alert]::before': {
      color: 'warning',
      w: 0,
      h: 0,
      borderRadius: 0,
      borderWidth: '0 5px 9px',
      borderInlineColor: 'transparent',
    },
  },
  '*, *::before, *::after': {
    _motionReduce: { animationDuration: '1ms !important', transitionDuration: '1ms !important' },
  },
})
