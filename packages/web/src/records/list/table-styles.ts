import type { SystemStyleObject } from '@chakra-ui/react'
import { button } from '../../theme/recipes.ts'

/**
 * Rows of 36 px, or 28 compact; the header is sticky. One style for all cells: a style per cell would cost more than
 * the cell.
 */
export const tableStyles: SystemStyleObject = {
  w: 'full',
  borderCollapse: 'separate',
  borderSpacing: 0,
  fontSize: 'md',
  '& th, & td': {
    h: '9',
    px: '2.5',
    py: 0,
    textAlign: 'start',
    // The height of touchable links, so that texts without links are aligned with them.
    lineHeight: '24px',
    borderBottomWidth: '1px',
    whiteSpace: 'nowrap',
    maxW: '320px',
    // With `hidden` every cell would be a scroll container with its own layer.
    overflow: 'clip',
    textOverflow: 'ellipsis',
  },
  '&[data-compact] td': { h: '7', fontSize: 'sm' },
  '& th': {
    position: 'sticky',
    top: 0,
    zIndex: 1,
    bg: 'bg.panel',
    color: 'fg.muted',
    fontSize: 'xs',
    fontWeight: 'medium',
  },
  '& th button': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    minH: '6',
    color: 'inherit',
    fontWeight: 'inherit',
    cursor: 'pointer',
    _hover: { color: 'fg' },
    '&[data-sorted]': { color: 'fg', fontWeight: 'semibold' },
  },
  '& .arrow': {
    display: 'inline-flex',
    opacity: 0,
    transform: 'rotate(180deg)',
    '&[data-dir]': { opacity: 1 },
    '&[data-dir=desc]': { transform: 'none' },
  },
  '& .number': { textAlign: 'end', '& button': { flexDirection: 'row-reverse' } },
  '@media (max-width: 640px)': {
    '& .title': { position: 'sticky', insetInlineStart: 0, maxW: '45vw', bg: 'inherit' },
    '& thead tr, & tbody tr, & tfoot tr': { bg: 'bg.panel' },
    '& th.title': { zIndex: 2 },
  },
  '& .narrow': { w: '1px', px: '1.5' },
  '& .hidden': { position: 'absolute', w: '1px', h: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
  '& tbody tr': {
    cursor: 'pointer',
    _hover: { bg: 'bg.subtle' },
    '&[data-selected]': { bg: 'accent.subtle' },
  },
  // The minimum touch size (WCAG 2.5.8).
  '& td > a, & td > button.link': {
    display: 'block',
    w: 'fit-content',
    maxW: 'full',
    minH: '6',
    minW: '6',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
  '& td > button.link': { fontWeight: 'medium', cursor: 'pointer', textAlign: 'start' },
  '& td a': { color: 'fg', fontWeight: 'medium', textDecoration: 'none', _hover: { textDecoration: 'underline' } },
  // Texts share a baseline across the row; images and icons are centred.
  '& td > :not(bdi, .state, .after)': { verticalAlign: 'middle' },
  '& .narrow label': { display: 'block', p: '1', w: '6', h: '6', cursor: 'pointer' },
  '& input[type=checkbox]': { w: '4', h: '4', display: 'block', accentColor: '{colors.accent.solid}', cursor: 'pointer' },
  '& .parts': { display: 'inline-flex', alignItems: 'center', gap: '2', minW: 0 },
  '& .foreign': { display: 'inline-flex', alignItems: 'center', gap: '1.5', maxW: 'full' },
  '& .cut': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& .address': { display: 'inline-block', maxW: { base: '48', md: 'full' }, verticalAlign: 'bottom' },
  // A change is a sentence, not a value.
  '& td:has(> .changes)': { maxW: '640px' },
  '& .after': { ms: '2', color: 'fg.muted' },
  '& .muted': { color: 'fg.muted' },
  '& .swatch': { display: 'inline-block', w: '3', h: '3', borderRadius: 'full', borderWidth: '1px', flexShrink: 0 },
  '& .tick': { display: 'inline-flex', color: 'fg.muted', '&[data-on]': { color: 'positive' } },
  '& .pair': { px: '2', py: '0.5', borderRadius: 'l1', fontSize: 'xs' },
  // The two-letter code of a country or language.
  '& .code': {
    direction: 'ltr',
    px: '1',
    borderRadius: 'l1',
    bg: 'bg.muted',
    color: 'fg.muted',
    fontSize: '2xs',
    fontWeight: 'medium',
    textTransform: 'uppercase',
    flexShrink: 0,
    '&[data-code]::after': { content: 'attr(data-code)' },
  },
  '& .toggle': { display: 'inline-flex', alignItems: 'center', gap: '1', minH: '6', minW: '6', cursor: 'pointer' },
  '& .menu': { ...button.base, ...button.variants?.variant.ghost, ...button.variants?.size.sm, px: '1' },
  // There may be several rows of sums, which stay visible together.
  '& tfoot': { position: 'sticky', bottom: 0 },
  '& tfoot td': { fontWeight: 'semibold', borderBottomWidth: 0, bg: 'bg.panel', borderTopWidth: '1px' },
  // Stays in sight while its columns scroll.
  '& tfoot .name': { position: 'sticky', insetInlineStart: '2.5' },
}
