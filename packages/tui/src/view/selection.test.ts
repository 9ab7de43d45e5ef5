import type { BoardColumns } from '@tiffin/core'
import { describe, expect, it } from 'vitest'
import { chosenOf, leftByHand, nothingChosen, settle, stepFrom } from './selection.ts'

/** Columns 10, 20, … with cards of these numbers. */
const columns = (...groups: number[][]): BoardColumns['columns'] =>
  groups.map((cards, index) => ({
    status: { order_status_id: (index + 1) * 10 },
    cards: cards.map((order_id) => ({ order_id })),
  })) as unknown as BoardColumns['columns']

const chosenId = (...args: Parameters<typeof chosenOf>) => chosenOf(...args).card?.order_id

describe('the chosen card', () => {
  it('is the first of the first column that has any', () => {
    expect(chosenId(columns([], [5, 6]), nothingChosen)).toBe(5)
    expect(chosenId(columns([], []), nothingChosen)).toBeUndefined()
  })

  it('stays chosen when others come and go around it', () => {
    const selection = stepFrom(columns([1, 2, 3]), nothingChosen, { card: 1 })
    expect(chosenId(columns([9, 8, 1, 2, 3]), selection)).toBe(2)
  })

  it('KDS-01: hands over to the one that took its place when it leaves the column', () => {
    const selection = settle(columns([1, 2, 3], []), { column: 10, order: 2, index: 1 })
    expect(chosenId(columns([1, 3], [2]), selection)).toBe(3)
    expect(chosenId(columns([1], [2]), selection)).toBe(1)
  })

  it('KDS-01: hands over to none when somebody else took it away, until the next step', () => {
    const [board, selection] = [columns([1, 3], [2]), { column: 10, order: 2, index: 1 }]
    expect(chosenOf(board, selection, false)).toEqual({ columnIndex: 0, cardIndex: 1, card: undefined })
    expect(settle(board, selection, false)).toBe(selection)
    expect((['up', 'down'] as const).map((step) => stepFrom(board, selection, step, false).order)).toEqual([1, 3])
  })

  it.each([
    ['was moved here and is on its way', 20, [{ order_id: 2, from: 10 }], [], true],
    ['was moved here', 20, [], [{ order_id: 2, from: 10 }], true],
    ['is hidden by the search', 10, [], [], true],
    ['was moved here earlier, and now by somebody else', 20, [], [{ order_id: 2, from: 5 }], false],
    ['was moved by somebody else', 20, [], [], false],
  ])('KDS-01: a card that %s', (_, order_status, pending, made, wanted) => {
    const state = { rows: new Map([[2, { order_status }]]), pending, made } as unknown as Parameters<typeof leftByHand>[0]
    expect(leftByHand(state, { column: 10, order: 2, index: 1 })).toBe(wanted)
  })

  it.each([
    { step: 'down', wanted: 3 },
    { step: 'up', wanted: 1 },
    { step: 'first', wanted: 1 },
    { step: 'last', wanted: 4 },
    { step: 'right', wanted: 6 },
    { step: 'left', wanted: 2 },
    { step: { card: 8 }, wanted: 4 },
  ] as const)('steps $step to $wanted and stays on the board', ({ step, wanted }) => {
    const board = columns([1, 2, 3, 4], [5, 6])
    expect(stepFrom(board, { column: 10, order: 2, index: 1 }, step).order).toBe(wanted)
  })

  it('stands in an empty column too', () => {
    const selection = stepFrom(columns([1], []), nothingChosen, 'right')
    expect(chosenOf(columns([1], []), selection)).toEqual({ columnIndex: 1, cardIndex: 0, card: undefined })
  })
})
