import type { OrderStatus } from '@tiffin/sdk/contract'
import { localized } from './text.ts'

/** The fields of a status used by the rules. */
export type StatusRule = Pick<OrderStatus, 'order_status_id' | 'status' | 'value' | 'merchant' | 'transfer' | 'created' | 'done'>

/** Whether the status is a board column: its number and its merchant mode are above 0 (BOARD-02, BOARD-17). */
export const isColumn = (status: Pick<OrderStatus, 'status' | 'merchant'>): boolean =>
  status.status > 0 && (status.merchant ?? 0) > 0

/** Whether nothing can be dropped in the column: merchant mode 1 (BOARD-22). */
export const isLocked = (status: Pick<OrderStatus, 'merchant'>): boolean => status.merchant === 1

/**
 * Whether it is the status of cancelled orders: not a column, and either numbered 0 or less or named so in English (KDS-23).
 */
export const isCancelled = (status: Pick<OrderStatus, 'status' | 'merchant' | 'value' | 'done'>): boolean =>
  !isColumn(status) && status.done !== 1 && (status.status <= 0 || /^cancell?ed$/i.test((status.value['en'] ?? '').trim()))

/** The name of a status; its key if it has none. */
export const statusName = (
  statuses: readonly Pick<OrderStatus, 'order_status_id' | 'value'>[],
  id: number,
  lang: string,
): string => localized(statuses.find(({ order_status_id }) => order_status_id === id)?.value, lang) || String(id)

const byNumber = (
  a: Pick<OrderStatus, 'status' | 'order_status_id'>,
  b: Pick<OrderStatus, 'status' | 'order_status_id'>,
): number => a.status - b.status || a.order_status_id - b.order_status_id

/** The board's columns from left to right (BOARD-02, BOARD-03). */
export const columnsOf = <S extends Pick<OrderStatus, 'order_status_id' | 'status' | 'merchant'>>(statuses: readonly S[]): S[] =>
  statuses.filter(isColumn).toSorted(byNumber)

/** The columns that are not hidden, by key. If every one is hidden, all are shown. */
export function withoutHidden<C>(columns: readonly C[], keyOf: (column: C) => number, hidden: readonly number[]): readonly C[] {
  const shown = columns.filter((column) => !hidden.includes(keyOf(column)))
  return shown.length === 0 || shown.length === columns.length ? columns : shown
}

/** Every status in the order of the "Move to…" menu: the columns, then the others. */
export const moveTargets = <S extends Pick<OrderStatus, 'order_status_id' | 'status' | 'merchant'>>(
  statuses: readonly S[],
): S[] => [...columnsOf(statuses), ...statuses.filter((status) => !isColumn(status)).toSorted(byNumber)]

/** The status of a new order: the one flagged as created, else number 2, else the lowest above 0 (WIZ-07, AMB-092). */
export function createdStatus<S extends Pick<OrderStatus, 'order_status_id' | 'status' | 'created'>>(
  statuses: readonly S[],
): S | undefined {
  const sorted = statuses.toSorted(byNumber)
  return (
    sorted.find(({ created }) => created === 1) ??
    sorted.find(({ status }) => status === 2) ??
    sorted.find(({ status }) => status > 0)
  )
}
