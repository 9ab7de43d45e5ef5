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

const columnUnder = (x: number, columns: readonly HTMLElement[]): HTMLElement | undefined =>
  columns.find((element) => {
    const { left, right } = element.getBoundingClientRect()
    return x >= left && x < right
  })

/** A step of wheels that turn by lines, in px; `deltaMode` as the browser counts. */
const LINE = 40
const [LINES, PAGES] = [1, 2]

type Wheel = Pick<WheelEvent, 'clientX' | 'deltaX' | 'deltaY' | 'deltaMode' | 'shiftKey'>

/** What a turn of the wheel would scroll, in px; with Shift it goes sideways. */
function wheelSteps({ deltaX, deltaY, deltaMode, shiftKey }: Wheel, page: number): { x: number; y: number } {
  const unit = deltaMode === LINES ? LINE : deltaMode === PAGES ? page : 1
  const sideways = shiftKey && deltaX === 0
  return { x: (sideways ? deltaY : deltaX) * unit, y: (sideways ? 0 : deltaY) * unit }
}

/** Scrolls by the wheel what lies below the card: the board sideways, the column under the pointer up and down. */
export function scrollByWheel(event: Wheel, board: HTMLElement, columns: readonly HTMLElement[]): void {
  const { x, y } = wheelSteps(event, board.clientHeight)
  columnUnder(event.clientX, columns)?.scrollBy({ top: y })
  board.scrollBy({ left: x })
}

/** Scrolls the board sideways, and the column under the pointer up and down; false when the pointer is at no edge. */
export function scrollAtEdges(pointer: { x: number; y: number }, board: HTMLElement, columns: readonly HTMLElement[]): boolean {
  const box = board.getBoundingClientRect()
  const x = edgeSpeed(pointer.x, box.left, box.right)
  const column = columnUnder(pointer.x, columns)
  const { top = 0, bottom = 0 } = column?.getBoundingClientRect() ?? {}
  const y = edgeSpeed(pointer.y, top, bottom)
  // After all has been measured, so that the page is laid out once.
  if (x !== 0) board.scrollBy({ left: x })
  if (y !== 0) column?.scrollBy({ top: y })
  return x !== 0 || y !== 0
}
