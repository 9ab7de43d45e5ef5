import { type Actor, managesCompany, visibleMerchants } from '@tiffin/core/rules'
import type { LiveServerFrame } from '@tiffin/sdk/contract'
import { KITCHEN_START } from '#domains/statuses/kitchen-start'
import type { Tx } from '#db/database'

type Escalated = Extract<LiveServerFrame, { type: 'escalation' }>['orders']

/** The escalated orders to report to this reader: boards get those they show, owners all at the second step (KDS-08). */
export async function readEscalations(
  tx: Tx,
  company: number,
  ids: readonly number[],
  { actor, merchants }: { actor: Actor; merchants: 'all' | readonly number[] },
): Promise<Escalated> {
  if (ids.length === 0) return []
  const orders = await tx.sql<Escalated[number]>(
    `select o.order_id, o.merchant, o.ticket, o.escalated as step, floor(extract(epoch from now() - greatest(o.last_time, ${KITCHEN_START})) / 60)::int as minutes,
       exists (select from order_receipt r where r.company = o.company and r.order_id = o.order_id) as shown
     from "order" o where o.company = $1 and o.order_id = any($2) and o."delete" = 0 and o.escalated > 0 order by o.order_id`,
    [company, ids],
  )
  const own = visibleMerchants(actor, 'board')
  const isShown = (merchant: number) =>
    (own === 'all' || own.includes(merchant)) && (merchants === 'all' || merchants.includes(merchant))
  return orders.filter(({ merchant, step }) => (step === 2 && managesCompany(actor)) || isShown(merchant))
}
