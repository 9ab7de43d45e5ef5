import { apiError, type MoveIntent, type Order } from '@tiffin/sdk/contract'
import type { Change, WireRow } from '#engine/change-info'

/** How long after a move it can be undone (KDS-02). */
const UNDO_MINUTES = 15

interface FoundMove {
  change_id: number
  fresh: boolean
  before: WireRow
  after: WireRow
}

/**
 * The move that an intent undoes, with the values it overwrote.
 * @throws `undo_expired` if it is too old or unknown, `not_in_status` if the status has changed since
 */
export async function undoneMove(change: Change, undo: string, order: Order, intent: MoveIntent) {
  const [found] = await change.tx.sql<FoundMove>(
    `select c.change_id, c.at > now() - make_interval(mins => $4) as fresh, a.before, a.after
     from change c join audit_row a on a.change_id = c.change_id
     where c.company = $1 and c.intent = $2 and a.table_name = 'order' and a.row_key = $3 and a.action = 'Update'`,
    [change.info.company, undo, String(order.order_id), UNDO_MINUTES],
  )
  if (!found?.fresh) throw apiError('undo_expired')
  const [since] = await change.tx.sql<{ moved: boolean }>(
    `select exists (select 1 from audit_row a where a.company = $1 and a.table_name = 'order' and a.row_key = $2
       and a.change_id > $3 and a.after ? 'order_status') as moved`,
    [change.info.company, String(order.order_id), found.change_id],
  )
  const isReverse = found.before['order_status'] === intent.to && found.after['order_status'] === intent.from
  if (since?.moved === true || !isReverse) throw apiError('not_in_status')
  const restore: WireRow = {}
  for (const name of ['time_delivery', 'cancel_reason', 'handoff_reason'])
    if (name in found.before) restore[name] = found.before[name]
  return restore
}
