import { describe, expect, it } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { OrderStatus } from '@tiffin/sdk/contract'
import { memoryStorage } from '../ports.ts'
import { stubClock } from '../session/stub-clock.ts'
import { createAlarm } from './alarm.ts'
import type { BoardOrder } from './board-order.ts'
import type { BoardState } from './board-state.ts'
import type { Board } from './board.ts'

const status = (id: number, sound: string) =>
  ({ order_status_id: id, status: id, merchant: 2, done: 0, sound }) as unknown as OrderStatus
const order = (id: number, column: number, more: Partial<BoardOrder> = {}) =>
  ({
    order_id: id,
    order_status: column,
    order: id,
    merchant: 1,
    time_create: '2026-11-20T10:00:00.000Z',
    acknowledged: 0,
    escalated: 0,
    ...more,
  }) as unknown as BoardOrder
const rowsOf = (...orders: BoardOrder[]) => new Map(orders.map((row) => [row.order_id, row]))

function setUp({ every = null as number | null, storage = memoryStorage() } = {}) {
  const clock = stubClock()
  const played: string[] = []
  const sound = { on: true }
  const store = createStore<BoardState>(
    () =>
      ({
        phase: 'ready',
        statuses: [status(2, 'builtin:alarm'), status(3, '')],
        chosen: 'all',
        rows: new Map(),
        pending: [],
      }) as unknown as BoardState,
  )
  const acknowledged: number[] = []
  const acknowledge = (id: number): void => void acknowledged.push(id)
  const board = { store, acknowledge, bounds: () => ['2026-11-20T00:00:00.000Z', '2026-11-20T23:59:59.999Z'] } as unknown as Board
  const ports = {
    clock,
    storage,
    sound: { alarm: (source: string, loud = false) => void played.push(loud ? `${source}, loud` : source) },
    log: () => {},
  }
  const alarm = createAlarm({
    board,
    ports,
    serverClock: clock,
    isOn: () => sound.on,
    sounds: () => 'http://127.0.0.1/content/',
    every: () => every,
  })
  const stop = alarm.start()
  const show = (...orders: BoardOrder[]): void => store.setState({ rows: rowsOf(...orders) })
  const choose = (station: string): void => store.setState({ station })
  return { acknowledged, clock, played, sound, alarm, show, choose, stop }
}

describe('board alarm', () => {
  it('KDS-09 KDS-08: at one station rings for orders with its items, and for any that nobody has accepted', () => {
    const { played, show, alarm, choose } = setUp()
    choose('Grill')
    const cart = [{ id: 1, name: 'Beer', qty: 1, station: 'Bar' }] as unknown as BoardOrder['cart']
    show(order(1, 2, { cart }))
    expect(played).toEqual([])
    show(order(1, 2, { cart, escalated: 1 }))
    expect(played).toEqual(['builtin:alarm, loud'])
    show(order(1, 2, { cart }))
    choose('Bar')
    expect(alarm.store.getState().ringing).toEqual([1])
  })

  it('KDS-11: the sound of a status is silent while a scheduled order is held, and plays when the kitchen starts', async () => {
    const board = setUp()
    const start = board.clock.now() + 90_000
    board.show(order(1, 2, { asap: 0, delivery_time: 40, time_finish: new Date(start + 40 * 60_000).toISOString() }))
    board.alarm.opened(1)
    await board.clock.advance(89_000)
    expect([board.played, board.acknowledged]).toEqual([[], []])
    await board.clock.advance(1000)
    expect(board.played).toHaveLength(1)
  })

  it.each([
    [null, 30],
    [10, 10],
    [2, 5],
  ])('BOARD-45: with a period of %s s repeats every %i s until the order is opened', async (every, seconds) => {
    const { clock, played, alarm, show } = setUp({ every })
    show(order(1, 2))
    expect(played).toEqual(['builtin:alarm'])
    await clock.advance(seconds * 1000 - 1)
    expect(played).toHaveLength(1)
    await clock.advance(1)
    expect(played).toHaveLength(2)
    alarm.opened(1)
    await clock.advance(600_000)
    expect(played).toHaveLength(2)
  })

  it('rings at once for another order, but not for a status without a sound', () => {
    const { played, show } = setUp()
    show(order(1, 3))
    expect(played).toEqual([])
    show(order(1, 3), order(2, 2))
    show(order(1, 3), order(2, 2), order(3, 2))
    expect(played).toHaveLength(2)
  })

  it('BOARD-45: rings once if the company has turned the repeat off', async () => {
    const { clock, played, show } = setUp({ every: 0 })
    show(order(1, 2))
    await clock.advance(600_000)
    expect(played).toHaveLength(1)
  })

  it('BOARD-45: stays silent while the sound is off and resumes when it is on again', async () => {
    const { clock, played, sound, show } = setUp()
    sound.on = false
    show(order(1, 2))
    await clock.advance(60_000)
    expect(played).toEqual([])
    sound.on = true
    await clock.advance(30_000)
    expect(played).toHaveLength(1)
  })

  it('KDS-05 MOON-02: opening an order acknowledges it, and one acknowledged elsewhere is silent here', () => {
    const { acknowledged, alarm, played, show } = setUp()
    show(order(1, 2, { acknowledged: 1 }))
    expect(played).toEqual([])
    show(order(2, 2))
    alarm.opened(2)
    expect(acknowledged).toEqual([2])
  })

  it('KDS-08: rings louder at once when an order escalates, even one that was opened here or has no sound', () => {
    const { alarm, played, show } = setUp()
    show(order(1, 2))
    alarm.opened(1)
    show(order(1, 2, { escalated: 1 }))
    show(order(1, 2, { escalated: 1 }), order(2, 3, { escalated: 1 }))
    show(order(1, 2, { acknowledged: 1 }), order(2, 3, { acknowledged: 1 }))
    const loud = 'builtin:alarm, loud'
    expect(played).toEqual(['builtin:alarm', loud, loud])
  })

  it('remembers opened orders and stops when the board closes', async () => {
    const storage = memoryStorage()
    const first = setUp({ storage })
    first.show(order(1, 2))
    first.alarm.opened(1)
    const next = setUp({ storage })
    next.show(order(1, 2))
    expect(next.played).toEqual([])
    next.show(order(2, 2))
    next.stop()
    await next.clock.advance(600_000)
    expect(next.played).toHaveLength(1)
  })

  it('BOARD-45: does not ring again after a restart for the last five hundred opened orders', () => {
    const storage = memoryStorage()
    const first = setUp({ storage })
    for (let id = 1; id <= 501; id += 1) first.alarm.opened(id)
    const next = setUp({ storage })
    next.show(order(2, 2), order(501, 2))
    expect(next.played).toEqual([])
  })
})
