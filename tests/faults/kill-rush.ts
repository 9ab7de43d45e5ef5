import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFailed } from 'vitest'
import { type Draw, drawFrom, shuffled } from './draw.ts'
import { answered, type KitchenStage, type Part, raiseKitchen } from './kitchen-stage.ts'

export interface RushPlan {
  kills: number
  orders: number
  /** What is killed, when and how; `TIFFIN_SEED` sets it. */
  seed?: number
}

interface Job {
  print_job_id: number
  order: number
  state: string
  purpose: string
  copy: number
}

/** Tickets that take longer, such as those of a part that is still starting, are left to the next kill. */
const PATIENCE_MS = 6000
/** Bytes by which a printer is asked how it is. */
const REQUESTS_BEFORE = 9
const PAGE = 500

/**
 * Brings orders into the status that prints, and kills terminal, server (now and then with its database) and printer among
 * them, half of the times in the middle of a ticket; the network goes too. Then holds the paper against the print jobs: each
 * order has exactly one ticket, or an alarm that names it and at most one. Nobody asks for a copy, so none may come.
 */
export async function killRush({ kills, orders, seed = Number(process.env['TIFFIN_SEED'] ?? Date.now() % 1_000_000) }: RushPlan) {
  onTestFailed(() => console.error(`The kills can be repeated with TIFFIN_SEED=${seed}`))
  const draw = drawFrom(seed)
  const stage = await raiseKitchen()
  const placed = await stage.company.place(orders)
  const rush = startRush(stage, placed)

  rush.accept(1)
  await expect.poll(() => stage.papers().filter(({ isWhole }) => isWhole).length, { timeout: 30_000 }).toBe(1)
  const bytes = REQUESTS_BEFORE + (stage.papers()[0]?.bytes ?? 0)
  const failing = drawParts(kills, draw)
  const share = Math.floor((orders - 1) / failing.length)
  for (const [index, part] of failing.entries()) {
    const before = stage.papers().length
    rush.accept(share - 1)
    const wanted = before + draw(share)
    await within(PATIENCE_MS, () => stage.papers().length >= wanted)
    // Each part the first time in the middle of a ticket, the second time not, and so on.
    const inTicket = failing.slice(0, index).filter((earlier) => earlier === part).length % 2 === 0
    await failAtRandom(stage, { part, inTicket, bytes, draw, order: () => rush.accept(1) })
  }
  rush.accept(orders)
  await rush.done()
  return settle(stage, placed)
}

/** Rounds in any order of their own, so that few kills leave out no part; networks come on top. A server takes long to start. */
function drawParts(kills: number, draw: Draw): Part[] {
  const round: Part[] = ['terminal', 'printer', 'server', 'terminal', 'printer']
  const parts: Part[] = []
  for (let left = kills; left > 0; left -= round.length) {
    parts.push(...shuffled(round, draw).slice(0, left))
    if (draw(2) === 0) parts.push('network')
  }
  return parts
}

/** Moves of dispatchers who go on until each one is answered. */
function startRush({ call, company }: KitchenStage, placed: readonly number[]) {
  const [from, to] = [company.statuses[2] as number, company.statuses[3] as number]
  const waiting = [...placed]
  const moving: Promise<void>[] = []

  async function accept(order_id: number): Promise<void> {
    const intents = [{ intent_id: randomUUID(), order_id, from, to }]
    const answer = () => call('Order', 'move', { intents }).catch(() => undefined)
    let last = await answer()
    while (last?.status !== 'OK') {
      await pause(50)
      last = await answer()
    }
    expect(last['data']).toMatchObject({ results: [{ status: 'OK' }] })
  }
  return {
    accept: (count: number) => void moving.push(...waiting.splice(0, count).map(accept)),
    done: () => Promise.all(moving),
  }
}

/** While a ticket is on its way, which then arrives or is lost, or at any moment. */
async function failAtRandom(
  { cable, home, fail, mend }: KitchenStage,
  { part, inTicket, bytes, draw, order }: { part: Part; inTicket: boolean; bytes: number; draw: Draw; order: () => void },
): Promise<void> {
  if (inTicket) {
    // Behind the number of the ticket, by which its paper is known.
    const third = Math.floor(bytes / 3)
    const held = cable.holdAfter(third + draw(2 * third))
    order()
    await Promise.race([held, pause(PATIENCE_MS)])
  } else {
    order()
    await pause(draw(300))
  }
  if (part === 'server' && draw(4) === 0) home.endDatabase('SIGKILL')
  await fail(part)
  cable.release(draw(2) === 0 ? 'arrives' : 'lost')
  await pause(draw(300))
  await mend(part)
}

async function within(ms: number, ready: () => boolean): Promise<void> {
  const giveUp = performance.now() + ms
  while (!ready() && performance.now() < giveUp) await pause(20)
}

async function readJobs({ call }: KitchenStage): Promise<Job[]> {
  const jobs: Job[] = []
  let page: Job[]
  do {
    const query = { table: 'print_job', order: [{ field: 'print_job_id' }], limit: [jobs.length, PAGE] }
    const answer = answered(await call('Reference', 'getData', { tables: [query] }))
    page = (answer['data'] as { print_job: { data: Job[] } }).print_job.data
    jobs.push(...page)
  } while (page.length === PAGE)
  return jobs
}

const isAlarm = ({ state }: Job): boolean => state === 'unknown' || state === 'failed'

/** Waits until nothing is left to print and compares. */
async function settle(stage: KitchenStage, placed: readonly number[]): Promise<{ printed: number; alarms: number }> {
  const { company, home, papers } = stage
  const isOver = async (): Promise<boolean> => {
    // Leases of consoles that are no more would take half a minute, and pauses of tickets that were given back minutes.
    await home.rows(
      `update print_job set retry_at = null, lease_until = case when lease_until < now() + interval '20 seconds'
         then now() - interval '1 second' else lease_until end where state in ('queued', 'claimed', 'sending')`,
    )
    return (await readJobs(stage)).every((job) => job.state === 'printed' || isAlarm(job))
  }
  await expect.poll(isOver, { timeout: 300_000, interval: 1000 }).toBe(true)

  // Placed by one call, so all of one day: their numbers are told apart.
  const reached = await home.rows<{ order_id: number; ticket: number }>(
    `select order_id::int, ticket::int from "order" where company = $1 and order_status = $2 order by order_id`,
    [company.company, company.statuses[3]],
  )
  expect(reached.map(({ order_id }) => order_id)).toEqual([...placed])
  const ticketOf = new Map(reached.map(({ order_id, ticket }) => [order_id, ticket]))
  expect(new Set(ticketOf.values()).size).toBe(placed.length)
  const jobs = await readJobs(stage)
  expect(jobs.map(({ order }) => order).toSorted((a, b) => a - b)).toEqual([...placed])
  expect(new Set(jobs.map(({ purpose, copy }) => `${purpose} ${copy}`))).toEqual(new Set(['kitchen 0']))

  const wrong = jobs.flatMap((job) => {
    const own = papers().filter(({ ticket }) => ticket === ticketOf.get(job.order))
    const isRight = isAlarm(job) ? own.length <= 1 : own.length === 1 && own[0]?.isWhole === true
    return isRight ? [] : [{ ...job, papers: own }]
  })
  expect(wrong).toEqual([])
  expect(papers().filter(({ isCopy }) => isCopy)).toEqual([])
  const alarms = jobs.filter(isAlarm).length
  // What broke off before its number was printed belongs to an alarm too.
  expect(papers().filter(({ isWhole }) => !isWhole).length).toBeLessThanOrEqual(alarms)
  return { printed: jobs.length - alarms, alarms }
}
