import { expect, it } from 'vitest'
import { recallableMoves, withoutUndone } from './recallable-moves.ts'

const NOW = 1_000_000_000
const undoable = (ages: readonly number[]) =>
  ages.map((age, index) => ({ intent_id: String(index), order_id: index, from: 2, to: 3, at: NOW - age }))

it('KDS-02: moves can be recalled for 15 minutes, newest first, 50 at most', () => {
  expect(recallableMoves(undoable([900_000, 899_999, 10]), NOW).map(({ order_id }) => order_id)).toEqual([2, 1])
  expect(recallableMoves(undoable(Array.from({ length: 60 }, () => 5)), NOW).map(({ order_id }) => order_id)).toEqual(
    Array.from({ length: 50 }, (_, index) => 59 - index),
  )
})

const [NEW, COOKING, READY] = [2, 3, 4]
it.each([
  ['the order is where the last move put it', READY, [NEW, COOKING, READY], [COOKING, READY]],
  ['the last move was undone', COOKING, [NEW, COOKING, READY], [COOKING]],
  ['all moves were undone', NEW, [NEW, COOKING, READY], []],
  ['someone moved it on', 9, [NEW, COOKING, READY], [COOKING, READY]],
  ['it was moved back here', NEW, [NEW, COOKING, NEW], [COOKING, NEW]],
  ['it was moved in a circle, and the last move was undone', COOKING, [COOKING, READY, COOKING, READY], [READY, COOKING]],
  ['it has left the board', undefined, [NEW, COOKING], [COOKING]],
])('lists no move that was undone elsewhere: %s', (_what, status, way, left) => {
  const moves = way.slice(1).map((to, index) => ({ order_id: 1, from: way[index] ?? 0, to }))
  const other = { order_id: 2, from: NEW, to: COOKING }
  const shown = withoutUndone([other, ...moves], (id) => (id === 1 ? status : COOKING))
  expect(shown).toEqual([other, ...moves.filter(({ to }, index) => left[index] === to)])
})
