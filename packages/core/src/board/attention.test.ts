import { describe, expect, it } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { OrderStatus } from '@tiffin/sdk/contract'
import { memoryStorage } from '../ports.ts'
import { stubClock } from '../session/stub-clock.ts'
import { createAttention, type AttentionReason } from './attention.ts'
import type { BoardOrder } from './board-order.ts'
import type { BoardState } from './board-state.ts'
import type { Board } from './board.ts'

const NOW = Date.parse('2026-11-20T12:00:00.000Z')
const soon = new Date(NOW + 60_000).toISOString()

const status = (id: number, more: Partial<OrderStatus> = {}) =>
  ({ order_status_id: id, status: id, merchant: 2, done: 0, created: 0, sound: '', value: {}, ...more }) as unknown as OrderStatus
const statuses = [status(0, { merchant: 0 }), status(2, { created: 1 }), status(3), status(8, { done: 1 })]

let revision = 0
const order = (id: number, more: Partial<BoardOrder> = {}) =>
  ({
    order_id: id,
    ticket: id + 100,
    order_status: 3,
    revision: (revision += 1),
    acknowledged: 0,
    cart: [],
    comment: '',
    cancel_reason: '',
    time_finish: soon,
    ...more,
  }) as unknown as BoardOrder

function setUp(first: readonly BoardOrder[] = [], { undoable = [] as unknown[], storage = memoryStorage() } = {}) {
  const clock = stubClock()
  const start = clock.now()
  const reasons: AttentionReason[] = []
  const rowsOf = (orders: readonly BoardOrder[]) => new Map(orders.map((row) => [row.order_id, row]))
  const store = createStore<BoardState>(
    () => ({ phase: 'ready', statuses, rows: rowsOf(first), undoable }) as unknown as BoardState,
  )
  const attention = createAttention({
    board: { store } as unknown as Board,
    ports: { clock, storage, log: () => {} },
    serverClock: { now: () => NOW + clock.now() - start, learn() {}, offset: () => 0, isMeasured: () => true },
    company: () => 1,
    ring: (news) => void reasons.push(news),
  })
  attention.start()
  return {
    clock,
    reasons,
    storage,
    attention,
    choose: (station: string) => store.setState({ station }),
    show: (...orders: BoardOrder[]) => store.setState({ rows: rowsOf(orders) }),
    news: () => Object.fromEntries(attention.store.getState().news),
    cancelled: () => attention.store.getState().cancelled,
  }
}

describe('scheduled orders are held and then fire', () => {
  // The kitchen starts in a minute.
  const due = new Date(NOW + 41 * 60_000).toISOString()
  const held = (id: number, more: Partial<BoardOrder> = {}) =>
    order(id, { order_status: 2, asap: 0, time_finish: due, delivery_time: 40, ...more })

  it('KDS-11: a held order does not ring or flash, and does both as a new one when the kitchen starts', async () => {
    const board = setUp()
    board.show(held(1))
    await board.clock.advance(59_000)
    expect([board.news(), board.reasons]).toEqual([{}, []])
    await board.clock.advance(1000)
    expect([board.news(), board.reasons]).toEqual([{ 1: 'new' }, ['new']])
    await board.clock.advance(5000)
    expect(board.reasons).toEqual(['new'])
    board.show(held(1, { acknowledged: 1 }))
    expect(board.news()).toEqual({})
  })

  it('KDS-11: fires also if someone has moved it before, until it is seen or moved again', async () => {
    const board = setUp([held(1), held(2)])
    board.show(held(1, { order_status: 3, acknowledged: 1 }), held(2, { order_status: 3, acknowledged: 1 }))
    await board.clock.advance(61_000)
    expect([board.news(), board.reasons]).toEqual([{ 1: 'new', 2: 'new' }, ['new']])
    board.attention.seen([1])
    board.show(held(1, { order_status: 3, acknowledged: 1 }), held(2, { order_status: 8, acknowledged: 1 }))
    expect(board.news()).toEqual({})
  })

  it('KDS-11: rings on a board that opens after the start', async () => {
    const board = setUp()
    board.show(held(1, { time_finish: new Date(NOW + 39 * 60_000).toISOString() }))
    expect(board.news()).toEqual({ 1: 'new' })
  })

  it('KDS-11: does not fire when it is finished early', async () => {
    const board = setUp([held(1)])
    board.show(held(1, { order_status: 8 }))
    await board.clock.advance(61_000)
    expect([board.news(), board.reasons]).toEqual([{}, []])
  })
})

describe('attention marks', () => {
  it('KDS-09: a board of one station marks only orders with its items', () => {
    const board = setUp()
    board.choose('Grill')
    const cart = (station: string) => [{ id: 1, name: 'Dish', qty: 1, station }] as unknown as BoardOrder['cart']
    board.show(order(1, { order_status: 2, cart: cart('Grill') }), order(2, { order_status: 2, cart: cart('Bar') }))
    expect(board.news()).toEqual({ 1: 'new' })
    board.choose('Bar')
    expect(board.news()).toEqual({ 2: 'new' })
    board.choose('')
    expect(board.news()).toEqual({ 1: 'new', 2: 'new' })
    expect(board.reasons).toEqual(['new'])
  })

  it('KDS-05: a new order flashes until it is acknowledged here or elsewhere', () => {
    const board = setUp()
    board.show(order(1, { order_status: 2 }), order(2, { order_status: 2 }))
    expect(board.news()).toEqual({ 1: 'new', 2: 'new' })
    board.attention.seen([1])
    expect(board.news()).toEqual({ 2: 'new' })
    board.show(order(1, { order_status: 2 }), order(2, { order_status: 2, acknowledged: 1 }))
    expect(board.news()).toEqual({})
    expect(board.reasons).toEqual(['new'])
  })

  it.each([
    ['cart', { cart: [{ id: 1, name: 'Soup', qty: 1 }] }, 'changed'],
    ['comment', { comment: 'No onions' }, 'changed'],
    ['address', { destination_address: 'Lindenweg 5' }, 'changed'],
    ['courier', { courier: 5 }, undefined],
  ])('KDS-05: changing the %s marks an order as %s', (_, change, what) => {
    const board = setUp([order(1)])
    board.show(order(1, change as Partial<BoardOrder>))
    expect(board.news()[1]).toBe(what)
    expect(board.reasons).toEqual(what ? [what] : [])
  })

  it('KDS-05: an order rings once when it becomes late, but not if it was late before', async () => {
    const board = setUp([order(1), order(2, { time_finish: '2026-11-20T11:00:00.000Z' }), order(3, { order_status: 8 })])
    await board.clock.advance(61_000)
    expect(board.news()).toEqual({ 1: 'late' })
    await board.clock.advance(61_000)
    expect(board.reasons).toEqual(['late'])
    board.show(order(1, { order_status: 8 }))
    expect(board.news()).toEqual({})
  })

  it('KDS-23: a cancelled order stays until it is acknowledged, even across a restart', () => {
    const board = setUp([order(1), order(2)])
    const gone = order(1, { order_status: 0, cancel_reason: 'No answer' })
    board.show(gone, order(2))
    expect(board.cancelled()).toMatchObject([{ order_id: 1, ticket: 101, reason: 'No answer' }])
    expect(board.reasons).toEqual(['cancelled'])
    expect(setUp([], { storage: board.storage }).cancelled()).toHaveLength(1)
    board.attention.seen([1])
    expect(board.cancelled()).toEqual([])
    expect(setUp([], { storage: board.storage }).cancelled()).toEqual([])
  })

  it('KDS-23: a cancellation seen right after a restart is not announced again when the server answers, but another one is', () => {
    const known = order(1)
    const gone = order(1, { order_status: 0 })
    const { storage, show } = setUp([known])
    show(gone)
    // The last known board predates the cancellation.
    const board = setUp([known], { storage })
    board.attention.seen([1])
    board.show(gone)
    expect(board.cancelled()).toEqual([])
    expect(board.reasons).toEqual([])
    board.show(order(1))
    board.show(order(1, { order_status: 0 }))
    expect(board.cancelled()).toHaveLength(1)
  })

  it('KDS-23: does not announce a cancellation to the person who made it', () => {
    const board = setUp([order(1)], { undoable: [{ order_id: 1, to: 0 }] })
    board.show(order(1, { order_status: 0 }))
    expect(board.cancelled()).toEqual([])
    expect(board.reasons).toEqual([])
    expect(board.attention.store.getState().seenCancelled).toMatchObject([{ order_id: 1 }])
  })

  it('KDS-23: seen cancellations can be read again for hours, even after a restart, until the order is restored', () => {
    const board = setUp([order(1), order(2)])
    board.show(order(1, { order_status: 0, cancel_reason: 'No answer' }), order(2))
    board.attention.seen([1])
    const seen = () => board.attention.store.getState().seenCancelled
    expect(seen()).toMatchObject([{ order_id: 1, reason: 'No answer', at: NOW }])
    expect(setUp([], { storage: board.storage }).attention.store.getState().seenCancelled).toEqual(seen())
    board.show(order(1), order(2))
    expect(seen()).toEqual([])
    const { storage } = board
    const stored = [13, 11].map((hours) => ({ order_id: hours, ticket: hours, reason: '', at: NOW - hours * 3_600_000 }))
    storage.set('board.seenCancelled.1', JSON.stringify(stored))
    expect(setUp([], { storage }).attention.store.getState().seenCancelled).toEqual([stored[1]])
  })

  it('KDS-23: marking cancellations as seen can be undone', () => {
    const board = setUp([order(1), order(2)])
    board.show(order(1, { order_status: 0 }), order(2))
    const undo = board.attention.seen([1])
    board.show(order(1, { order_status: 0 }), order(2, { order_status: 0 }))
    undo()
    expect(board.cancelled().map(({ order_id }) => order_id)).toEqual([1, 2])
    expect(board.attention.store.getState().seenCancelled).toEqual([])
    const undoAll = board.attention.seen()
    expect(board.cancelled()).toEqual([])
    undoAll()
    expect(board.cancelled()).toHaveLength(2)
  })

  it('plays only the loudest of several simultaneous sounds', () => {
    const board = setUp([order(1), order(2)])
    board.show(order(1, { comment: 'x' }), order(2, { order_status: 0 }), order(3, { order_status: 2 }))
    expect(board.reasons).toEqual(['cancelled'])
  })
})
