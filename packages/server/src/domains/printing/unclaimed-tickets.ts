import { entities } from '@tiffin/sdk/contract'
import type { Context } from '#server/context'
import type { Change } from '#engine/change-info'
import { changeEachCompany } from '#engine/change-each-company'
import { KITCHEN_START } from '#domains/statuses/kitchen-start'
import { RETRY_DELAYS } from './expire-leases.ts'

/** How long a ticket waits for a console before it raises an alarm: longer than any delay between attempts. */
const ALARM_AFTER = `interval '5 minutes'`
/** For one company at a time; the rest waits for the next minute. */
const MAX_TICKETS = 500

/** SQL condition: a console may claim ticket `p`. A ticket that failed before its last attempt only lacked a console. */
export const CLAIMABLE = `(p.state = 'queued' or p.state = 'failed' and p.attempt <= ${RETRY_DELAYS.length})`

/** SQL condition: ticket `p` of order `o` is no longer needed by a kitchen. */
export const OBSOLETE = `(greatest(p.created, ${KITCHEN_START}) < now() - interval '1 day'
  or p.purpose in ('kitchen', 'changed') and p.created < now() - ${ALARM_AFTER} and exists (
    select from order_status s where s.company = o.company and s.order_status_id = o.order_status and s.done = 1))`

/** SQL condition: someone prints for the merchant. Merchants that never print get no alarms. */
const HAS_KITCHEN = `(exists (select from print_console c where c.company = p.company and c.seen > now() - interval '7 days'
    and (c.merchants is null or p.merchant = any(c.merchants)))
  or p.merchant in (select r.merchant from (select merchant, purpose, printed from print_job where company = $1
    order by print_job_id desc limit 2000) r where r.purpose = 'kitchen' and r.printed > now() - interval '7 days'))`

/** Raises the alarm for tickets that no console claims, and gives up useless ones (KDS-12). */
export async function expireUnclaimed(context: Pick<Context, 'db' | 'feed' | 'log'>): Promise<void> {
  const companies = await context.db.read({ platform: true }, (tx) =>
    tx.sql<{ company: number }>(`select c.company_id as company from company c where exists (
      select from print_job p where p.company = c.company_id and ${CLAIMABLE} and p.created < now() - ${ALARM_AFTER})`),
  )
  await changeEachCompany(context, companies, settleCompany, "can't settle unclaimed tickets")
}

async function settleCompany(change: Change): Promise<void> {
  const rows = await change.tx.sql<{ print_job_id: number; stale: boolean }>(
    `select p.print_job_id, ${OBSOLETE} is true as stale
     from print_job p join "order" o on o.company = p.company and o.order_id = p."order"
     where p.company = $1 and ${CLAIMABLE} and (${OBSOLETE}
       or p.state = 'queued' and greatest(p.created, p.retry_at, ${KITCHEN_START}) < now() - ${ALARM_AFTER} and ${HAS_KITCHEN})
     order by p.print_job_id limit ${MAX_TICKETS} for update of p skip locked`,
    [change.info.company],
  )
  if (rows.length === 0) return
  const untaken = { state: 'failed', error: 'No console claimed this ticket' }
  await change.update(
    entities.print_job,
    rows.map(({ print_job_id, stale }) => ({ key: print_job_id, set: stale ? { state: 'expired' } : untaken })),
  )
}
