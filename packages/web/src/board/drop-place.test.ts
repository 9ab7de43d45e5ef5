import { describe, expect, it } from 'vitest'
import { columnAt, dropAfter, dropIndex, isSamePlace, nextColumn } from './drop-place.ts'

const column = [
  { order_id: 1, start: 0, size: 100 },
  { order_id: 2, start: 100, size: 60 },
  { order_id: 3, start: 160, size: 100 },
]

describe('drop position', () => {
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

  it('treats an empty column as its head', () => {
    expect([dropIndex([], 40), dropAfter([], 0, 9)]).toEqual([0, null])
  })

  it.each([
    { index: 0, dragged: 9, after: null },
    { index: 1, dragged: 9, after: 1 },
    { index: 3, dragged: 9, after: 3 },
    { index: 2, dragged: 2, after: 1 },
    { index: 1, dragged: 1, after: null },
  ])('BOARD-21: order $dragged dropped at $index follows $after', ({ index, dragged, after }) => {
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

// In the order of a right-to-left page, scrolled so that the last column is off-screen.
const shown = [
  { status: 1, left: 416, right: 616 },
  { status: 2, left: 208, right: 408 },
  { status: 3, left: 0, right: 200 },
  { status: 4, left: -208, right: -8 },
]

describe('column below a card', () => {
  it.each([
    { x: 300, status: 2 },
    { x: 203, status: 3 },
    { x: 205, status: 2 },
    { x: -100, status: 4 },
    { x: 700, status: undefined },
  ])('BOARD-21: at $x it is $status', ({ x, status }) => {
    expect(columnAt(shown, x)?.status).toBe(status)
  })

  it('BOARD-21: keys go to the nearest column on either side, and stop at the ends', () => {
    const next = (x: number, side: 'left' | 'right') => nextColumn(shown, x, side)?.status
    expect([next(300, 'right'), next(300, 'left'), next(500, 'right'), next(-100, 'left')]).toEqual([1, 3, undefined, undefined])
  })
})
