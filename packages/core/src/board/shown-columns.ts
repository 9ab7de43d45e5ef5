import type { OrderStatus } from '@tiffin/sdk/contract'
import { columnsOf, withoutHidden } from '#rules/index'
import type { Column } from './selectors.ts'

/** The columns that a user wants to see, and the number of orders in the others (KDS-18). */
export function shownColumns(
  columns: readonly Column[],
  hidden: readonly number[],
): { columns: readonly Column[]; elsewhere: number } {
  const shown = withoutHidden(columns, ({ status }) => status.order_status_id, hidden)
  const count = (some: readonly Column[]): number => some.reduce((sum, { cards }) => sum + cards.length, 0)
  return { columns: shown, elsewhere: count(columns) - count(shown) }
}

/** Status ids of the shown columns, given the hidden ones; `all` if none is hidden. */
export function shownStatuses(statuses: readonly OrderStatus[], hidden: readonly number[]): 'all' | readonly number[] {
  const all = columnsOf(statuses).map(({ order_status_id }) => order_status_id)
  const shown = withoutHidden(all, (id) => id, hidden)
  return shown === all ? 'all' : shown
}

/** The columns to hide in order to show only these; hidden columns of other companies are kept. */
export function columnsToHide(
  statuses: readonly OrderStatus[],
  shown: 'all' | readonly number[],
  hidden: readonly number[],
): readonly number[] {
  const all = columnsOf(statuses).map(({ order_status_id }) => order_status_id)
  const elsewhere = hidden.filter((id) => !all.includes(id))
  if (shown === 'all' || !all.some((id) => shown.includes(id))) return elsewhere
  return [...elsewhere, ...all.filter((id) => !shown.includes(id))]
}
