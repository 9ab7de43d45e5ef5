import { type Actor, can, managesCompany, mayTakeOrders, tableRights, visibleMerchants } from '@tiffin/core/rules'
import { entities, type Entity, isApiError, type LiveServerFrame, type ParsedTableQuery } from '@tiffin/sdk/contract'
import type { Context } from '#server/context'
import type { Session } from '#sessions/sessions'
import type { Database, Tx } from '#db/database'
import { readTables } from '#engine/read-tables'
import { hiddenOrders, visibleKeys } from './visible-keys.ts'
import { readEscalations } from './escalation.ts'

type ResyncReason = Extract<LiveServerFrame, { type: 'resync' }>['reason']

type WithoutFeed<F> = F extends unknown ? Omit<F, 'feed'> : never
type RoomFrame = WithoutFeed<Extract<LiveServerFrame, { type: 'orders' | 'changed' | 'escalation' | 'ring' }>>

/**
 * One client's subscription to a company. A changed subscription is a new object, so that responses to the old one can be
 * recognised.
 */
export interface Subscription {
  session: Session
  readonly merchants: 'all' | readonly number[]
  lang: string
  /** The last feed number sent to this client. */
  position: number
  /** `frame` is the text of a live protocol frame. */
  send(frame: string): void
  /** Rights may have changed: they are read again before anything else is sent. */
  refresh(): Promise<void>
}

interface Entry {
  number: number
  touched: [table: string, key: number | string][] | null
  change_id: number
  intent: string | null
  /** Made within the last minute. */
  recent: boolean
}

/** Feed entries read at once; a client further behind than this many rounds reloads. */
const BATCH = 500
const MAX_BEHIND = 5000
/** If more rows changed since the last check, they are not sent one by one: one read may not return that many. */
const MAX_TOUCHED = 5000
/** Maximum orders sent again for a changed customer or courier. */
const MAX_REFRESHED = 200

const reloadErrors: ReadonlySet<string> = new Set(['too_many', 'server_busy'])

/** Changes of these tables affect users' rights or the layout of the board. */
const resyncReasonByTable: Record<string, ResyncReason> = {
  membership: 'membership',
  merchant: 'access',
  // A device that was revoked or given other merchants is notified at once.
  device: 'access',
  order_status: 'status',
  company: 'company',
}

const boardQuery = (ids: readonly number[], merchants: 'all' | readonly number[]): ParsedTableQuery => ({
  table: 'order',
  mode: 'board',
  search: [
    { key: 'order_id', op: 'in', prm: [...ids] },
    ...(merchants === 'all' ? [] : [{ key: 'merchant', op: 'in' as const, prm: [...merchants] }]),
  ],
  join: Object.keys(entities.order.joins),
  limit: [0, ids.length],
})

/**
 * All open boards of one company in this process: reads the feed after each client's position and sends the changes
 * that concern it.
 */
export class Room {
  readonly subscriptions = new Set<Subscription>()
  readonly company: number
  /** Where the last round ended. Clients before it are catching up, those at it are up to date. */
  #end = 0
  #context: Pick<Context, 'db' | 'log' | 'now'>
  #running: Promise<void> | undefined
  #again = false

  constructor(company: number, context: Pick<Context, 'db' | 'log' | 'now'>) {
    this.company = company
    this.#context = context
  }

  /** Checks for changes; calls during a check cause one more check after it. */
  poll(): Promise<void> {
    this.#again = true
    this.#running ??= this.#loop().finally(() => (this.#running = undefined))
    return this.#running
  }

  async #loop(): Promise<void> {
    while (this.#again && this.subscriptions.size > 0) {
      this.#again = false
      try {
        if (await this.#pump()) this.#again = true
      } catch (error) {
        // The next check, within a second, starts from the same position.
        this.#context.log.warn({ err: error }, "can't read the feed")
        return
      }
    }
  }

  /**
   * Sends new changes to all clients that are up to date, then earlier changes to one group of clients that are
   * catching up. However many clients catch up, the others wait for one such group at most.
   * @returns whether there may be more to read at once
   */
  async #pump(): Promise<boolean> {
    const { current = [], behind = [] } = Object.groupBy(this.subscriptions, ({ position }) =>
      position < this.#end ? 'behind' : 'current',
    )
    const { end, last } = await this.#advance(current)
    if (current.length > 0) this.#end = end
    const [next] = behind
    if (next) await this.#advance(behind.filter((item) => groupOf(item) === groupOf(next)))
    return [...this.subscriptions].some((item) => item.position < last)
  }

  /** Sends the next changes. */
  async #advance(subscriptions: readonly Subscription[]): Promise<{ end: number; last: number }> {
    const from = Math.min(...subscriptions.map((subscription) => subscription.position))
    const { entries, last } = await readEntries(this.#context.db, this.company, from)
    // Subscribers before this reload everything: their changes are purged or too many.
    const known = Math.max((entries[0]?.number ?? last + 1) - 1, last - MAX_BEHIND)
    for (const candidate of subscriptions) {
      if (candidate.position > last) await this.#resync(candidate, last, 'company')
      else if (candidate.position < known) await this.#resync(candidate, last, 'too_old')
    }
    const end = entries.at(-1)?.number ?? last
    const groups = Map.groupBy(
      subscriptions.filter((one) => one.position < end && this.subscriptions.has(one)),
      groupOf,
    )
    for (const group of groups.values()) {
      await this.#notify(group, entries, end).catch(async (error: unknown) => {
        // Too many changes for these clients must not delay the others.
        if (!isApiError(error) || !reloadErrors.has(error.code)) throw error
        for (const subscription of group) await this.#resync(subscription, end, 'large_change')
      })
    }
    return { end, last }
  }

  async #notify(group: Subscription[], entries: Entry[], end: number): Promise<void> {
    const first = group[0] as Subscription
    const news = entries.filter((entry) => entry.number > first.position)
    const touched = news.flatMap((entry) => entry.touched ?? [])
    const reason =
      news.some((entry) => entry.touched === null) || touched.length > MAX_TOUCHED
        ? 'large_change'
        : touched.map(([table]) => resyncReasonByTable[table]).find((found) => found !== undefined)
    if (reason !== undefined) {
      for (const subscription of group) await this.#resync(subscription, end, reason)
      return
    }
    const { position } = first
    const frames = await this.#context.db.read({ company: this.company }, (tx) => this.#frames(tx, first, news, touched))
    for (const subscription of group) {
      // A client that has changed its subscription in the meantime is handled by the next check.
      if (!this.subscriptions.has(subscription)) continue
      subscription.position = end
      // Only the last frame advances the client's position, so that after a lost connection it resumes before all of them.
      for (const [index, frame] of frames.entries()) {
        subscription.send(text({ ...frame, feed: index === frames.length - 1 ? end : position }))
      }
    }
  }

  async #frames(tx: Tx, subscription: Subscription, news: Entry[], touched: [string, number | string][]): Promise<RoomFrame[]> {
    const keysOf = (table: string): number[] => [
      ...new Set(touched.filter(([name]) => name === table).map(([, key]) => Number(key))),
    ]
    const ids = [...new Set([...keysOf('order'), ...(await joinedOrders(tx, keysOf('user'), keysOf('courier')))])]
    const frames: RoomFrame[] = []
    const { actor } = subscription.session
    // Users whose navigation has no orders get none.
    if (ids.length > 0 && can(actor, 'read', entities.order).allowed) {
      const query = boardQuery(ids, subscription.merchants)
      const { json } = await readTables(tx, actor, [query], { lang: subscription.lang, now: this.#context.now() })
      const rows = (JSON.parse(json) as { order: { data: { order_id: number }[] } }).order.data
      const seen = new Set(rows.map((row) => row.order_id))
      const unseen = ids.filter((id) => !seen.has(id))
      const changes = news.map((entry) => entry.change_id)
      const gone = await hiddenOrders(tx, actor, { company: this.company, unseen, changes })
      const visible = new Set([...seen, ...gone])
      const intents = news
        .filter(({ touched: rowsOf }) => rowsOf?.some(([table, key]) => table === 'order' && visible.has(Number(key))))
        .map((entry) => entry.intent)
        .filter((intent) => intent !== null)
      frames.push({
        type: 'orders',
        server_time: this.#context.now().getTime() / 1000,
        rows,
        gone,
        ...(intents.length > 0 ? { intents } : {}),
      })
    }
    const orders = await readEscalations(tx, this.company, keysOf('escalation'), {
      actor,
      merchants: subscription.merchants,
    })
    if (orders.length > 0) frames.push({ type: 'escalation', server_time: this.#context.now().getTime() / 1000, orders })
    const phones = news
      .filter(({ recent }) => recent)
      .flatMap((entry) => (entry.touched ?? []).filter(([name]) => name === 'ring').map(([, phone]) => String(phone)))
    if (phones.length > 0 && takesCalls(actor)) frames.push({ type: 'ring', phones: [...new Set(phones)] })
    for (const [table, keys] of Map.groupBy(touched, ([name]) => name)) {
      const entity = (entities as Record<string, Entity>)[table]
      if (table === 'order' || !entity || !can(actor, 'read', entity).allowed) continue
      const visible = await visibleKeys(tx, actor, entity, [...new Set(keys.map(([, key]) => key))])
      if (visible) frames.push({ type: 'changed', table, ids: visible })
    }
    return frames
  }

  /** Skips changes, which may include a change of the reader's rights. */
  async #resync(subscription: Subscription, feed: number, reason: ResyncReason): Promise<void> {
    await subscription.refresh()
    subscription.position = feed
    subscription.send(text({ type: 'resync', feed, reason }))
  }
}

/** Paired devices show orders but take none. */
const takesCalls = (actor: Actor): boolean => actor.device === undefined && mayTakeOrders(actor)

const text = (frame: LiveServerFrame): string => JSON.stringify(frame)

/** Subscriptions of one group get the same frames. */
const groupOf = (item: Subscription): string => `${item.position}/${visibility(item)}/${item.lang}`

/** Subscriptions with the same key see the same rows, so they share one read. */
function visibility({ session, merchants }: Subscription): string {
  const own = visibleMerchants(session.actor, 'board')
  const tables = managesCompany(session.actor) ? '' : [...tableRights(session.actor).reads].sort().join()
  const merchantsKey = merchants === 'all' ? 'all' : merchants.toSorted((a, b) => a - b).join()
  return `${own === 'all' ? 'all' : own.toSorted((a, b) => a - b).join()}|${merchantsKey}|${session.actor.role}|${session.actor.company_role}|${session.device === null}|${takesCalls(session.actor)}|${tables}`
}

async function readEntries(db: Database, company: number, from: number): Promise<{ entries: Entry[]; last: number }> {
  return db.read({ company }, async (tx) => {
    const [counter] = await tx.sql<{ last: number }>('select last from feed_counter where company = $1', [company])
    const last = counter?.last ?? 0
    if (last <= from) return { entries: [], last }
    const entries = await tx.sql<Entry>(
      `select f.number, f.touched, f.change_id, c.intent, f.at > now() - interval '1 minute' as recent from company_feed f join change c on c.change_id = f.change_id
       where f.company = $1 and f.number > $2 order by f.number limit $3`,
      [company, Math.max(from, last - MAX_BEHIND - 1), BATCH],
    )
    return { entries, last }
  })
}

/** Orders whose cards show a changed customer or courier. */
async function joinedOrders(tx: Tx, users: number[], couriers: number[]): Promise<number[]> {
  if (users.length + couriers.length === 0) return []
  const rows = await tx.sql<{ order_id: number }>(
    `select order_id from "order" where ("user" = any($1) or courier = any($2)) and time_create > now() - interval '7 days'
     order by order_id desc limit $3`,
    [users, couriers, MAX_REFRESHED],
  )
  return rows.map((row) => row.order_id)
}
