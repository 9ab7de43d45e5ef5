import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addonLabels,
  allDayCounts,
  groupByColumn,
  isOnBoard,
  isPickup,
  matchesSearch,
  ownsCard,
  placeAfter,
  SMALLEST_GAP,
  sortCards,
} from './board.ts'
import { boardPeriod, periodBounds } from './periods.ts'
import { statuses } from './sample.ts'
import { columnsOf } from './statuses.ts'

const NEW = 102
const DELIVERED = 100
const HIDDEN_TEXT = 108
const CANCELLED = 109

it.each([
  [7, 7, true],
  [7, 8, false],
  [7, null, false],
])('BOARD-31: person %s owns the card of an order created by %s: %s', (admin_id, admin, owns) => {
  expect(ownsCard({ admin_id }, { admin })).toBe(owns)
})

describe('orders on the board', () => {
  const period = periodBounds(boardPeriod('2026-11-21'), 'Europe/Berlin')
  const yes = { outside: false }
  const old = { outside: true }
  it.each<[string, string, number, number, 'all' | number[], false | { outside: boolean }]>([
    ['BOARD-14', '2026-11-20T23:00:00.000Z', NEW, 10, 'all', yes],
    ['BOARD-14', '2026-11-28T22:59:59.999Z', DELIVERED, 10, 'all', yes],
    ['BOARD-14', '2026-11-20T22:59:59.999Z', DELIVERED, 10, 'all', false],
    ['BOARD-14', '2026-11-28T23:00:00.000Z', DELIVERED, 10, 'all', false],
    ['BOARD-13 BOARD-14', '2026-11-20T22:59:59.999Z', NEW, 10, 'all', old],
    ['BOARD-13 BOARD-14', '2025-01-01T00:00:00.000Z', NEW, 10, 'all', old],
    ['BOARD-13 BOARD-14', '2026-11-28T23:00:00.000Z', NEW, 10, 'all', old],
    ['BOARD-17', '2026-11-21T12:00:00.000Z', HIDDEN_TEXT, 10, 'all', false],
    ['BOARD-17', '2026-11-21T12:00:00.000Z', CANCELLED, 10, 'all', false],
    ['BOARD-17', '2026-11-21T12:00:00.000Z', 999, 10, 'all', false],
    ['BOARD-01', '2026-11-21T12:00:00.000Z', NEW, 10, [10, 11], yes],
    ['BOARD-01', '2026-11-21T12:00:00.000Z', NEW, 12, [10, 11], false],
    ['BOARD-01', '2026-11-21T12:00:00.000Z', NEW, 10, [], false],
  ])(
    '%s: an order of %s in status %i of merchant %i with %j chosen gives %j',
    (_ids, time_create, order_status, merchant, merchants, result) => {
      expect(isOnBoard({ time_create, order_status, merchant }, { period, statuses, merchants })).toEqual(result)
    },
  )

  it('BOARD-14: a deleted order is not on the board', () => {
    const order = { time_create: '2026-11-21T12:00:00.000Z', order_status: NEW, merchant: 10, delete: 1 }
    expect(isOnBoard(order, { period, statuses, merchants: 'all' })).toBe(false)
  })

  it('BOARD-01 BOARD-02 ORDER-10: each column has its cards by position, and empty columns are kept', () => {
    const card = (order_id: number, order_status: number, order: number) => ({ order_id, order_status, order })
    const cards = [card(1, NEW, 2), card(4, NEW, 1), card(3, NEW, 1), card(5, DELIVERED, 0), card(6, CANCELLED, 0)]
    const groups = groupByColumn(cards, columnsOf(statuses))
    expect([...groups].map(([column, group]) => [column, group.map(({ order_id }) => order_id)])).toEqual([
      [102, [3, 4, 1]],
      [103, []],
      [104, []],
      [105, []],
      [100, [5]],
      [101, []],
    ])
  })
})

describe('search', () => {
  const card = {
    order_id: 4711,
    ticket: 42,
    destination_address: 'Lange Straße 5',
    user_obj: { name: 'Ольга Smith', phone: '79991234567' },
    merchant_obj: { name: { en: 'Noodle Bar', de: 'Nudelbar' } },
    cart: [{ name: 'Caesar salad', addons: [{ name: 'Extra bacon' }] }, null, { name: 'Solyanka' }] as never,
  }
  it.each<[string, string, boolean]>([
    ['BOARD-18', '', true],
    ['BOARD-18', 'z', true],
    ['BOARD-18', ' z ', true],
    ['BOARD-18', 'zz', false],
    ['BOARD-19', 'SMI', true],
    ['BOARD-19', 'ольга', true],
    ['BOARD-19', '  smith ', true],
    ['BOARD-19', '999123', true],
    ['BOARD-19', '+7 (999) 123-45', true],
    ['BOARD-19', '8 999 123-45-67', true],
    ['BOARD-19', '007 999 123', true],
    ['BOARD-19', '0999 123', true],
    ['BOARD-19', 'noodle', true],
    ['BOARD-19', 'nudel', true],
    ['BOARD-19', 'LANGE str', true],
    ['BOARD-19', 'flat 7', false],
    ['BOARD-19', 'caesar', true],
    ['BOARD-19', 'BACON', true],
    ['BOARD-19', 'pesto', false],
    ['KDS-22', '42', true],
    ['KDS-22', '#42', true],
    ['KDS-22', '4711', true],
    ['KDS-22', '471', false],
    ['KDS-22', '4#2', false],
    ['BOARD-19', '79', true],
    ['BOARD-19', '(9', false],
    ['BOARD-19', '99-9', true],
  ])('%s: %j finds the card: %s', (_id, query, found) => {
    expect(matchesSearch(card, query)).toBe(found)
  })

  it('BOARD-19: a card without customer, merchant or address is not found and causes no error', () => {
    for (const text of ['smith', '12'])
      for (const more of [{ user_obj: null }, {}, { user_obj: {} }])
        expect(matchesSearch({ order_id: 1, cart: 'none' as never, ...more }, text)).toBe(false)
  })
})

describe('positions', () => {
  const column = [
    { order_id: 1, order: 1 },
    { order_id: 2, order: 2 },
    { order_id: 3, order: 2 + SMALLEST_GAP },
    { order_id: 4, order: 2 + SMALLEST_GAP },
  ]
  it.each<[number | null | undefined, number, boolean, 'asked' | 'end']>([
    [null, 0, false, 'asked'],
    [1, 1.5, false, 'asked'],
    [2, 2 + SMALLEST_GAP / 2, true, 'asked'],
    [3, 2 + SMALLEST_GAP, true, 'asked'],
    [4, 3 + SMALLEST_GAP, false, 'asked'],
    [undefined, 3 + SMALLEST_GAP, false, 'asked'],
    [99, 3 + SMALLEST_GAP, false, 'end'],
  ])('after %s a card gets position %f', (after, position, tooSmall, placed) => {
    const result = placeAfter(column, after)
    expect(result.position).toBeCloseTo(position, 12)
    expect(result).toMatchObject({ tooSmall, placed })
  })

  it('an empty column places the first card', () => {
    for (const after of [null, undefined])
      expect(placeAfter([], after)).toEqual({ position: 0, tooSmall: false, placed: 'asked' })
    expect(placeAfter([], 5)).toEqual({ position: 0, tooSmall: false, placed: 'end' })
  })

  it('requests renumbering when positions are too close to be told apart', () => {
    expect(placeAfter([{ order_id: 1, order: 2 ** 54 }], undefined).tooSmall).toBe(true)
  })

  it('any sequence of moves leaves the cards in the requested order', () => {
    const moves = fc.array(fc.tuple(fc.nat(9), fc.option(fc.nat(9)), fc.boolean()), { maxLength: 120 })
    fc.assert(
      fc.property(moves, (asked) => {
        let cards = Array.from({ length: 10 }, (_, id) => ({ order_id: id, order: id }))
        let expected = cards.map(({ order_id }) => order_id)
        for (const [moved, target, toEnd] of asked) {
          const after = toEnd ? undefined : target
          if (after === moved) continue
          const { position, tooSmall } = placeAfter(cards, after, moved)
          expected = expected.filter((id) => id !== moved)
          expected.splice(after === null ? 0 : after === undefined ? expected.length : expected.indexOf(after) + 1, 0, moved)
          cards = tooSmall
            ? expected.map((order_id, order) => ({ order_id, order }))
            : cards.map((card) => (card.order_id === moved ? { ...card, order: position } : card))
          expect(sortCards(cards).map(({ order_id }) => order_id)).toEqual(expected)
        }
      }),
    )
  })
})

describe('all-day counts', () => {
  const line = (id: number, name: string, qty: number) => ({ id, name, qty })
  const orders = [
    { order_status: NEW, cart: [line(1, 'Soup', 2), line(2, 'Tea', 1)] },
    { order_status: 104, cart: [line(1, 'Soup', 3), line(3, 'Cheese', 0.1), line(3, 'Cheese', 0.2)] },
    { order_status: DELIVERED, cart: [line(1, 'Soup', 100)] },
    { order_status: CANCELLED, cart: [line(1, 'Soup', 100)] },
  ]
  const count = (id: number, name: string, qty: number) => ({ id, name, qty, variants: [] })
  it("KDS-04: counts each item's quantity over the board's open orders", () => {
    expect(allDayCounts(orders, statuses)).toEqual([count(1, 'Soup', 5), count(2, 'Tea', 1), count(3, 'Cheese', 0.3)])
  })
  it('KDS-04: counts one column', () => {
    expect(allDayCounts(orders, statuses, 104)).toEqual([count(1, 'Soup', 3), count(3, 'Cheese', 0.3)])
    expect(allDayCounts(orders, statuses, DELIVERED)).toEqual([])
  })
  it('KDS-04: counts a dish by combination of add-ons', () => {
    const salad = (qty: number, ...addons: [string, number][]) => ({
      ...line(1, 'Salad', qty),
      addons: addons.map(([name, each]) => ({ name, qty: each, price: '0.00' })),
    })
    const cart = [salad(2), salad(1, ['chicken', 1], ['egg', 2]), salad(3, ['egg', 2], ['chicken', 1]), salad(1, ['egg', 1])]
    expect(allDayCounts([{ order_status: NEW, cart }], statuses)).toEqual([
      {
        ...line(1, 'Salad', 7),
        variants: [
          { addons: ['2× egg', 'chicken'], qty: 4 },
          { addons: ['egg'], qty: 1 },
        ],
      },
    ])
  })
})

it('shows the quantity of an add-on if it is not one', () => {
  expect(addonLabels({ addons: [{ name: 'Egg', qty: 1 }, { name: 'Olives', qty: 2 }, { name: 'Basil' }] })).toEqual([
    'Egg',
    '2× Olives',
    'Basil',
  ])
  expect(addonLabels({ addons: null })).toEqual([])
})

it.each([
  [1, false],
  [2, true],
  [7, true],
  [null, false],
  [undefined, false],
])('ORDER-07: an order of type %s is for pickup: %s', (type, picked) => {
  expect(isPickup({ type })).toBe(picked)
})
