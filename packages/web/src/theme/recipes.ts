import { defineKeyframes, defineRecipe, defineSlotRecipe } from '@chakra-ui/react'

export const keyframes = defineKeyframes({
  appear: { from: { opacity: 0 }, to: { opacity: 1 } },
  vanish: { from: { opacity: 1 }, to: { opacity: 0 } },
  rise: { from: { opacity: 0, transform: 'translateY(4px)' }, to: { opacity: 1, transform: 'none' } },
  still: { from: { transform: 'none' }, to: { transform: 'none' } },
  breathe: { '50%': { opacity: 0.45 } },
})

export const button = defineRecipe({
  className: 'tiffin-button',
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    flexShrink: 0,
    borderRadius: 'l2',
    borderWidth: '1px',
    borderColor: 'transparent',
    fontWeight: 'medium',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    transitionProperty: 'background-color, border-color',
    transitionDuration: 'fast',
    _disabled: { opacity: 0.5, cursor: 'not-allowed' },
  },
  variants: {
    variant: {
      solid: { bg: 'accent.solid', color: 'accent.contrast', _hover: { bg: 'accent.hover' } },
      negative: { bg: 'negative.solid', color: 'negative.contrast' },
      outline: { bg: 'bg.panel', borderColor: 'border', color: 'fg', _hover: { bg: 'bg.subtle' } },
      ghost: { bg: 'transparent', color: 'fg', _hover: { bg: 'bg.muted' }, _expanded: { bg: 'bg.muted' } },
    },
    size: {
      sm: { h: '7', px: '2', fontSize: 'sm' },
      md: { h: 'control', px: '3', fontSize: 'md' },
      lg: { h: '10', px: '4', fontSize: 'md' },
      icon: { h: 'control', w: 'control', p: '0' },
    },
  },
  defaultVariants: { variant: 'outline', size: 'md' },
})

export const input = defineRecipe({
  className: 'tiffin-input',
  base: {
    w: 'full',
    textOverflow: 'ellipsis',
    minW: 0,
    h: 'control',
    px: '2.5',
    bg: 'bg.panel',
    color: 'fg',
    borderWidth: '1px',
    borderColor: 'border.control',
    borderRadius: 'l2',
    fontSize: 'md',
    _placeholder: { color: 'fg.muted' },
    _invalid: { borderColor: 'negative' },
    _disabled: { opacity: 0.6 },
  },
  variants: { size: { md: {}, lg: { h: '10', px: '3' } } },
  defaultVariants: { size: 'md' },
})

const menu = defineSlotRecipe({
  className: 'tiffin-menu',
  slots: ['content', 'item', 'itemText', 'itemGroup', 'itemGroupLabel', 'separator', 'itemIndicator'],
  base: {
    content: {
      minW: '48',
      maxW: 'min(90vw, 360px)',
      maxH: 'var(--available-height)',
      overflowY: 'auto',
      p: '1',
      bg: 'bg.panel',
      borderRadius: 'l3',
      boxShadow: 'float',
      zIndex: 'popover',
      outline: 'none',
      _open: { animation: 'rise', animationDuration: 'fast' },
    },
    item: {
      display: 'flex',
      alignItems: 'center',
      gap: '2',
      minH: '8',
      px: '2',
      py: '1',
      borderRadius: 'l2',
      cursor: 'pointer',
      userSelect: 'none',
      outline: 'none',
      textAlign: 'start',
      _highlighted: { bg: 'bg.muted' },
      '&[aria-disabled=true]': { color: 'fg.muted', opacity: 1, cursor: 'not-allowed' },
    },
    itemText: { flex: '1' },
    itemGroupLabel: { px: '2', py: '1', fontSize: 'xs', color: 'fg.muted', fontWeight: 'medium' },
    separator: { h: '1px', bg: 'border', my: '1', mx: '-1' },
  },
})

const floating = {
  backdrop: {
    position: 'fixed',
    inset: 0,
    bg: 'bg.scrim',
    zIndex: 'drawer',
    _open: { animation: 'appear', animationDuration: 'moderate' },
    _closed: { animation: 'vanish', animationDuration: 'fast' },
  },
  header: { display: 'flex', alignItems: 'center', gap: '3', px: '5', pt: '4', pb: '2' },
  title: { flex: '1', fontSize: 'lg', fontWeight: 'semibold' },
  description: { color: 'fg.muted' },
  // A scroll container clips the focus ring, so leave room for it.
  body: { flex: '1', minH: 0, px: '5', pt: '1', pb: '4', overflowY: 'auto' },
  footer: { display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: '2', px: '5', py: '3', borderTopWidth: '1px' },
} as const

const slots = [
  'backdrop',
  'positioner',
  'content',
  'header',
  'title',
  'description',
  'body',
  'footer',
  'closeTrigger',
  'trigger',
] as const

const dialog = defineSlotRecipe({
  className: 'tiffin-dialog',
  slots: [...slots],
  base: {
    ...floating,
    positioner: { position: 'fixed', inset: 0, zIndex: 'drawer', display: 'grid', placeItems: 'center', p: '4' },
    content: {
      display: 'flex',
      flexDirection: 'column',
      w: 'full',
      maxW: '400px',
      maxH: '90dvh',
      bg: 'bg.panel',
      borderRadius: 'l3',
      boxShadow: 'float',
      outline: 'none',
      _open: { animation: 'rise', animationDuration: 'fast' },
    },
  },
})

const drawer = defineSlotRecipe({
  className: 'tiffin-drawer',
  slots: [...slots],
  base: {
    ...floating,
    positioner: { position: 'fixed', inset: 0, zIndex: 'drawer', display: 'flex', justifyContent: 'flex-end' },
    content: {
      display: 'flex',
      flexDirection: 'column',
      w: 'full',
      maxW: '440px',
      h: '100dvh',
      bg: 'bg.panel',
      boxShadow: 'float',
      outline: 'none',
      _open: { animation: 'appear', animationDuration: 'moderate' },
      _closed: { animation: 'vanish', animationDuration: 'fast' },
    },
  },
})

export const slotRecipes = { menu, dialog, drawer }
