import { defineStyle } from '@chakra-ui/react'

const label = { position: 'absolute', insetInlineStart: '2.5', top: '-9px', whiteSpace: 'nowrap', fontSize: 'xs' } as const

/** Letters stay readable on dots and lines. */
const outline = ['1px 1px', '-1px 1px', '1px -1px', '-1px -1px'].map((offset) => `${offset} 2px {colors.bg.panel}`).join(', ')

/** Leaflet's elements in the colours of the console. */
export const mapStyles = defineStyle({
  isolation: 'isolate',
  '&.leaflet-container': { bg: 'bg.subtle', color: 'fg', fontFamily: 'body', fontSize: 'sm' },
  '& .map-land path': { fill: 'bg.panel', fillRule: 'evenodd' },
  '&:has(.map-land)': { bg: 'color-mix(in srgb, {colors.info} 18%, {colors.bg.subtle})' },
  '& .map-grid': {
    borderTopWidth: '1px',
    borderLeftWidth: '1px',
    borderColor: 'border',
    color: 'fg.muted',
    fontSize: '2xs',
    p: '1',
    direction: 'ltr',
    textAlign: 'left',
  },
  '& .map-google': { position: 'absolute', inset: '0', zIndex: '0' },
  // Google's map takes the place of the base map.
  '&:has(.map-google) .map-grid': { display: 'none' },
  '& .leaflet-control-scale-line': { direction: 'ltr', bg: 'bg.panel', color: 'fg', borderColor: 'fg.muted', textShadow: 'none' },
  '& .leaflet-control-attribution': { bg: 'bg.panel', color: 'fg.muted', '& a': { color: 'accent' } },
  '& .map-merchant, & .map-city, & .map-known, & .map-courier': {
    position: 'relative',
    w: '2.5',
    h: '2.5',
    ms: '-5px',
    mt: '-5px',
    borderRadius: 'full',
    borderWidth: '2px',
    borderColor: 'bg.panel',
    // An outline instead of a box, which would hide the orders below.
    '& bdi': { ...label, px: '1', textShadow: outline },
    '&:hover bdi': { bg: 'bg.panel', borderRadius: 'l1' },
  },
  '& .map-merchant': { bg: 'accent.solid' },
  '& .map-city': { bg: 'fg.muted', '& bdi': { ...label, fontWeight: 'semibold' } },
  '& .map-known': { bg: 'positive' },
  '& .map-courier': { bg: 'positive', borderRadius: 'l1', w: '3', h: '3' },
  '& .map-busy': { bg: 'warning' },
  // The name appears above others while the pointer is on its dot.
  '& .map-unnamed': { pointerEvents: 'auto', '&:not(:hover) bdi': { visibility: 'hidden' } },
  '& .leaflet-marker-icon:has(.map-unnamed:hover)': { zIndex: '10000 !important' },
  '& .map-tour': { stroke: 'accent.solid' },
  '& .map-area': { stroke: 'accent.solid', fill: 'accent.solid' },
  '& .map-chosen': {
    w: '4',
    h: '4',
    ms: '-8px',
    mt: '-8px',
    borderRadius: 'full',
    bg: 'negative.solid',
    borderWidth: '3px',
    borderColor: 'bg.panel',
    '& bdi': { display: 'none' },
  },
})
