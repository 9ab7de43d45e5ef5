import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { MoveIntent } from '@tiffin/sdk/contract'
import { callAt } from '@tiffin/server/test'
import { expect } from 'vitest'
import { drawFrom } from './random-draw.ts'
import { endWithTest } from './end-with-test.ts'
import { asSeen, type LiveOrders, watchOrders } from './live-orders.ts'
import { createHome, type OwnHome } from './server-home.ts'
import { startServerProcess } from './server-process.ts'
import { makeCompany, type SmallCompany } from './small-company.ts'

export interface KillPlan {
  kills: number
  /** The database is killed with the server at every n-th kill; 0 means never. */
  databaseEvery: number
  writers: number
  orders: number
  clients: number
}

interface Answered {
  intent: MoveIntent
  applied: boolean
  code: string | undefined
}

/** Acknowledged moves between two kills: enough that each kill interrupts writers at full speed. */
const MOVES_BETWEEN_KILLS = 60

/**
 * Kills the server while writers move orders; each writer repeats an intent until it is answered. Then
 * compares the database with the answers, and each live client with the database.
 */
export async function killServer(plan: KillPlan): Promise<{ applied: number; refused: number; repeats: number }> {
  const home = createHome()
  const endWith = endWithTest(() => home.remove())
  let server = await startServerProcess(home.env, { endWith })
  const { url, port } = server
  const company = await makeCompany(home, url)
  await company.openTransfers()
  const orders = await company.place(plan.orders)
  const clients: LiveOrders[] = []
  for (let index = 0; index < plan.clients; index += 1) {
    const client = await watchOrders({ url, token: company.token, company: company.company })
    endWith(() => client.close())
    clients.push(client)
  }

  const writing = startWriters({ url, company, orders, writers: plan.writers })
  for (let kill = 1; kill <= plan.kills; kill += 1) {
    await writing.acknowledged(MOVES_BETWEEN_KILLS)
    const both = plan.databaseEvery > 0 && kill % plan.databaseEvery === 0
    writing.down()
    if (both) home.endDatabase('SIGKILL')
    await server.kill()
    server = await startServerProcess(home.env, { port, endWith })
    writing.up()
  }
  await writing.acknowledged(MOVES_BETWEEN_KILLS)
  const { answered, repeats } = await writing.finish()
  await checkHistory(home, company, answered)
  await checkFeed(home, company)
  await checkClients(home, company, clients, plan.kills)
  const applied = answered.filter((item) => item.applied).length
  return { applied, refused: answered.length - applied, repeats }
}

function startWriters(stage: { url: string; company: SmallCompany; orders: readonly number[]; writers: number }) {
  const { url, company, orders, writers } = stage
  const { statuses } = company
  const between = [1, 2, 3, 4, 5, 6, 7].map((number) => statuses[number] as number)
  const current = new Map(orders.map((order) => [order, statuses[2] as number]))
  const answered: Answered[] = []
  let repeats = 0
  let stopped = false
  let gate = Promise.resolve()
  let open = (): void => {}
  const watchers = new Set<() => void>()

  async function ask(intent: MoveIntent): Promise<Answered | null> {
    const data = { intents: [intent] }
    const answer = await callAt(url, 'Order', 'move', data, { token: company.token, company: company.company })
    if (answer.status !== 'OK') return null
    const results = (answer['data'] as { results: { status: string; code?: string; order?: { order_status: number } }[] }).results
    const [result] = results
    if (!result) return null
    if (result.order) current.set(intent.order_id, result.order.order_status)
    return { intent, applied: result.status === 'OK', code: result.code }
  }

  async function write(index: number): Promise<void> {
    const draw = drawFrom(index + 1)
    while (!stopped) {
      const order_id = orders[draw(orders.length)] as number
      const from = current.get(order_id) as number
      const others = between.filter((status) => status !== from)
      const to = others[draw(others.length)] as number
      const intent = { intent_id: randomUUID(), order_id, from, to }
      let answer = await ask(intent).catch(() => null)
      // Few kills fall between a commit and its response; for the server, discarding the response has the same effect.
      let lost = draw(3) === 0
      while (!answer || lost) {
        lost = false
        repeats += 1
        // Avoids busy-looping on errors of a server that is stopping or starting.
        await Promise.all([gate, pause(20)])
        answer = await ask(intent).catch(() => null)
      }
      answered.push(answer)
      for (const look of watchers) look()
    }
  }
  const done = Promise.all(Array.from({ length: writers }, (_, index) => write(index)))

  return {
    /** Resolves after this many more acknowledged moves. */
    acknowledged(count: number): Promise<void> {
      const applied = () => answered.filter((item) => item.applied).length
      const goal = applied() + count
      return new Promise((resolve) => {
        const look = (): void => {
          if (applied() < goal) return
          watchers.delete(look)
          resolve()
        }
        watchers.add(look)
      })
    },
    down: () => void (gate = new Promise((resolve) => (open = resolve))),
    up: () => open(),
    async finish() {
      stopped = true
      await done
      return { answered, repeats }
    },
  }
}

interface HistoryRow {
  intent: string
  order_id: number
  number: number
  from: number
  to: number
}

/** Every acknowledged move exists exactly once, and the moves of each order connect without gap or overlap. */
async function checkHistory(home: OwnHome, { company, statuses }: SmallCompany, answered: readonly Answered[]): Promise<void> {
  const rows = await home.rows<HistoryRow>(
    `select c.intent, a.row_key::bigint::int as order_id, f.number::int, (a.before ->> 'order_status')::int as from,
       (a.after ->> 'order_status')::int as to
     from change c join audit_row a on a.change_id = c.change_id and a.table_name = 'order'
     join company_feed f on f.change_id = c.change_id and f.company = c.company
     where c.company = $1 and c.intent is not null order by f.number`,
    [company],
  )
  const written = rows.map((row) => row.intent).toSorted()
  const acknowledged = answered.filter((item) => item.applied).map((entry) => entry.intent.intent_id)
  expect(written).toEqual(acknowledged.toSorted())
  const byIntent = new Map(rows.map((row) => [row.intent, row]))
  for (const { intent } of answered.filter((candidate) => candidate.applied))
    expect(byIntent.get(intent.intent_id)).toMatchObject({ order_id: intent.order_id, from: intent.from, to: intent.to })
  // Writers that share orders get exactly the errors expected of them.
  expect(new Set(answered.filter((one) => !one.applied).map((one) => one.code))).toSatisfy((codes: Set<string>) =>
    [...codes].every((code) => code === 'not_in_status'),
  )
  const now = await home.rows<{ order_id: number; order_status: number; tickets: number }>(
    `select order_id::int, order_status::int, (select count(*)::int from print_job p where p.company = o.company and p."order" = o.order_id) as tickets
     from "order" o where company = $1`,
    [company],
  )
  for (const { order_id, order_status, tickets } of now) {
    const moves = rows.filter((row) => row.order_id === order_id)
    expect([statuses[2], ...moves.map((move) => move.to)]).toEqual([...moves.map((move) => move.from), order_status])
    // However often an order enters the printing status, one ticket is queued.
    expect(tickets).toBe(moves.some((move) => move.to === statuses[3]) ? 1 : 0)
  }
}

/** The numbers of the company's feed run from 1 to the counter without a gap. */
async function checkFeed(home: OwnHome, { company }: SmallCompany): Promise<void> {
  const [feed] = await home.rows<{ rows: number; first: number; last: number; counter: number }>(
    `select count(*)::int as rows, min(number)::int as first, max(number)::int as last,
       (select last::int from feed_counter where company = $1) as counter
     from company_feed where company = $1`,
    [company],
  )
  expect(feed).toEqual({ rows: feed?.counter, first: 1, last: feed?.counter, counter: feed?.counter })
}

/** Each live client has reconnected automatically and agrees with the database. */
async function checkClients(
  home: OwnHome,
  { company }: SmallCompany,
  clients: readonly LiveOrders[],
  kills: number,
): Promise<void> {
  const rows = await home.rows<{ order_id: number; order_status: number; revision: number }>(
    `select order_id::int, order_status::int, revision::int from "order" where company = $1`,
    [company],
  )
  const truth = new Map(rows.map((row) => [row.order_id, asSeen(row)]))
  for (const client of clients) {
    await expect.poll(() => client.known, { timeout: 60_000 }).toEqual(truth)
    // A client whose reconnection delay is longer than a server's life may miss that server, but not the last one.
    expect(client.returns).toBeGreaterThan(0)
    expect(client.returns).toBeLessThanOrEqual(kills)
  }
}
