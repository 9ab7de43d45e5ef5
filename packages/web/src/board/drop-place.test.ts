import { describe, expect, it } from 'vitest'
import { dropAfter, dropIndex, isSamePlace } from './drop-place.ts'

const column = [
  { order_id: 1, start: 0, size: 100 },
  { order_id: 2, start: 100, size: 60 },
  { order_id: 3, start: 160, size: 100 },
]

describe('where a dropped card lands', () => {
  it.each([
    { y: -20, index: 0 },
    { y: 49, index: 0 },
    { y: 51, index: 1 },
    { y: 129, index: 1 },
    { y: 131, index: 2 },
    { y: 900, index: 3 },
  ])('BOARD-21: a point at $y is before card $index', ({ y, index }) => {
    expect(dropIndex(column, y)).toBe(index)
  })

  it('takes an empty column as the head', () => {
    expect([dropIndex([], 40), dropAfter([], 0, 9)]).toEqual([0, null])
  })

  it.each([
    { index: 0, dragged: 9, after: null },
    { index: 1, dragged: 9, after: 1 },
    { index: 3, dragged: 9, after: 3 },
    { index: 2, dragged: 2, after: 1 },
    { index: 1, dragged: 1, after: null },
  ])('BOARD-21: order $dragged dropped at $index stands behind $after', ({ index, dragged, after }) => {
    expect(dropAfter(column, index, dragged)).toBe(after)
  })

  it.each([
    { index: 1, dragged: 2, same: true },
    { index: 2, dragged: 2, same: true },
    { index: 3, dragged: 2, same: false },
    { index: 1, dragged: 9, same: false },
  ])('order $dragged dropped at $index stays: $same', ({ index, dragged, same }) => {
    expect(isSamePlace(column, index, dragged)).toBe(same)
  })
})
