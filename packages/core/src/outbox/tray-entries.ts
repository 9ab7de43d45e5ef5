import type { Handoff, OrderStatus } from '@tiffin/sdk/contract'
import type { BoardOrder } from '#board/board-order'
import type { Translate } from '#i18n/create-i18n'
import { type Decision, isCancelled, statusName } from '#rules/index'
import { type Conflict, conflictKey } from './conflicts.ts'

/** A conflict as shown in the tray, with both sides. */
export type TrayEntry = Conflict & {
  key: string
  order: BoardOrder | undefined
  /** Whether the order can still be opened. */
  open: boolean
  /** Whether the change would be refused again, and why. */
  decision: Decision
}

/** The conflicts with their orders' current state; `mayMove` checks a move from there. */
export const selectTray = (
  { tray, rows }: { tray: readonly Conflict[]; rows: ReadonlyMap<number, BoardOrder> },
  mayMove: (orderId: number, to: number, reason?: string, handoff?: Handoff) => Decision,
): TrayEntry[] =>
  tray.map((conflict) => {
    const order = rows.get(conflict.order_id)
    const open = order !== undefined
    const judged = (): Decision =>
      conflict.kind === 'move' ? mayMove(conflict.order_id, conflict.to, conflict.reason, conflict.handoff) : { allowed: true }
    const decision: Decision = open ? judged() : { allowed: false, code: 'not_found' }
    return { ...conflict, key: conflictKey(conflict), order, open, decision }
  })

/** Both sides of a conflict as text. */
export function describeConflict(
  entry: TrayEntry,
  { statuses, t, lang }: { statuses: readonly OrderStatus[]; t: Translate; lang: string },
): { mine: string; theirs: string } {
  const statusOf = (id: number) => statusName(statuses, id, lang)
  const { order } = entry
  const status = order?.order_status ?? (entry.kind === 'move' ? entry.now : null)
  const why = (entry.kind === 'move' && entry.why) || order?.cancel_reason || ''
  const isOff = statuses.some((item) => item.order_status_id === status && isCancelled(item))
  const now = status === null ? '' : [statusOf(status), isOff ? why : ''].filter(Boolean).join(', ')
  const theirs = status === null ? t('This order is no longer visible') : t('Now: %1', [now])
  switch (entry.kind) {
    case 'move':
      return {
        mine: [t('Your move: %1 to %2', [statusOf(entry.from), statusOf(entry.to)]), entry.reason ?? '']
          .filter(Boolean)
          .join(', '),
        theirs,
      }
    case 'courier':
      return {
        mine: t('Your courier: %1', [entry.name || t('No courier')]),
        theirs: order ? t('Now: %1', [order.courier_obj?.name ?? t('No courier')]) : theirs,
      }
    case 'tick':
      return { mine: t(entry.done ? 'You ticked: %1' : 'You unticked: %1', [entry.item]), theirs }
  }
}
