/** How close to an edge scrolling begins, in px, and its maximum speed in px per frame. */
const ZONE = 56
const MAX_SPEED = 14

/** How far to scroll per frame if something is held near an edge; negative scrolls towards the start. */
export function edgeSpeed(position: number, start: number, end: number): number {
  // Narrow areas keep a still middle.
  const zone = Math.min(ZONE, (end - start) / 4)
  if (zone <= 0 || position < start - zone || position > end + zone) return 0
  if (position < start + zone) return -Math.ceil(MAX_SPEED * Math.min(1, (start + zone - position) / zone))
  if (position > end - zone) return Math.ceil(MAX_SPEED * Math.min(1, (position - (end - zone)) / zone))
  return 0
}

const columnUnder = (x: number, columns: readonly HTMLElement[]): HTMLElement | undefined =>
  columns.find((element) => {
    const { left, right } = element.getBoundingClientRect()
    return x >= left && x < right
  })

/** Height of a line in px, for wheels that scroll by lines; `deltaMode` as in the browser. */
const LINE = 40
const [LINES, PAGES] = [1, 2]

type WheelInput = Pick<WheelEvent, 'clientX' | 'deltaX' | 'deltaY' | 'deltaMode' | 'shiftKey'>

/** The scroll distance of a wheel event, in px; with Shift it scrolls sideways. */
function wheelSteps({ deltaX, deltaY, deltaMode, shiftKey }: WheelInput, page: number): { x: number; y: number } {
  const unit = deltaMode === LINES ? LINE : deltaMode === PAGES ? page : 1
  const sideways = shiftKey && deltaX === 0
  return { x: (sideways ? deltaY : deltaX) * unit, y: (sideways ? 0 : deltaY) * unit }
}

/** Scrolls by wheel while a card is dragged: the board sideways, the column under the pointer up and down. */
export function scrollByWheel(event: WheelInput, board: HTMLElement, columns: readonly HTMLElement[]): void {
  const { x, y } = wheelSteps(event, board.clientHeight)
  columnUnder(event.clientX, columns)?.scrollBy({ top: y })
  board.scrollBy({ left: x })
}

/** Scrolls the board sideways, and the column under the pointer up and down; false if the pointer is at no edge. */
export function scrollAtEdges(pointer: { x: number; y: number }, board: HTMLElement, columns: readonly HTMLElement[]): boolean {
  const box = board.getBoundingClientRect()
  const x = edgeSpeed(pointer.x, box.left, box.right)
  const column = columnUnder(pointer.x, columns)
  const { top = 0, bottom = 0 } = column?.getBoundingClientRect() ?? {}
  const y = edgeSpeed(pointer.y, top, bottom)
  // Scrolls after all measuring, so that the page is laid out once.
  if (x !== 0) board.scrollBy({ left: x })
  if (y !== 0) column?.scrollBy({ top: y })
  return x !== 0 || y !== 0
}
