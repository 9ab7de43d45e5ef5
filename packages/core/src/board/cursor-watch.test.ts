import { queryObjects } from 'node:v8'
import { describe, expect, it } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { createI18n } from '#i18n/create-i18n'
import { createNotices } from '#notices/notices'
import { stubClock } from '../session/stub-clock.ts'
import { type BoardState, closedBoard } from './board-state.ts'
import { type CardCursor, type CursorStep, cursorOn, stepCursor } from './card-cursor.ts'
import { createCursorWatch } from './cursor-watch.ts'

const statuses = [
  { order_status_id: 10, status: 2, merchant: 2, value: { en: 'New' } },
  { order_status_id: 20, status: 3, merchant: 2, value: { en: 'Cooking' } },
  { order_status_id: 90, status: 0, merchant: 0, value: { en: 'Cancelled' } },
] as unknown as BoardState['statuses']
const row = (order_id: number, order_status = 10) => ({ order_id, ticket: order_id, merchant: 5, order_status })
const columnsOf = (...orders: ReturnType<typeof row>[]) =>
  [10, 20].map((id) => ({
    status: { order_status_id: id },
    cards: orders.filter(({ order_status }) => order_status === id),
  })) as unknown as Parameters<ReturnType<typeof createCursorWatch>['check']>[2]

function setUp() {
  const clock = stubClock()
  const notices = createNotices(clock)
  const store = createStore<BoardState>(() => ({ ...closedBoard, statuses, merchants: [{ merchant_id: 5 }] as never }))
  const watch = createCursorWatch({ board: { store }, i18n: createI18n(), notices, ports: { clock } })
  const show = (...orders: ReturnType<typeof row>[]): void =>
    store.setState({ rows: new Map(orders.map((order) => [order.order_id, order])) as never })
  const on = (order: number | null): CardCursor => ({ column: 10, order, around: [row(41), row(42)] })
  const said = () =>
    notices.store.getState().notices.map(({ text, params }) => text.replaceAll(/%(\d)/g, (_, at) => String(params?.[at - 1])))
  show(row(41), row(42))
  watch.check(on(41), on(41), columnsOf(row(41), row(42)))
  return { clock, store, watch, show, on, said }
}

describe('cursor watch', () => {
  it.each([
    ['moved', row(41, 20), '#41 moved to Cooking. Now on #42.'],
    ['cancelled', row(41, 90), '#41 was cancelled. Now on #42.'],
    ['gone', undefined, '#41 is no longer on this board. Now on #42.'],
  ])('reports by name that the order was %s, and holds keys for a second', async (_, order, text) => {
    const { clock, watch, show, on, said } = setUp()
    const orders = [...(order ? [order] : []), row(42)]
    show(...orders)
    watch.check(on(41), on(42), columnsOf(...orders))
    watch.check(on(42), on(42), columnsOf(...orders))
    expect(said()).toEqual([text])
    await clock.advance(900)
    expect(watch.refuses('move', 42)).toBe(true)
    expect(said()[1]).toBe('The order under the cursor changed. Press again.')
    await clock.advance(200)
    expect(watch.refuses('move', 42)).toBe(false)
  })

  it('reports nothing about an order that was deleted here', () => {
    const { store, watch, show, on, said } = setUp()
    store.setState({ deleted: new Set([41]) })
    show(row(42))
    watch.check(on(41), on(42), columnsOf(row(42)))
    expect([said(), watch.refuses('move', 42)]).toEqual([[], false])
  })

  it('reports it once if there is no other order to go to', () => {
    const { watch, show, on, said } = setUp()
    show()
    for (let times = 0; times < 3; times += 1) watch.check(on(41), on(41), columnsOf())
    expect(said()).toEqual(['#41 is no longer on this board.'])
    expect(watch.refuses('move', 42)).toBe(true)
  })

  it('does not hold keys after the person moved the cursor', () => {
    const { watch, show, on } = setUp()
    show(row(42))
    watch.check(on(41), on(42), columnsOf(row(42)))
    watch.release()
    expect(watch.refuses('move', 42)).toBe(false)
  })

  it.each<[string, CursorStep, number[], number[], number | null, boolean]>([
    ['the card below has left', 'down', [41, 42, 43], [41, 43], 43, true],
    ['the card with this number has left', { card: 1 }, [41, 42, 43], [41, 43], 43, true],
    ['the order under the cursor has left', 'down', [41, 42, 43], [42, 43], 43, true],
    ['another card has arrived below', 'down', [41, 42], [41, 40, 42], 40, true],
    ['a card further down has left', 'down', [41, 42, 43], [41, 42], 42, false],
    ['there is no other card', 'down', [41, 42], [41], 41, true],
    ['nothing has changed', 'down', [41, 42, 43], [41, 42, 43], 42, false],
  ])('when %s, a step %j from %j to %j holds keys if it would have chosen another order before', async (...given) => {
    const [, step, before, after, chosen, isHeld] = given
    const { clock, watch, show, on } = setUp()
    const rows = (ids: readonly number[]) => ids.map((id) => row(id))
    const columns = { before: columnsOf(...rows(before)), after: columnsOf(...rows(after)) }
    show(...rows(before))
    watch.check(on(41), on(41), columns.before)
    await clock.advance(2000)
    const [first = 0] = after
    show(...rows(after))
    watch.check(on(41), cursorOn(columns.after, first), columns.after)
    const pick = (seen: typeof columns.after, from: CardCursor) => stepCursor(seen, from, step)
    await clock.advance(500)
    const next = watch.choose(columns.after, cursorOn(columns.after, first), pick)
    expect([next.order, watch.refuses('move', 42)]).toEqual([chosen, isHeld])
    await clock.advance(1100)
    expect(watch.choose(columns.after, next, (_, same) => same)).toBe(next)
    expect(watch.refuses('move', 42)).toBe(false)
  })

  it.each<[string, number, readonly [string, number | undefined], boolean]>([
    ['bounces', 50, ['bump', 42], true],
    ['comes again on the same order', 50, ['bump', 41], false],
    ['comes again on purpose', 300, ['bump', 42], false],
    ['bounces after it acted on several orders', 50, ['bump', undefined], true],
    ['is another one', 50, ['print', 42], false],
  ])('ignores a key that %s, after %i ms', async (_, ms, press, isIgnored) => {
    const { clock, watch, said } = setUp()
    await clock.advance(2000)
    expect(watch.refuses('bump', 41)).toBe(false)
    for (let presses = 0; presses < 9; presses += 1) {
      await clock.advance(ms)
      expect(watch.refuses(...press)).toBe(isIgnored)
    }
    expect(said()).toEqual([])
  })

  it('obeys the same key at once after a step', () => {
    const { watch, on } = setUp()
    expect(watch.refuses('bump', 41)).toBe(false)
    watch.choose(columnsOf(row(41), row(42)), on(41), () => on(42))
    expect(watch.refuses('bump', 42)).toBe(false)
  })

  it('does not hold keys for a card that was moved here', async () => {
    const { clock, store, watch, on } = setUp()
    const [before, after] = [columnsOf(row(41), row(42), row(43)), columnsOf(row(42), row(43))]
    watch.check(on(41), on(41), before)
    await clock.advance(2000)
    store.setState({ pending: [{ intent_id: 'a', order_id: 41, from: 10, to: 20 }] })
    watch.check(on(41), cursorOn(after, 42), after)
    for (const [card, chosen] of [
      [0, 42],
      [1, 43],
    ] as const) {
      const next = watch.choose(after, cursorOn(after, 42), (seen, from) => stepCursor(seen, from, { card }))
      expect([next.order, watch.refuses('move', 42)]).toEqual([chosen, false])
    }
  })

  it('keeps no columns of more than a second ago, also without keys', async () => {
    const { clock, watch, on } = setUp()
    class Kept extends Array {}
    for (let change = 0; change < 50; change += 1) {
      watch.check(on(41), on(41), Kept.from(columnsOf(row(41), row(100 + change))) as ReturnType<typeof columnsOf>)
      await clock.advance(500)
    }
    // Collects garbage first.
    expect(queryObjects(Kept, { format: 'count' })).toBeLessThan(5)
  })

  it.each([
    ['search', { search: 'anna' }],
    ['choice of merchants', { chosen: [7] }],
    ['choice of days', { period: { from: '2026-11-20', to: '2026-11-20' } as never }],
    ['choice of columns', {}, 'other'],
  ])('does not report orders hidden by a changed %s', (_, change: Partial<BoardState>, choice?: string) => {
    const { store, watch, on, said } = setUp()
    store.setState(change)
    watch.check(on(41), on(42), columnsOf(row(42)), choice)
    expect(said()).toEqual([])
    expect(watch.refuses('move', 42)).toBe(false)
  })
})
