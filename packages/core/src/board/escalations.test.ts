import { expect, it } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { createNotices } from '#notices/notices'
import { stubClock } from '#session/stub-clock'
import type { BoardOrder } from './board-order.ts'
import type { BoardState } from './board-state.ts'
import { createEscalations } from './escalations.ts'

const order = { order_id: 1, order_status: 2, acknowledged: 0 } as unknown as BoardOrder
const acknowledged: BoardOrder = { ...order, acknowledged: 1 }
const rowsOf = (...orders: BoardOrder[]) => new Map(orders.map((row) => [row.order_id, row]))

function setUp(...orders: BoardOrder[]) {
  const clock = stubClock()
  const notices = createNotices(clock)
  const store = createStore<BoardState>(
    () =>
      ({
        phase: 'ready',
        search: '',
        chosen: 'all',
        merchants: [],
        statuses: [],
        rows: rowsOf(...orders),
      }) as unknown as BoardState,
  )
  const escalations = createEscalations({
    notices,
    store,
    i18n: { t: (text: string) => text, lang: () => 'en' },
  } as unknown as Parameters<typeof createEscalations>[0])
  const wait = (order_id: number, minutes: number) =>
    escalations.receive([{ order_id, merchant: 1, ticket: order_id + 40, minutes, step: 2, shown: true }])
  wait(1, 10)
  return {
    wait,
    notices: () => notices.store.getState().notices,
    told: () => notices.store.getState().notices.length,
    show: (...now: BoardOrder[]) => store.setState({ rows: rowsOf(...now) }),
  }
}

it.each([
  ['has been acknowledged', [acknowledged]],
  ['has been moved', [{ ...order, order_status: 3 }]],
  ['has gone', []],
])('KDS-08: reports that an order is not accepted until it %s', (_, now) => {
  const { told, show } = setUp(order)
  show({ ...order, escalated: 2 })
  expect(told()).toBe(1)
  show(...now)
  expect(told()).toBe(0)
})

it('KDS-08: reports that an order is not accepted even if the board does not have it yet', () => {
  const { told, show } = setUp()
  show()
  show(order)
  expect(told()).toBe(1)
  show(acknowledged)
  expect(told()).toBe(0)
})

it('KDS-08: tells of several orders in one notice, with their number and the shortest wait', () => {
  const second = { ...order, order_id: 2 }
  const third = { ...order, order_id: 3 }
  const { wait, notices, show } = setUp(order, second, third)
  wait(2, 12)
  wait(3, 12)
  const one = 'Order %1 has been waiting for %2 min and no one has accepted it'
  const several = 'Orders that no one has accepted for %2 min or longer: %1'
  const told = () => notices().map(({ text, params }) => [text, ...(params ?? [])])
  expect(told()).toEqual([[several, 3, 10]])
  show(acknowledged, second, third)
  expect(told()).toEqual([[several, 2, 12]])
  show(acknowledged, second, { ...third, acknowledged: 1 })
  expect(told()).toEqual([[one, '#42', 12]])
  show(acknowledged, { ...second, order_status: 3 }, { ...third, acknowledged: 1 })
  expect(told()).toEqual([])
})
