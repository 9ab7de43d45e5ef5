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

/** Scrolls the board sideways, and the column under the pointer up and down; false when the pointer is at no edge. */
export function scrollAtEdges(pointer: { x: number; y: number }, board: HTMLElement, columns: readonly HTMLElement[]): boolean {
  const box = board.getBoundingClientRect()
  const x = edgeSpeed(pointer.x, box.left, box.right)
  const column = columns.find((element) => {
    const { left, right } = element.getBoundingClientRect()
    return pointer.x >= left && pointer.x < right
  })
  const { top = 0, bottom = 0 } = column?.getBoundingClientRect() ?? {}
  const y = edgeSpeed(pointer.y, top, bottom)
  // After all has been measured, so that the page is laid out once.
  if (x !== 0) board.scrollBy({ left: x })
  if (y !== 0) column?.scrollBy({ top: y })
  return x !== 0 || y !== 0
}
