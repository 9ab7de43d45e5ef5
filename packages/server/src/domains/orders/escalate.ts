import { entities } from '@tiffin/sdk/contract'
import type { Context } from '#server/context'
import type { Change } from '#engine/change-info'
import { KITCHEN_START } from '#domains/statuses/kitchen-start'
import { changeEachCompany } from '#engine/change-each-company'

type EscalationContext = Pick<Context, 'db' | 'feed' | 'log'>

/** Maximum for each company in one run; the rest waits for the next minute. */
const MAX_STEPS = 500

/** SQL of the status of new orders, as chosen by `createdStatus` of the rules. */
const CREATED_STATUS = `select order_status_id from order_status where company = m.company and (created = 1 or status > 0)
  order by created = 1 desc, created <> 1 and status = 2 desc, status, order_status_id limit 1`

/**
 * New orders unacknowledged for longer than the company or merchant allows: step 1 after that time, step 2 after twice
 * that time. Orders older than a day raise no alarm, and held ones wait from the kitchen's start (KDS-11).
 */
const DUE_ORDERS = `from merchant m join company c on c.company_id = m.company and c.enable = 1 and c.deleted is null
    cross join lateral (${CREATED_STATUS}) s
    join "order" o on o.company = m.company and o.merchant = m.merchant_id and o.order_status = s.order_status_id,
    lateral (select greatest(o.last_time, ${KITCHEN_START}) as at) since,
    lateral (select coalesce(m.escalate_after, c.escalate_after) as minutes) allowed,
    lateral (select case when since.at <= now() - make_interval(mins => 2 * allowed.minutes) then 2 else 1 end as step) due
  where allowed.minutes > 0 and o."delete" = 0 and o.acknowledged = 0 and o.escalated < due.step
    and since.at <= now() - make_interval(mins => allowed.minutes) and since.at > now() - interval '24 hours'`

/** Takes the next escalation step for every due order of all companies (KDS-08). */
export async function escalateDue(context: EscalationContext): Promise<void> {
  const companies = await context.db.read({ platform: true }, (tx) =>
    tx.sql<{ company: number }>(`select distinct o.company ${DUE_ORDERS}`),
  )
  await changeEachCompany(context, companies, escalateCompany, "can't escalate orders")
}

async function escalateCompany(change: Change): Promise<void> {
  // A second process, or a restart, finds the order locked or its step already recorded.
  const steps = await change.tx.sql<{ order_id: number; step: number }>(
    `insert into order_escalation (company, order_id, step)
     select d.company, d.order_id, d.step from (select o.company, o.order_id, due.step ${DUE_ORDERS} and o.company = $1
       order by o.order_id limit ${MAX_STEPS} for update of o skip locked) d
     returning order_id, step`,
    [change.info.company],
  )
  if (steps.length === 0) return
  await change.update(
    entities.order,
    steps.map(({ order_id, step }) => ({ key: order_id, set: { escalated: step } })),
  )
  for (const { order_id } of steps) change.announce('escalation', order_id)
}
