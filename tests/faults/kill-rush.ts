import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFailed } from 'vitest'
import { type Draw, drawFrom, shuffled } from './random-draw.ts'
import { type KitchenStage, type Part, startKitchen } from './kitchen-stage.ts'
import { settle } from './rush-outcome.ts'
import { callUntilOk, startOrderChanges } from './rush-changes.ts'

export interface RushPlan {
  kills: number
  orders: number
  /** Seed for which process is killed, when and how; set by `TIFFIN_SEED`. */
  seed?: number
}

/** Slower tickets, such as those of a part that is still starting, are left to the next kill. */
const TIMEOUT_MS = 6000
/** Bytes of the status requests to a printer. */
const STATUS_REQUEST_BYTES = 9

/**
 * Moves orders into the status that prints, and randomly kills the terminal, the server (sometimes with its database) and the
 * printer, half of the time in the middle of a ticket; the network fails too. Meanwhile users cancel and edit orders, print
 * receipts and confirm lost tickets. Then compares the papers with the print jobs. Each order has exactly one ticket, or an
 * alarm about it and at most one ticket; a cancelled order has none, or CANCELLED after it. No one requests a copy, so
 * there may be none.
 */
export async function killRush({ kills, orders, seed = Number(process.env['TIFFIN_SEED'] ?? Date.now() % 1_000_000) }: RushPlan) {
  onTestFailed(() => console.error(`The kills can be repeated with TIFFIN_SEED=${seed}`))
  const draw = drawFrom(seed)
  const stage = await startKitchen()
  const placed = await stage.company.place(orders)
  const rush = startRush(stage, placed)
  const orderChanges = startOrderChanges(stage, draw)

  rush.accept(1)
  await expect.poll(() => stage.papers().filter(({ isWhole }) => isWhole).length, { timeout: 30_000 }).toBe(1)
  const bytes = STATUS_REQUEST_BYTES + (stage.papers()[0]?.bytes ?? 0)
  const failing = drawParts(kills, draw)
  const share = Math.floor((orders - 1) / failing.length)
  for (const [index, part] of failing.entries()) {
    const before = stage.papers().length
    rush.accept(share - 1)
    const wanted = before + draw(share)
    await within(TIMEOUT_MS, () => stage.papers().length >= wanted)
    rush.add(orderChanges.cause(rush.accepted, rush.waiting))
    // Each part fails alternately in the middle of a ticket and outside one.
    const inTicket = failing.slice(0, index).filter((earlier) => earlier === part).length % 2 === 0
    await failAtRandom(stage, { part, inTicket, bytes, draw, order: () => rush.accept(1) })
  }
  rush.accept(orders)
  await rush.done()
  return settle(stage, placed, orderChanges)
}

/** Rounds in random order, so that even a few kills cover each part; network failures are extra. A server is slow to start. */
function drawParts(kills: number, draw: Draw): Part[] {
  const round: Part[] = ['terminal', 'printer', 'server', 'terminal', 'printer']
  const parts: Part[] = []
  for (let left = kills; left > 0; left -= round.length) {
    parts.push(...shuffled(round, draw).slice(0, left))
    if (draw(2) === 0) parts.push('network')
  }
  return parts
}

/** Moves by dispatchers, each repeated until it is answered. */
function startRush({ call, company }: KitchenStage, placed: readonly number[]) {
  const [from, to] = [company.statuses[2] as number, company.statuses[3] as number]
  const waiting = [...placed]
  const accepted: number[] = []
  const moving: Promise<void>[] = []

  async function accept(order_id: number): Promise<void> {
    const intents = [{ intent_id: randomUUID(), order_id, from, to }]
    const answer = await callUntilOk(() => call('Order', 'move', { intents }))
    expect(answer['data']).toMatchObject({ results: [{ status: 'OK' }] })
    accepted.push(order_id)
  }
  return {
    accepted,
    waiting,
    add: (work: Promise<void>) => void moving.push(work),
    accept: (count: number) => void moving.push(...waiting.splice(0, count).map(accept)),
    done: () => Promise.all(moving),
  }
}

/** Makes a part fail during a ticket, which then arrives or is lost, or at any moment. */
async function failAtRandom(
  { cable, home, fail, repair }: KitchenStage,
  { part, inTicket, bytes, draw, order }: { part: Part; inTicket: boolean; bytes: number; draw: Draw; order: () => void },
): Promise<void> {
  if (inTicket) {
    // After the ticket number, which identifies the printed ticket.
    const third = Math.floor(bytes / 3)
    const held = cable.holdAfter(third + draw(2 * third))
    order()
    await Promise.race([held, pause(TIMEOUT_MS)])
  } else {
    order()
    await pause(draw(300))
  }
  if (part === 'server' && draw(4) === 0) home.endDatabase('SIGKILL')
  await fail(part)
  cable.release(draw(2) === 0 ? 'arrives' : 'lost')
  await pause(draw(300))
  await repair(part)
}

async function within(ms: number, ready: () => boolean): Promise<void> {
  const giveUp = performance.now() + ms
  while (!ready() && performance.now() < giveUp) await pause(20)
}
