import { createHash } from 'node:crypto'
import { isCancelled } from '@tiffin/core/rules'
import type { OrderStatus, WebhookEvent } from '@tiffin/sdk/contract'
import type { Tx } from '#db/database'
import { feedNumber } from '#engine/read-tables'

/** Feed entries read at once. */
const BATCH = 200
/** No further entry is read after this many rows of history: one entry may have thousands. */
const ENOUGH_ROWS = 1000

export interface OrderEvent {
  /** The same whenever the event is read. */
  id: string
  type: WebhookEvent
  feed: number
  /** When the change was made. */
  at: string
  order: number
}

export interface FoundEvents {
  events: readonly OrderEvent[]
  /** The feed number to continue from. */
  end: number
  /** Whether there are more events now. */
  more: boolean
  /** The oldest feed number that is still kept. */
  first: number
}

interface Entry {
  number: number
  change: number
  at: Date
}

interface ChangedOrder {
  change: number
  order: number
  action: string
  status: number | null
  deleted: number | null
}

/**
 * The events of orders in the company's feed after a number. The feed has no gaps and follows the order of commits, so nothing
 * is missed by continuing from the number returned.
 */
export async function readOrderEvents(tx: Tx, company: number, after: number): Promise<FoundEvents> {
  // Read first, so that events committed in the meantime don't seem to be missing.
  const latest = await feedNumber(tx, company)
  const found = await tx.sql<Entry>(
    `select number, change_id as change, at from company_feed where company = $1 and number > $2 order by number limit ${BATCH}`,
    [company, after],
  )
  const entries = await limitEntries(tx, company, found)
  const first = entries[0]
  const last = entries.at(-1)
  if (!first || !last) {
    const end = Math.max(after, latest)
    return { events: [], end, more: false, first: end + 1 }
  }
  const changed = await tx.sql<ChangedOrder>(
    `select change_id as change, row_key::bigint as "order", action, (after ->> 'order_status')::bigint as status,
       (after ->> 'delete')::int as deleted
     from audit_row where company = $1 and table_name = 'order' and ${OF_ENTRIES} order by audit_id`,
    entryParameters(company, entries),
  )
  const statuses = changed.length > 0 ? await readStatuses(tx, company) : new Map<number, OrderStatus>()
  const byChange = Map.groupBy(changed, ({ change }) => change)
  const events = entries.flatMap(({ number, change, at }) =>
    (byChange.get(change) ?? []).flatMap((row) => {
      const type = eventType(row, statuses)
      if (type === null) return []
      const event = { type, feed: number, at: at.toISOString(), order: row.order }
      return [{ ...event, id: eventId(company, event) }]
    }),
  )
  const unique = new Map(events.map((event) => [event.id, event]))
  return {
    events: [...unique.values()],
    end: last.number,
    more: entries.length < found.length || found.length === BATCH,
    first: first.number,
  }
}

/** Rows of the history of entries. It is partitioned by time, and has that of the feed entry. */
const OF_ENTRIES = 'change_id = any($2) and at >= $3 and at < $4'
function entryParameters(company: number, entries: readonly Entry[]): unknown[] {
  const times = entries.map(({ at }) => at.getTime())
  return [company, entries.map(({ change }) => change), new Date(Math.min(...times)), new Date(Math.max(...times) + 1)]
}

/** The first entries, up to and including the one that exceeds this number of rows. */
async function limitEntries(tx: Tx, company: number, entries: Entry[]): Promise<Entry[]> {
  if (entries.length === 0) return entries
  const counts = await tx.sql<{ change: number; count: number }>(
    `select change_id as change, count(*)::int as count from audit_row
     where company = $1 and table_name = 'order' and ${OF_ENTRIES} group by change_id`,
    entryParameters(company, entries),
  )
  const countOf = new Map(counts.map(({ change, count }) => [change, count]))
  let sum = 0
  const end = entries.findIndex(({ change }) => (sum += countOf.get(change) ?? 0) >= ENOUGH_ROWS)
  return end === -1 ? entries : entries.slice(0, end + 1)
}

function eventType(row: ChangedOrder, statuses: ReadonlyMap<number, OrderStatus>): WebhookEvent | null {
  if (row.action === 'Create') return 'order.created'
  if (row.action === 'Update' && row.deleted === 1) return 'order.cancelled'
  if (row.action !== 'Update' || row.status === null) return null
  const status = statuses.get(row.status)
  return status && isCancelled(status) ? 'order.cancelled' : 'order.moved'
}

/** Includes the time, because a company restored from a backup repeats feed numbers. */
const eventId = (company: number, { feed, at, order, type }: Omit<OrderEvent, 'id'>): string =>
  `evt_${createHash('sha256').update([company, feed, at, order, type].join('/')).digest('hex').slice(0, 32)}`

async function readStatuses(tx: Tx, company: number): Promise<Map<number, OrderStatus>> {
  const rows = await tx.sql<OrderStatus>(
    'select order_status_id, status::int as status, merchant::int as merchant, value, done::int as done from order_status where company = $1',
    [company],
  )
  return new Map(rows.map((row) => [row.order_status_id, row]))
}
