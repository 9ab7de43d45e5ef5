import { can } from '@tiffin/core/rules'
import { apiError, type Calls, entities } from '@tiffin/sdk/contract'
import type { Handler } from '#server/context'

/** Only a number: it must not tell of merchants that the caller doesn't see (AMB-220). */
export const placed: Handler<Calls['Order']['placed']> = async ({ user }, call) => {
  const { company, session } = call
  const decision = can(session.actor, 'read', entities.user)
  if (!decision.allowed) throw apiError(decision.code, { table: 'user', params: decision.params })
  return call.db.read({ company }, async (tx) => {
    const [found] = await tx.sql<{ orders: number }>(
      `select (select count(*)::int from "order" o where o.company = $1 and o."user" = $2 and o."delete" = 0) as orders
       from "user" where company = $1 and user_id = $2`,
      [company, user],
    )
    if (!found) throw apiError('not_found')
    return { data: { status: 'OK' as const, orders: found.orders } }
  })
}
