import { expect, it } from 'vitest'
import { edgeSpeed } from './edge-scroll.ts'

it.each([
  { position: 500, speed: 0, where: 'in the middle' },
  { position: 100, speed: -14, where: 'at the start' },
  { position: 128, speed: -7, where: 'half way into the first zone' },
  { position: 872, speed: 7, where: 'half way into the last zone' },
  { position: 910, speed: 14, where: 'a little past the end' },
  { position: 1200, speed: 0, where: 'far outside' },
])('BOARD-21: a card held $where scrolls by $speed a frame', ({ position, speed }) => {
  expect(edgeSpeed(position, 100, 900)).toBe(speed)
})

it('keeps a calm middle in what is narrow', () => {
  expect([edgeSpeed(20, 0, 40), edgeSpeed(2, 0, 40), edgeSpeed(5, 0, 0)]).toEqual([0, -12, 0])
})
