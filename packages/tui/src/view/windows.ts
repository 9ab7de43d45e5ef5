export interface Window {
  start: number
  /** Index after the last visible one. */
  end: number
}

/** The columns that fit `width` cells, one cell apart, including the chosen one; scrolls no more than necessary. */
export function columnWindow(
  count: number,
  width: number,
  chosen: number,
  start = 0,
  narrowest = 24,
): Window & { widths: number[] } {
  if (count === 0) return { start: 0, end: 0, widths: [] }
  const shown = Math.max(1, Math.min(count, Math.floor((width + 1) / (narrowest + 1))))
  const from = Math.max(0, Math.min(Math.max(Math.min(start, chosen), chosen - shown + 1), count - shown))
  const availableWidth = width - (shown - 1)
  const widths = Array.from(
    { length: shown },
    (_, index) => Math.floor(availableWidth / shown) + (index < availableWidth % shown ? 1 : 0),
  )
  return { start: from, end: from + shown, widths }
}

/** Heights of cards in lines, requested one at a time because computing a height renders its card. */
export interface Heights {
  readonly length: number
  at(index: number): number | undefined
}

/**
 * The cards that fit `room` lines whole, including the chosen one; one line each is reserved for "more" above and
 * below.
 */
export function cardWindow(heights: Heights, available: number, chosen: number, start = 0): Window {
  const { length: count } = heights
  if (count === 0 || available <= 0) return { start: 0, end: 0 }
  // A column may have lost many cards since it was scrolled.
  const target = Math.min(chosen, count - 1)
  let from = Math.max(0, Math.min(start, target))
  while (from < target && endFrom(heights, available, from) <= target) from += 1
  while (from > 0 && endFrom(heights, available, from - 1) === count) from -= 1
  // A card higher than the screen is cut off.
  return { start: from, end: Math.max(endFrom(heights, available, from), from + 1) }
}

function endFrom(heights: Heights, available: number, from: number): number {
  const above = from > 0 ? 1 : 0
  let used = 0
  let end = from
  while (end < heights.length) {
    const below = end + 1 < heights.length ? 1 : 0
    used += heights.at(end) ?? 0
    if (used > available - above - below) break
    end += 1
  }
  return end
}
