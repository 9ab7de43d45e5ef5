import { describe, expect, it, vi } from 'vitest'
import type { OrderStatus, SessionUser } from '@tiffin/sdk/contract'
import { createCore } from '../create-core.ts'
import { memoryStorage } from '../ports.ts'
import { stubClock } from '../session/stub-clock.ts'
import type { BoardOrder } from './board-order.ts'
import type { BoardCommands, Outcome } from './commands.ts'
import { marksOf } from './marks.ts'

const [NEW, COOKING, READY, CANCELLED] = [2, 3, 4, 9]
const status = (id: number, transfer: number[], more: Partial<OrderStatus> = {}) =>
  ({
    order_status_id: id,
    status: id,
    merchant: 2,
    done: 0,
    sound: '',
    value: { en: `S${id}` },
    transfer,
    ...more,
  }) as OrderStatus
const statuses = [
  status(NEW, [COOKING, CANCELLED], { created: 1 }),
  status(COOKING, [READY]),
  status(READY, [CANCELLED]),
  status(CANCELLED, [], { status: -1 }),
]
const order = (order_id: number, order_status: number) =>
  ({
    order_id,
    order_status,
    ticket: order_id,
    merchant: 1,
    order: order_id,
    revision: 1,
    acknowledged: 0,
    escalated: 0,
    time_finish: '2100-01-01',
  }) as BoardOrder
const owner = {
  admin_id: 1,
  role: 2,
  company_role: 1,
  merchants: {},
  dictionary_edit: '',
  company: { company_id: 7, enable: 1 },
} as unknown as SessionUser

/** A board with new orders #1 and #2, and #3, which is cooked. */
function setUp({ enable = 1, without = [] as number[], cancelled = [] as number[], handoff_codes = 0 } = {}) {
  const core = createCore({
    url: 'http://127.0.0.1:9',
    app: { name: 'tui', version: '0' },
    ports: { clock: stubClock(), storage: memoryStorage(), log: () => {} },
    keep: 'bearer',
  })
  core.session.store.setState({ user: { ...owner, company: { ...owner.company, enable, handoff_codes } } as SessionUser })
  core.board.store.setState({
    phase: 'ready',
    statuses: statuses.filter(({ order_status_id: id }) => !without.includes(id)),
    merchants: [{ merchant_id: 1, name: { en: 'Pizzeria' }, logo: '', order: 1 }],
    rows: new Map(
      [order(1, NEW), order(2, NEW), order(3, COOKING)].map((row) => [
        row.order_id,
        cancelled.includes(row.order_id) ? { ...row, order_status: CANCELLED } : row,
      ]),
    ),
  })
  const done = {
    move: vi.spyOn(core.board, 'move').mockImplementation(() => {}),
    moveMany: vi.spyOn(core.board, 'moveMany').mockResolvedValue([]),
    acknowledge: vi.spyOn(core.board, 'acknowledge'),
    undo: vi.spyOn(core.board, 'undo').mockImplementation(() => {}),
  }
  const told = () => core.notices.store.getState().notices
  return { ...core, core, done, told, texts: () => told().map(({ text, params }) => [text, ...(params ?? [])].join(' | ')) }
}

describe('order marks', () => {
  const cancelled = [4, 5].map((order_id) => ({ order_id, ticket: order_id, reason: '' }))
  const withMarks = () => {
    const board = setUp()
    board.attention.store.setState({ news: new Map([[1, 'new']]), cancelled })
    return board
  }

  it('KDS-05 MOON-02: marking an order as seen acknowledges it on all boards and removes its mark here', () => {
    const { commands, attention, done } = withMarks()
    const undo = commands.seen([1])
    expect(attention.store.getState().news.size).toBe(0)
    expect(done.acknowledge.mock.calls).toEqual([[1]])
    undo()
    expect([...attention.store.getState().news]).toEqual([[1, 'new']])
  })

  it('KDS-23: marks cancelled orders as seen without accepting new ones, with undo', () => {
    const { commands, attention, done, told, texts } = withMarks()
    commands.cancelledSeen()
    expect(attention.store.getState()).toMatchObject({ cancelled: [], news: new Map([[1, 'new']]) })
    expect(done.acknowledge.mock.calls).toEqual([[4], [5]])
    expect(texts()).toEqual(['Marked as seen: %1 | 2'])
    told()[0]?.action?.run()
    expect(attention.store.getState().cancelled).toEqual(cancelled)
    commands.cancelledSeen()
    commands.cancelledSeen()
    expect(texts().at(-1)).toBe('No cancelled orders')
  })

  it('KDS-05: asks before marking several orders as seen, with their number', () => {
    const { commands, attention, done, texts } = withMarks()
    expect(commands.allSeen()).toEqual({ ask: 'sure', orders: 3 })
    expect(done.acknowledge).not.toHaveBeenCalled()
    expect(commands.allSeen(true)).toBe('done')
    expect(done.acknowledge.mock.calls).toEqual([[1], [4], [5]])
    commands.allSeen()
    expect(texts()).toEqual(['Marked as seen: %1 | 3', 'Nothing to mark as seen'])
    attention.store.setState({ news: new Map([[2, 'new']]) })
    expect(commands.allSeen()).toBe('done')
    expect(done.acknowledge).toHaveBeenLastCalledWith(2)
  })

  it('KDS-05: hides marks here without accepting anything, with undo', () => {
    const { commands, attention, done, told, texts } = withMarks()
    commands.hideMarks()
    expect(attention.store.getState()).toMatchObject({ news: new Map(), cancelled: [] })
    expect(done.acknowledge).not.toHaveBeenCalled()
    told()[0]?.action?.run()
    expect(attention.store.getState().news.size).toBe(1)
    commands.hideMarks()
    commands.hideMarks()
    expect(texts().at(-1)).toBe('Nothing to mark as seen')
  })
})

describe('order moves', () => {
  it.each([
    [[1], [], [[1, COOKING]]],
    [
      [1, 2, 3],
      [
        [
          [
            [1, COOKING],
            [2, COOKING],
            [3, READY],
          ],
        ],
      ],
      [],
    ],
  ])('KDS-01 KDS-16: bumps %j, several as one command', (ids, many, single) => {
    const { commands, done } = setUp()
    commands.bump(ids)
    expect(done.moveMany.mock.calls.map(([moves]) => [moves.map(({ order_id, to }) => [order_id, to])])).toEqual(many)
    expect(done.move.mock.calls).toEqual(single)
  })

  it('KDS-16: offers each status that an order is not in, available ones first, with a count', () => {
    const { commands } = setUp()
    const targets = (ids: number[]) =>
      commands.targets(ids).map(({ status, open, needsReason }) => [status.order_status_id, open, needsReason])
    expect(targets([1, 2, 3])).toEqual([
      [COOKING, 2, false],
      [READY, 1, false],
      [CANCELLED, 2, true],
      [NEW, 0, false],
    ])
    expect(targets([3])).toEqual([
      [READY, 1, false],
      [NEW, 0, false],
      [CANCELLED, 0, true],
    ])
  })

  it('KDS-23: asks for a reason before cancelling one or several orders', () => {
    const { commands, done } = setUp()
    expect(commands.move([1], CANCELLED)).toMatchObject({ ask: 'reason', orderIds: [1] })
    // An empty answer is refused with a message, and the question stays open.
    expect(commands.move([1], CANCELLED, '')).toBe('refused')
    expect(commands.cancel([1, 2])).toMatchObject({ ask: 'reason', orderIds: [1, 2] })
    expect(done.move).not.toHaveBeenCalled()
    expect(commands.cancel([1], 'no dough')).toBe('done')
    expect(done.move.mock.calls).toEqual([[1, CANCELLED, { reason: 'no dough' }]])
    expect(commands.move([1, 2], CANCELLED, 'no dough')).toBe('done')
    expect(done.moveMany.mock.calls).toEqual([
      [
        [
          { order_id: 1, to: CANCELLED },
          { order_id: 2, to: CANCELLED },
        ],
        'no dough',
      ],
    ])
  })

  it('KDS-13: asks for the code of a delivery before it is handed over, by bump, move and drop', () => {
    const { core, commands, done } = setUp({ handoff_codes: 1 })
    core.board.store.setState({
      statuses: statuses.map((item) => (item.order_status_id === READY ? { ...item, done: 1 } : item)),
    })
    for (const outcome of [commands.bump([3]), commands.move([3], READY), commands.drop(3, READY, null)]) {
      expect(outcome).toMatchObject({ ask: 'handoff', orderIds: [3] })
      if (typeof outcome !== 'object' || outcome.ask !== 'handoff') continue
      expect(done.move).not.toHaveBeenCalled()
      outcome.answer(new Map([[3, { code: '1234' }]]))
      expect(done.move).toHaveBeenCalledExactlyOnceWith(3, READY, expect.objectContaining({ handoff: { code: '1234' } }))
      done.move.mockClear()
    }
    // No response: refused here, and nothing is sent.
    const again = commands.bump([3])
    expect(typeof again === 'object' && again.ask === 'handoff' && again.answer(new Map())).toBe('refused')
    expect(done.move).not.toHaveBeenCalled()
  })

  it('KDS-13 KDS-16: asks once for several orders, and moves those that have an answer', () => {
    const { core, commands, done } = setUp({ handoff_codes: 1 })
    const rows = [order(1, NEW), order(2, COOKING), { ...order(3, COOKING), type: 2 }, order(4, COOKING)]
    core.board.store.setState({
      rows: new Map(rows.map((row) => [row.order_id, row])),
      statuses: statuses.map((item) => (item.order_status_id === READY ? { ...item, done: 1 } : item)),
    })
    const outcome = commands.bump([1, 2, 3, 4])
    expect(outcome).toMatchObject({ ask: 'handoff', orderIds: [2, 4] })
    if (typeof outcome === 'object' && outcome.ask === 'handoff') outcome.answer(new Map([[2, { without: 'Asleep' }]]))
    expect(
      done.moveMany.mock.calls[0]?.[0].map(({ order_id, to, handoff, refused }) => [order_id, to, handoff ?? refused]),
    ).toEqual([
      [1, COOKING, undefined],
      [2, READY, { without: 'Asleep' }],
      [3, READY, undefined],
      [4, READY, 'handoff_required'],
    ])
  })

  /** Carries out the answer to a question of a command. */
  function reply(question: Outcome): void {
    if (typeof question !== 'object' || question.ask === 'sure') expect.unreachable()
    else if (question.ask === 'handoff') question.answer(new Map([[3, { code: '1234' }]]))
    else question.answer('no dough')
  }
  const later = (question: Outcome) => () => reply(question)
  it.each<[string, number, (commands: BoardCommands) => () => void]>([
    ['code of a bump', 3, (commands) => later(commands.bump([3]))],
    ['code of a move', 3, (commands) => later(commands.move([3], READY))],
    ['code of a drop', 3, (commands) => later(commands.drop(3, READY, null))],
    ['reason of a cancellation', 1, (commands) => later(commands.cancel([1]))],
    ['reason, with another order selected', 1, (commands) => later(commands.cancel([1], undefined, marksOf([order(2, NEW)])))],
    ['choice of a status', 1, (commands) => commands.prepareMove([1]).bind(undefined, COOKING)],
  ])('an order that someone moves before the %s stays where they moved it', async (_what, id, ask) => {
    const { core, commands, done, texts } = setUp({ handoff_codes: 1 })
    done.moveMany.mockRestore()
    const send = vi.spyOn(core.client.Order, 'move')
    const packing = status(5, [NEW, COOKING, READY, CANCELLED])
    // All moves are possible, so that nothing else refuses this one.
    core.board.store.setState(({ statuses: all }) => ({
      statuses: [...all, packing].map((item) => ({
        ...item,
        transfer: [COOKING, READY, CANCELLED],
        done: item.order_status_id === READY ? 1 : 0,
      })),
    }))
    const answer = ask(commands)
    core.board.store.setState(({ rows }) => ({ rows: new Map([...rows, [id, order(id, packing.order_status_id)]]) }))
    answer()
    await vi.waitFor(() => expect(texts().join()).toContain('Someone else moved it to'))
    const sent = send.mock.calls.flatMap(([{ intents }]) => intents.map(({ order_id }) => order_id))
    expect([...done.move.mock.calls.map(([order_id]) => order_id), ...sent]).not.toContain(id)
  })

  it('BOARD-25: a move outside the transfer list is refused with a message and asks for no reason', () => {
    const { commands, done, texts } = setUp()
    expect(commands.move([3], CANCELLED)).toBe('refused')
    expect(commands.cancel([3])).toBe('refused')
    expect(texts()).toHaveLength(2)
    expect(done.move).not.toHaveBeenCalled()
  })

  it('reports that no status is set up for cancelled orders', () => {
    const { commands, texts } = setUp({ without: [CANCELLED] })
    expect(commands.cancel([1])).toBe('refused')
    expect(texts()).toEqual(['No status is set up for cancelled orders'])
  })

  it('KDS-23: says that a cancelled order is already cancelled', () => {
    const { commands, texts } = setUp({ cancelled: [1] })
    expect(commands.cancel([1])).toBe('refused')
    expect(texts()).toEqual(['Already cancelled'])
  })

  it("BOARD-39: can't open orders of a company that is not enabled, and says so", () => {
    expect(setUp().commands.mayOpen()).toBe(true)
    const { commands, texts } = setUp({ enable: 0 })
    expect(commands.mayOpen()).toBe(false)
    expect(texts()).toEqual(['The company is not enabled'])
  })
})

it('KDS-02 KDS-06: undo runs the latest offer still shown, else undoes the last move', () => {
  const { commands, notices, done, texts } = setUp()
  const [first, second] = [vi.fn(), vi.fn()]
  notices.show('info', 'Order changed', { action: { label: 'Undo', run: first } })
  notices.show('info', 'Order changed', { action: { label: 'Undo', run: second } })
  notices.show('negative', 'Server error', { action: { label: 'Retry', run: vi.fn() } })
  commands.undo()
  expect([first, second].map(({ mock }) => mock.calls.length)).toEqual([0, 1])
  commands.undo()
  expect(first).toHaveBeenCalledOnce()
  expect(done.undo).not.toHaveBeenCalled()
  commands.undo()
  expect(done.undo).toHaveBeenCalledOnce()
  expect(texts()).toEqual(['Server error'])
})
