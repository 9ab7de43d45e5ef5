import { boardLevel } from '@tiffin/core/rules'
import { apiError, type Calls, entities, type Order } from '@tiffin/sdk/contract'
import type { Tx } from '#db/database'
import { makeChange } from '#engine/change'
import type { CallContext, Handler } from '#server/context'
import { changeInfo } from '../reference/change-info.ts'

/** Notes on which console orders were shown and acknowledged; the first time counts (MOON-02). */
export const shown: Handler<Calls['Order']['shown']> = async (input, call) => {
  const { company, session } = call
  if (company === null || !session) throw apiError('company_required')
  const ids = [...new Set([...input.shown, ...input.acknowledged])]
  const orders = await call.db.read({ company }, (tx) =>
    tx.sql<{ order_id: number; merchant: number }>(
      'select order_id, merchant from "order" where company = $1 and order_id = any($2) and delete = 0',
      [company, ids],
    ),
  )
  const levels = new Map(orders.map(({ order_id, merchant }) => [order_id, boardLevel(session.actor, merchant)]))
  const seen = ids.filter((id) => (levels.get(id) ?? 0) > 0)
  // Acknowledging silences the order for everybody, so it takes the right to work on it.
  const acknowledged = input.acknowledged.filter((id) => levels.get(id) === 2)
  if (acknowledged.length === 0) {
    if (seen.length > 0) await call.db.write({ company }, (tx) => note(tx, call, input.console, seen, []))
    return { data: { status: 'OK' } }
  }
  await makeChange(call.db, call.feed, changeInfo(call), async (change) => {
    const rows = await change.lock(entities.order, acknowledged)
    const fresh = [...rows.values()].filter((row) => (row as Order).acknowledged === 0 || (row as Order).escalated > 0)
    await change.update(
      entities.order,
      fresh.map((row) => ({ key: (row as Order).order_id, set: { acknowledged: 1, escalated: 0 } })),
    )
    await note(change.tx, call, input.console, seen, acknowledged)
    return null
  })
  return { data: { status: 'OK' } }
}

async function note(
  tx: Tx,
  { company, session }: CallContext,
  name: string,
  seen: readonly number[],
  acknowledged: readonly number[],
): Promise<void> {
  await tx.sql(
    `insert into order_receipt as r (company, order_id, console, acknowledged, admin, device)
     select $1, id, $2, case when id = any($4) then now() end, case when id = any($4) then $5::bigint end,
       case when id = any($4) then $6::bigint end
     from unnest($3::bigint[]) id order by id
     on conflict (company, order_id, console) do update set
       acknowledged = excluded.acknowledged, admin = excluded.admin, device = excluded.device
     where r.acknowledged is null and excluded.acknowledged is not null`,
    [company, name, seen, acknowledged, session?.admin_id ?? null, session?.device?.device_id ?? null],
  )
}
