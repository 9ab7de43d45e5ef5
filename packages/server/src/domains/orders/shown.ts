import { boardLevel } from '@tiffin/core/rules'
import { apiError, type Calls, entities, type Order } from '@tiffin/sdk/contract'
import { IS_HELD } from '#domains/statuses/kitchen-start'
import type { Tx } from '#db/database'
import { makeChange } from '#engine/change'
import { assertEnabled } from '#tenant/company-state'
import type { Session } from '#sessions/sessions'
import type { CallContext, Handler } from '#server/context'
import { changeInfo } from '#engine/change-of-call'

/** Record of an order: when it was shown, and when someone acknowledged it. */
interface Receipt {
  id: number
  shown: string | null
  acknowledged: boolean
  at: string | null
}

/**
 * Records where orders were shown and acknowledged; the first time counts (MOON-02). Both require the right to work on
 * the order: showing it tells the office that it has arrived, acknowledging it stops its alarm for everyone.
 */
export const shown: Handler<Calls['Order']['shown']> = async (input, call) => {
  const { company, session } = call
  const ids = [...new Set([...input.shown, ...input.acknowledged])]
  if (ids.length > 0) await call.db.read({ company }, (tx) => assertEnabled({ tx, info: { company } }))
  const orders = await call.db.read({ company }, (tx) =>
    tx.sql<{ order_id: number; merchant: number; held: boolean }>(
      `select order_id, merchant, ${IS_HELD} is true as held from "order" o where company = $1 and order_id = any($2) and delete = 0`,
      [company, ids],
    ),
  )
  const open = new Set(orders.filter(({ merchant }) => boardLevel(session.actor, merchant) === 2).map(({ order_id }) => order_id))
  const seen = ids.filter((id) => open.has(id))
  // A held order has nothing to acknowledge: it rings when the kitchen starts (KDS-11).
  const held = new Set(orders.filter((order) => order.held).map(({ order_id }) => order_id))
  const acknowledged = input.acknowledged.filter((id) => open.has(id) && !held.has(id))
  const shownAt = timesOf(input.shown, input.shown_at)
  const acknowledgedAt = timesOf(input.acknowledged, input.acknowledged_at)
  const receipts = seen.map((id) => {
    const at = acknowledgedAt.get(id) ?? null
    return { id, shown: shownAt.get(id) ?? at, acknowledged: acknowledged.includes(id), at }
  })
  if (acknowledged.length === 0) {
    if (seen.length > 0) await call.db.write({ company }, (tx) => recordReceipts(tx, call, receipts))
    return { data: { status: 'OK' } }
  }
  await makeChange(call.db, call.feed, changeInfo(call), async (change) => {
    await assertEnabled(change)
    const rows = await change.lock(entities.order, acknowledged)
    const fresh = [...rows.values()].filter((row) => (row as Order).acknowledged === 0 || (row as Order).escalated > 0)
    await change.update(
      entities.order,
      fresh.map((row) => ({ key: (row as Order).order_id, set: { acknowledged: 1, escalated: 0 } })),
    )
    await recordReceipts(change.tx, call, receipts)
    return null
  })
  return { data: { status: 'OK' } }
}

const timesOf = (ids: readonly number[], times: readonly (string | null)[]): Map<number, string | null> =>
  new Map(ids.map((id, index) => [id, times[index] ?? null]))

/** Consoles report offline actions late, and their clocks may be wrong, so times are limited to the possible range. */
const clampTime = (time: string): string => `least(greatest(coalesce(${time}, now()), o.time_create), now())`

/** The identity of a console: the name of a paired device; otherwise the user, program and session. */
interface Console {
  name: string
  app: string
  session: number
}

async function consoleOf(tx: Tx, session: Session): Promise<Console> {
  if (session.device) return { name: session.device.name, app: '', session: 0 }
  const [found] = await tx.sql<{ login: string; app: string }>(
    `select a.login, split_part(s.app, ' ', 1) as app from session s join admin a on a.admin_id = s.admin where s.session_id = $1`,
    [session.session_id],
  )
  if (!found) throw apiError('session_required')
  return { name: found.login, app: found.app, session: session.session_id }
}

async function recordReceipts(tx: Tx, { company, session }: CallContext, receipts: readonly Receipt[]): Promise<void> {
  if (!session) throw apiError('session_required')
  const console = await consoleOf(tx, session)
  await tx.sql(
    `insert into order_receipt as r (company, order_id, session, console, app, shown, acknowledged, admin, device)
     select $1, t.id, $6, $2, $7, ${clampTime('t.shown')}, case when t.acknowledged then ${clampTime('t.at')} end,
       case when t.acknowledged then $4::bigint end, case when t.acknowledged then $5::bigint end
     from jsonb_to_recordset($3::jsonb) t (id bigint, shown timestamptz, acknowledged boolean, at timestamptz)
     join "order" o on o.company = $1 and o.order_id = t.id
     order by t.id
     on conflict (company, order_id, session, console, app) do update set
       acknowledged = excluded.acknowledged, admin = excluded.admin, device = excluded.device
     where r.acknowledged is null and excluded.acknowledged is not null`,
    [
      company,
      console.name,
      JSON.stringify(receipts),
      session.admin_id,
      session.device?.device_id ?? null,
      console.session,
      console.app,
    ],
  )
}
