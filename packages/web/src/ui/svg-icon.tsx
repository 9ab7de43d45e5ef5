import type { LucideIcon } from 'lucide-react'

interface Props {
  icon: LucideIcon
  size?: number
  label?: string | undefined
}

/** A small line icon in the text colour; screen readers get the label, or nothing. */
export const SvgIcon = ({ icon: Lines, size = 16, label }: Props) => (
  <Lines size={size} role={label === undefined ? undefined : 'img'} aria-label={label} style={{ flexShrink: 0 }} />
)
