import { expect, it } from 'vitest'
import { recallableMoves } from './recallable-moves.ts'

const NOW = 1_000_000_000
const undoable = (ages: readonly number[]) =>
  ages.map((age, index) => ({ intent_id: String(index), order_id: index, from: 2, to: 3, at: NOW - age }))

it('KDS-02: moves can be recalled for 15 minutes, newest first, 50 at most', () => {
  expect(recallableMoves(undoable([900_000, 899_999, 10]), NOW).map(({ order_id }) => order_id)).toEqual([2, 1])
  expect(recallableMoves(undoable(Array.from({ length: 60 }, () => 5)), NOW).map(({ order_id }) => order_id)).toEqual(
    Array.from({ length: 50 }, (_, index) => 59 - index),
  )
})
