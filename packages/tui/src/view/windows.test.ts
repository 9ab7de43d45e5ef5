import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cardWindow, columnWindow } from './windows.ts'

describe('column window', () => {
  it.each([
    { width: 80, shown: 3 },
    { width: 120, shown: 4 },
    { width: 200, shown: 8 },
    { width: 30, shown: 1 },
    { width: 10, shown: 1 },
  ])('shows $shown of nine at $width cells', ({ width, shown }) => {
    const window = columnWindow(9, width, 0)
    expect(window.end - window.start).toBe(shown)
    expect(window.widths.reduce((sum, item) => sum + item, 0) + shown - 1).toBe(width)
  })

  it('always shows the chosen one and scrolls no more than necessary', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 20, max: 300 }),
        fc.nat(),
        fc.nat(40),
        (count, width, pick, start) => {
          const chosen = pick % count
          const window = columnWindow(count, width, chosen, start)
          expect(window.start).toBeLessThanOrEqual(chosen)
          expect(window.end).toBeGreaterThan(chosen)
          expect(window.end).toBeLessThanOrEqual(count)
          expect(columnWindow(count, width, chosen, window.start)).toEqual(window)
        },
      ),
    )
  })
})

describe('card window', () => {
  it('shows the chosen one whole, within the room, with a line reserved at each end that continues', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 8, max: 50 }),
        fc.nat(),
        fc.nat(50),
        (heights, available, pick, start) => {
          const chosen = pick % heights.length
          const window = cardWindow(heights, available, chosen, start)
          expect(window.start).toBeLessThanOrEqual(chosen)
          expect(window.end).toBeGreaterThan(chosen)
          const marks = Number(window.start > 0) + Number(window.end < heights.length)
          const used = heights.slice(window.start, window.end).reduce((sum, height) => sum + height, 0)
          expect(used + marks).toBeLessThanOrEqual(available)
        },
      ),
    )
  })

  it('shows as much as fits of a card that is higher than the room', () => {
    expect(cardWindow([20, 3], 5, 0)).toEqual({ start: 0, end: 1 })
  })

  it('shows the end of a column that has lost cards since it was scrolled', () => {
    expect(cardWindow([3], 20, 9, 9)).toEqual({ start: 0, end: 1 })
    expect(cardWindow([9, 9, 9], 20, 9, 9)).toEqual({ start: 1, end: 3 })
  })

  it('shows nothing if there are no cards', () => {
    expect(cardWindow([], 5, 0)).toEqual({ start: 0, end: 0 })
  })
})
