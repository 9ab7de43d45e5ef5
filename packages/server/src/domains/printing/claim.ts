import { entities, type PrintSeller } from '@tiffin/sdk/contract'
import type { CompanyCall, Handler } from '#server/context'
import type { Tx } from '#db/database'
import { idempotencyKeyOf } from '#engine/change'
import { assertReadScope } from '#engine/read-scope'
import { assertEnabled } from '#tenant/company-state'
import type { WireRow } from '#engine/change-info'
import { readTables } from '#engine/read-tables'
import { expireLeases, startLease } from './expire-leases.ts'
import { IS_HELD } from '#domains/statuses/kitchen-start'
import { CLAIMABLE, OBSOLETE } from './unclaimed-tickets.ts'
import {
  changing,
  storeLease,
  LEASE_SECONDS,
  nameOf,
  OFFER_SECONDS,
  printable,
  type PrintCalls,
  writeJob,
} from './print-change.ts'

/**
 * Claims the next ticket of these merchants for this console. The user must be allowed to change orders, because printing
 * marks them (KDS-12). An access token must also be allowed to read: the answer has the order.
 */
export const claim: Handler<PrintCalls['claim']> = async (input, call) => {
  assertReadScope(call.session.actor)
  const merchants = printable(call, input.merchants)
  const requested = [
    call.company,
    merchants,
    input.print_job_id ?? null,
    input.console,
    nameOf(input.console),
    call.session.admin_id,
  ]
  const job = (await isWorkWaiting(call, requested)) ? await claimNext(call, requested, input) : null
  return { data: { status: 'OK', job, order: job === null ? null : await readOrder(call, job), lease_seconds: LEASE_SECONDS } }
}

// For a deleted order, only its cancellation is printed. A console that failed leaves the ticket to others for a while, unless
// it asks for this one (its printer is back, or staff retry). A ticket for a specific board is left to that board as long
// as it runs. A console that comes back after days prints no old tickets. CANCELLED waits for tickets of its order that are
// being printed elsewhere, because the kitchen believes the last one. The first ticket of a held order waits for the kitchen's
// start, unless someone requested it (KDS-11).
const CLAIMABLE_TICKETS = `from print_job p join "order" o on o.company = p.company and o.order_id = p."order"
  where p.company = $1 and ${CLAIMABLE} and (o.delete = 0 or p.purpose = 'cancelled')
    and ($2::bigint[] is null or p.merchant = any($2)) and ($3::bigint is null or p.print_job_id = $3)
    and (p.print_job_id = $3 or ${OBSOLETE} is not true)
    and (p.purpose <> 'kitchen' or p.print_job_id = $3 or p.retry_at is not null or p.attempt > 0 or p.target <> ''
      or ${IS_HELD} is not true)
    and (p.purpose <> 'cancelled' or not exists (select from print_job e where e.company = p.company and e."order" = p."order"
      and e.print_job_id < p.print_job_id and e.state = 'sending' and e.lease_until >= now()))
    and (p.console <> $4 or p.print_job_id = $3 or p.retry_at is null or p.retry_at <= now())
    and (p.target = '' or p.print_job_id = $3 or coalesce((
      select bool_or((c.console, c.admin) = ($5, $6::bigint)) from print_console c where c.company = p.company and c.console = p.target
        and c.printers @> jsonb_build_array(jsonb_build_object('address', p.printer))
        and c.seen > now() - interval '${OFFER_SECONDS} seconds' and (c.merchants is null or p.merchant = any(c.merchants))), true))`

/** Consoles ask every few seconds: without work, nothing is written. */
async function isWorkWaiting(call: CompanyCall, requested: unknown[]): Promise<boolean> {
  const [found] = await call.db.read({ company: call.company }, (tx) =>
    tx.sql<{ any: boolean }>(
      `select exists (select ${CLAIMABLE_TICKETS})
         or exists (select from print_job where company = $1 and state in ('claimed', 'sending') and lease_until < now())
         or exists (select from idempotency where admin = $6 and company = $1 and key = $7) as any`,
      [...requested, idempotencyKeyOf(call.app.device ?? '', call.idempotencyKey ?? '')],
    ),
  )
  return found?.any === true
}

async function claimNext(
  call: CompanyCall,
  requested: unknown[],
  { console, lease }: { console: string; lease?: string | undefined },
): Promise<WireRow | null> {
  const { value } = await changing(call, async (change) => {
    await expireLeases(change)
    const [next] = await change.tx.sql<{ print_job_id: number; attempt: number }>(
      `select p.print_job_id, p.attempt ${CLAIMABLE_TICKETS} order by p.print_job_id limit 1 for update of p skip locked`,
      requested,
    )
    if (!next) return null
    await assertEnabled(change)
    await storeLease(change, next.print_job_id, lease)
    const lease_until = await startLease(change, next.print_job_id, LEASE_SECONDS)
    return writeJob(change, next.print_job_id, {
      state: 'claimed',
      console,
      admin: call.session.admin_id,
      attempt: next.attempt + 1,
      lease_until,
      retry_at: null,
      error: '',
    })
  })
  return value
}

async function readOrder(call: CompanyCall, job: WireRow) {
  return call.db.read({ company: call.company }, async (tx) => {
    const query = {
      table: 'order',
      // With the note about the customer, if the console's user may read it (KDS-15).
      mode: 'board' as const,
      search: [
        { key: 'order_id', prm: job['order'] as number },
        { key: 'delete', op: 'in' as const, prm: [0, 1] },
      ],
      join: Object.keys(entities.order.joins),
      limit: [0, 1] as [number, number],
    }
    const { json } = await readTables(tx, call.session.actor, [query], { lang: call.lang, now: call.now() })
    const order = (JSON.parse(json) as { order: { data: WireRow[] } }).order.data[0]
    return order ? { ...order, seller: await readSeller(tx, call.company) } : null
  })
}

/** Legal details on a receipt; every customer gets them, so every console may print them. */
async function readSeller(tx: Tx, company: number): Promise<PrintSeller> {
  const [row] = await tx.sql<PrintSeller>(`select legal_name, legal_tax from company where company_id = $1`, [company])
  return row ?? { legal_name: '', legal_tax: '' }
}
