import { randomInt } from 'node:crypto'
import { boardLevel, isPickup, mayOverrule } from '@tiffin/core/rules'
import { apiError, type Calls, type ErrorCode, type Order } from '@tiffin/sdk/contract'
import type { Tx } from '#db/database'
import { assertReadScope } from '#engine/read-scope'
import type { Handler } from '#server/context'

/** After this many wrong codes, an order can only be handed over with a reason: 5 guesses of 10,000. */
const MAX_WRONG = 5

interface StoredCode {
  code: string
  wrong: number
}

/** The code of an order, made on first use. */
async function readCode(tx: Tx, company: number, orderId: number): Promise<StoredCode> {
  const [made] = await tx.sql<StoredCode>(
    `insert into order_handoff (company, order_id, code) values ($1, $2, $3) on conflict do nothing returning code, wrong::int as wrong`,
    [company, orderId, String(randomInt(10_000)).padStart(4, '0')],
  )
  if (made) return made
  const [stored] = await tx.sql<StoredCode>(
    'select code, wrong::int as wrong from order_handoff where company = $1 and order_id = $2',
    [company, orderId],
  )
  if (!stored) throw apiError('not_found')
  return stored
}

/** Checks a code for an order that this transaction has locked; a wrong one is counted. Null if it is right. */
export async function checkHandoffCode(tx: Tx, company: number, orderId: number, code: string): Promise<ErrorCode | null> {
  const stored = await readCode(tx, company, orderId)
  if (stored.wrong >= MAX_WRONG) return 'handoff_locked'
  if (stored.code === code) return null
  await tx.sql('update order_handoff set wrong = wrong + 1 where company = $1 and order_id = $2', [company, orderId])
  return stored.wrong + 1 >= MAX_WRONG ? 'handoff_locked' : 'handoff_wrong'
}

/** The code for the customer's side (decision 017). An access token must also be allowed to read: the answer has the code. */
export const handoff: Handler<Calls['Order']['handoff']> = async ({ order_id }, { db, company, session }) => {
  assertReadScope(session.actor)
  if (!mayOverrule(session.actor)) throw apiError('forbidden')
  return db.write({ company }, async (tx) => {
    const [order] = await tx.sql<Pick<Order, 'merchant' | 'type'> & { handoff_codes: number }>(
      `select o.merchant, o.type, c.handoff_codes from "order" o join company c on c.company_id = o.company
       where o.company = $1 and o.order_id = $2 and o."delete" = 0`,
      [company, order_id],
    )
    const level = order ? boardLevel(session.actor, order.merchant) : 0
    if (!order || level === 0) throw apiError('not_found')
    // Users who can only view the order don't need the code.
    if (level !== 2) throw apiError('forbidden')
    const isNeeded = order.handoff_codes === 1 && !isPickup(order)
    return { data: { status: 'OK' as const, code: isNeeded ? (await readCode(tx, company, order_id)).code : null } }
  })
}
