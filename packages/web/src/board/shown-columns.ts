import type { Column } from '@tiffin/core'

/** The columns that a person wants to see, and how many orders stand in the others (KDS-18). */
export function shownColumns(
  columns: readonly Column[],
  hidden: readonly number[],
): { columns: readonly Column[]; elsewhere: number } {
  if (hidden.length === 0) return { columns, elsewhere: 0 }
  const shown = columns.filter(({ status }) => !hidden.includes(status.order_status_id))
  // Who has hidden them all sees them all.
  if (shown.length === 0) return { columns, elsewhere: 0 }
  const count = (some: readonly Column[]): number => some.reduce((sum, { cards }) => sum + cards.length, 0)
  return { columns: shown, elsewhere: count(columns) - count(shown) }
}
