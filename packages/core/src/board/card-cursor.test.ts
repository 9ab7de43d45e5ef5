import type { MoveIntent } from '@tiffin/sdk/contract'
import { describe, expect, it } from 'vitest'
import type { BoardState } from './board-state.ts'
import { waitForUndo, cursorOn, departureOf, followCursor, noCursor, placeOfCursor, stepCursor } from './card-cursor.ts'

type Columns = Parameters<typeof placeOfCursor>[0]
/** Columns 10, 20, … with cards of these numbers. */
const columns = (...groups: number[][]): Columns =>
  groups.map((cards, index) => ({
    status: { order_status_id: (index + 1) * 10 },
    cards: cards.map((order_id) => ({ order_id })),
  })) as unknown as Columns

interface Outcome {
  status?: number | null
  made?: number
  pending?: number
  merchants?: readonly number[]
  done?: boolean
  deleted?: boolean
  search?: string
}

const orderOf = (...args: Parameters<typeof placeOfCursor>) => placeOfCursor(...args).card?.order_id

describe('board cursor', () => {
  it('starts on the first card of the first non-empty column', () => {
    expect(orderOf(columns([], [5, 6]), noCursor)).toBe(5)
    expect(orderOf(columns([], []), noCursor)).toBeUndefined()
  })

  it.each([
    ['stays when others come and go around it', columns([9, 8, 2, 7]), 2],
    ['goes to the next when its order leaves the column', columns([9, 1, 3], [2]), 3],
    ['goes to the next that is still there', columns([1, 4, 8], [2]), 4],
    ['goes to the previous one if none follows', columns([0, 1, 8], [2]), 1],
    ['goes to the first if all its neighbours have gone', columns([8, 9], [2]), 8],
    ['goes to the nearest column with cards from one that is empty', columns([], [], [2, 5], [6]), 2],
    ['waits for a card if there is none', columns([], []), undefined],
  ])('%s', (_, after, requested) => {
    const before = cursorOn(columns([1, 2, 3, 4], []), 2)
    const cursor = followCursor(after, before)
    expect(orderOf(after, cursor)).toBe(requested)
    expect(followCursor(after, cursor)).toBe(cursor)
  })

  const moved = (more: Partial<MoveIntent> = {}) => [{ intent_id: 'a', order_id: 1, from: 10, to: 20, ...more }] as MoveIntent[]

  it('stays in the column after a move made here, without an order if that was the last', () => {
    const last = followCursor(columns([], [1, 2]), cursorOn(columns([1], [2]), 1), moved())
    expect(last).toMatchObject({ column: 10, order: null })
    expect(followCursor(columns([], [1, 2]), last)).toBe(last)
    expect(orderOf(columns([7], [1, 2]), last)).toBe(7)
    const item = followCursor(columns([2], [1]), cursorOn(columns([1, 2], []), 1), moved())
    expect(item).toMatchObject({ column: 10, order: 2 })
  })

  it.each([
    ['an undo', moved({ undo: 'b' })],
    ['a move of another order', moved({ order_id: 2 })],
    ['a move out of another column', moved({ from: 30 })],
  ])('goes to the nearest column if the last move made here was %s', (_, moves) => {
    expect(followCursor(columns([], [1, 2]), cursorOn(columns([1], [2]), 1), moves)).toMatchObject({ column: 20, order: 1 })
  })

  const moved20 = { kind: 'moved', to: 20 }
  it.each([
    ['it was moved elsewhere', columns([2], [1]), { status: 20 }, moved20],
    ['it was moved elsewhere to a hidden status', columns([2]), { status: 90 }, { kind: 'moved', to: 90 }],
    ['it was moved here', columns([2], [1]), { status: 20, made: 20 }, undefined],
    ['it is being moved here', columns([2], [1]), { pending: 20 }, undefined],
    ['it was moved here and then elsewhere', columns([2], [], [1]), { status: 30, made: 20 }, { kind: 'moved', to: 30 }],
    ['a person moves the cursor away', columns([1, 2]), {}, undefined],
    ['it is gone', columns([2]), { status: null }, { kind: 'gone' }],
    ['it was deleted', columns([2]), { deleted: true }, { kind: 'gone' }],
    ['its merchant is hidden', columns([2]), { status: null, merchants: [] }, { kind: 'merchant' }],
    ['its day has passed', columns([2]), { done: true }, { kind: 'day' }],
    ['it no longer fits the search', columns([2]), { done: true, search: 'anna' }, { kind: 'gone' }],
  ] as const)('tells what became of its order if %s', (_, after, how, outcome) => {
    const { status = 10, made, pending, merchants = [5], done, deleted, search = '' }: Outcome = how
    const row = { order_id: 1, ticket: 41, merchant: 5, order_status: status, delete: deleted ? 1 : 0 }
    const state = {
      rows: new Map(status === null ? [] : [[1, row]]),
      undoable: made ? [{ order_id: 1, to: made }] : [],
      deleted: new Set(),
      pending: pending ? [{ order_id: 1, to: pending }] : [],
      merchants: merchants.map((merchant_id) => ({ merchant_id })),
      statuses: [{ order_status_id: 10, done: done ? 1 : 0 }],
      search,
    } as unknown as BoardState
    const around = [{ order_id: 1, ticket: 41, merchant: 5 }, { order_id: 2 }]
    const found = departureOf({ column: 10, order: 1, around }, after, state)
    expect(found?.outcome).toEqual(outcome)
    if (outcome) expect(found?.order).toMatchObject({ order_id: 1, ticket: 41, merchant: 5 })
  })

  it('remembers its latest neighbours, not its first ones', () => {
    const first = cursorOn(columns([1, 2, 3]), 2)
    const later = followCursor(columns([7, 8, 9, 1, 2, 6]), first)
    expect(orderOf(columns([7, 8, 9, 1, 6]), later)).toBe(6)
  })

  it('goes to the nearest column on either side', () => {
    const cursor = cursorOn(columns([1], [], [5], [6]), 5)
    expect(orderOf(columns([1], [], [], [6]), cursor)).toBe(6)
    expect(orderOf(columns([1], [3], [], []), cursor)).toBe(3)
  })

  it('follows an order restored by undo, even if it arrives later, until the cursor is moved', () => {
    const cursor = { ...cursorOn(columns([1], [2, 3]), 3), awaited: 4 }
    expect(orderOf(columns([1, 4], [2, 3]), cursor)).toBe(4)
    const waiting = followCursor(columns([1], [2]), cursor)
    expect(orderOf(columns([1], [2]), waiting)).toBe(2)
    const come = followCursor(columns([1, 4], [2]), waiting)
    expect(come).toMatchObject({ column: 10, order: 4 })
    expect(come).not.toHaveProperty('awaited')
    expect(orderOf(columns([1, 4], [2]), stepCursor(columns([1], [2]), waiting, 'left'))).toBe(1)
  })

  it('waits for the order of an undo until the server refuses it', () => {
    const move = (intent_id: string, order_id: number, undo?: string) => ({ intent_id, order_id, undo }) as MoveIntent
    const moves = (pending: MoveIntent[], refused: MoveIntent | null = null) => ({ pending, refused })
    const [plain, undo] = [move('a', 1), move('b', 7, 'x')]
    expect(waitForUndo(noCursor, moves([plain]), moves([]))).toBe(noCursor)
    const waiting = waitForUndo(noCursor, moves([plain, undo]), moves([plain]))
    expect(waiting).toMatchObject({ awaited: 7 })
    expect(waitForUndo(waiting, moves([undo, move('c', 1)]), moves([undo]))).toBe(waiting)
    expect(waitForUndo(waiting, moves([]), moves([undo]))).toBe(waiting)
    for (const other of [move('d', 7), move('e', 8, 'y')]) expect(waitForUndo(waiting, moves([], other), moves([]))).toBe(waiting)
    expect(waitForUndo(waiting, moves([], undo), moves([]))).toEqual(noCursor)
  })

  it.each([
    { step: 'down', wanted: 3 },
    { step: 'up', wanted: 1 },
    { step: 'first', wanted: 1 },
    { step: 'last', wanted: 4 },
    { step: 'right', wanted: 6 },
    { step: 'left', wanted: 2 },
    { step: { card: 8 }, wanted: 4 },
  ] as const)('steps $step to $wanted and stays on the board', ({ step, wanted: target }) => {
    const board = columns([1, 2, 3, 4], [5, 6])
    expect(stepCursor(board, cursorOn(board, 2), step).order).toBe(target)
  })

  it('can wait in an empty column for the next order', () => {
    const cursor = stepCursor(columns([1], []), noCursor, 'right')
    expect(placeOfCursor(columns([1], []), cursor)).toEqual({ columnIndex: 1, cardIndex: 0, card: undefined })
    expect(orderOf(columns([1], [2]), cursor)).toBe(2)
  })
})
