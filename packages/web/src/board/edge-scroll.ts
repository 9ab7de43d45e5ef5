/** How close to an edge scrolling begins, and how fast it gets, in px and px a frame. */
const ZONE = 56
const FASTEST = 14

/** How far to scroll in a frame when something is held near the edge of what scrolls; negative is towards the start. */
export function edgeSpeed(position: number, start: number, end: number): number {
  // Narrow areas keep a calm middle.
  const zone = Math.min(ZONE, (end - start) / 4)
  if (zone <= 0 || position < start - zone || position > end + zone) return 0
  if (position < start + zone) return -Math.ceil(FASTEST * Math.min(1, (start + zone - position) / zone))
  if (position > end - zone) return Math.ceil(FASTEST * Math.min(1, (position - (end - zone)) / zone))
  return 0
}

/** Scrolls the board sideways, and the column under the pointer up and down. */
export function scrollAtEdges(pointer: { x: number; y: number }, board: HTMLElement, columns: Iterable<HTMLElement>): void {
  const box = board.getBoundingClientRect()
  const x = edgeSpeed(pointer.x, box.left, box.right)
  if (x !== 0) board.scrollBy({ left: x })
  for (const column of columns) {
    const { left, right, top, bottom } = column.getBoundingClientRect()
    if (pointer.x < left || pointer.x >= right) continue
    const y = edgeSpeed(pointer.y, top, bottom)
    if (y !== 0) column.scrollBy({ top: y })
    return
  }
}
