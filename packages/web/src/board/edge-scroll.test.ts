import { expect, it } from 'vitest'
import { edgeSpeed, scrollAtEdges, scrollByWheel } from './edge-scroll.ts'

it.each([
  { position: 500, speed: 0, where: 'in the middle' },
  { position: 100, speed: -14, where: 'at the start' },
  { position: 128, speed: -7, where: 'half way into the first zone' },
  { position: 872, speed: 7, where: 'half way into the last zone' },
  { position: 910, speed: 14, where: 'a little past the end' },
  { position: 1200, speed: 0, where: 'far outside' },
])('BOARD-21: a card held $where scrolls by $speed per frame', ({ position, speed }) => {
  expect(edgeSpeed(position, 100, 900)).toBe(speed)
})

it('keeps a still area in the middle of a narrow box', () => {
  expect([edgeSpeed(20, 0, 40), edgeSpeed(2, 0, 40), edgeSpeed(5, 0, 0)]).toEqual([0, -12, 0])
})

/** A scrollable element and how far it was scrolled. */
function area(left: number, right: number) {
  const scrolled = { x: 0, y: 0 }
  const element = {
    getBoundingClientRect: () => ({ left, right, top: 100, bottom: 900 }),
    scrollBy({ left: x = 0, top: y = 0 }: ScrollToOptions) {
      scrolled.x += x
      scrolled.y += y
    },
  } as unknown as HTMLElement
  return { element, scrolled }
}

it.each([
  { where: 'at the foot of the second column', x: 600, y: 900, moved: [0, 0, 14] },
  { where: 'at the head of the first column', x: 300, y: 100, moved: [0, -14, 0] },
  { where: 'at the end of the board', x: 1000, y: 500, moved: [14, 0, 0] },
  { where: 'in a corner of the board', x: 0, y: 900, moved: [-14, 14, 0] },
  { where: 'in the middle', x: 500, y: 500, moved: [0, 0, 0] },
])('BOARD-21: a card held $where scrolls board and columns by $moved', ({ x, y, moved }) => {
  const [board, first, second] = [area(0, 1000), area(0, 500), area(500, 1000)]
  const isScrolling = scrollAtEdges({ x, y }, board.element, [first.element, second.element])
  expect([board.scrolled.x, first.scrolled.y, second.scrolled.y]).toEqual(moved)
  expect(isScrolling).toBe(moved.some((px) => px !== 0))
})

it.each([
  { how: 'by pixels', turn: { deltaY: 120 }, moved: [0, 0, 120] },
  { how: 'by lines', turn: { deltaY: 3, deltaMode: 1 }, moved: [0, 0, 120] },
  { how: 'by pages', turn: { deltaY: 1, deltaMode: 2 }, moved: [0, 0, 700] },
  { how: 'sideways', turn: { deltaX: 50 }, moved: [50, 0, 0] },
  { how: 'with Shift', turn: { deltaY: 50, shiftKey: true }, moved: [50, 0, 0] },
  { how: 'both ways', turn: { deltaX: 5, deltaY: 6 }, moved: [5, 0, 6] },
])('BOARD-21: a wheel turned $how during a drag scrolls board and columns by $moved', ({ turn, moved }) => {
  const [board, first, second] = [area(0, 1000), area(0, 500), area(500, 1000)]
  Object.assign(board.element, { clientHeight: 700 })
  const wheel = { clientX: 600, deltaX: 0, deltaY: 0, deltaMode: 0, shiftKey: false, ...turn }
  scrollByWheel(wheel, board.element, [first.element, second.element])
  expect([board.scrolled.x, first.scrolled.y, second.scrolled.y]).toEqual(moved)
})
