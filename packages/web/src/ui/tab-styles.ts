/** A tab of a page or an editor. */
export const tabStyles = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1.5',
  h: '9',
  px: '3',
  whiteSpace: 'nowrap',
  color: 'fg.muted',
  cursor: 'pointer',
  borderBottomWidth: '2px',
  borderColor: 'transparent',
  outlineOffset: '-2px',
  '&[aria-selected=true]': { color: 'fg', fontWeight: 'medium', borderColor: 'accent' },
} as const
