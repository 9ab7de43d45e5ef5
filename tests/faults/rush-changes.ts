import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Answer } from '@tiffin/server/test'
import { expect } from 'vitest'
import type { Draw } from './random-draw.ts'
import type { KitchenStage } from './kitchen-stage.ts'
import { readJobs } from './rush-jobs.ts'

/** Changes by users while parts fail; each order gets at most one upset. */
export interface OrderChanges {
  readonly cancelled: ReadonlySet<number>
  readonly edited: ReadonlySet<number>
  /** Causes the next kind of upset; resolves when the server has carried it out. */
  cause(accepted: readonly number[], waiting: readonly number[]): Promise<void>
}

/** Replaces everything ordered in an edited order. */
export const NEW_DISH = 'Tiramisu'
/** This many of the last accepted orders may still be printing. */
const RECENT_COUNT = 5

/** Repeats a call until it succeeds, or an earlier attempt with a lost response did. */
export async function callUntilOk(ask: () => Promise<Answer>, isDone = ({ status }: Answer) => status === 'OK'): Promise<Answer> {
  const answer = () => ask().catch(() => undefined)
  let last = await answer()
  while (last === undefined || !isDone(last)) {
    await pause(50)
    last = await answer()
  }
  return last
}

export function startOrderChanges(stage: KitchenStage, draw: Draw): OrderChanges {
  const { call, company } = stage
  const [cancelled, edited, others] = [new Set<number>(), new Set<number>(), new Set<number>()]

  /** Takes an order that has had no upset. */
  function take(orders: readonly number[], into: Set<number>): number | undefined {
    const fresh = orders.filter((order) => ![cancelled, edited, others].some((met) => met.has(order))).slice(-RECENT_COUNT)
    const order = fresh[draw(fresh.length)]
    if (order !== undefined) into.add(order)
    return order
  }

  async function cancel(accepted: readonly number[]): Promise<void> {
    const order_id = take(accepted, cancelled)
    if (order_id === undefined) return
    const [from, to] = [company.statuses[3], company.statuses[0]]
    const intents = [{ intent_id: randomUUID(), order_id, from, to, reason: 'The customer called' }]
    const answer = await callUntilOk(() => call('Order', 'move', { intents }))
    expect(answer['data']).toMatchObject({ results: [{ status: 'OK' }] })
  }

  async function edit(accepted: readonly number[]): Promise<void> {
    const id = take(accepted, edited)
    if (id === undefined) return
    const cart = [{ id: 2, name: NEW_DISH, qty: 1, price: '6.00' }]
    await callUntilOk(() => call('Reference', 'saveData', { tables: [{ table: 'order', id, row: { cart } }] }))
  }

  async function receipt(_accepted: readonly number[], waiting: readonly number[]): Promise<void> {
    // Two, because one may be the lost ticket, and the other is printed before its order is accepted.
    const orders = [take(waiting, others), take(waiting, others)].filter((order) => order !== undefined)
    const ask = (order_id: number) => {
      const key = randomUUID()
      return callUntilOk(() => call('Print', 'request', { order_id, purpose: 'receipt' }, key))
    }
    await Promise.all(orders.map(ask))
  }

  async function dismiss(): Promise<void> {
    const jobs = await readJobs(stage).catch(() => [])
    const lost = jobs.find(({ state }) => state === 'unknown')
    if (!lost) return
    const { print_job_id } = lost
    // Its console may have confirmed it in the meantime.
    await callUntilOk(
      () => call('Print', 'dismiss', { print_job_id }),
      ({ status, code }) => status === 'OK' || code === 'lease_lost',
    )
  }

  const kinds = [receipt, cancel, edit, dismiss]
  let caused = 0
  return {
    cancelled,
    edited,
    cause(accepted, waiting) {
      const kind = kinds[caused % kinds.length] ?? cancel
      caused += 1
      return kind(accepted, waiting)
    },
  }
}
