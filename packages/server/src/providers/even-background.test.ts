import { expect, it } from 'vitest'
import { evenBackground } from './even-background.ts'

const colours: Readonly<Record<string, readonly [number, number, number]>> = {
  '.': [250, 250, 250],
  ',': [235, 240, 245],
  '#': [20, 30, 40],
  r: [200, 20, 20],
  g: [20, 200, 20],
  b: [20, 20, 200],
}
const pixels = (lines: readonly string[]) =>
  Uint8Array.from(lines.flatMap((line) => [...line].flatMap((sign) => colours[sign] ?? [])))

it.each([
  ['a thing on an even ground', ['.....', '.###.', '.###.', '.....'], ['     ', ' xxx ', ' xxx ', '     ']],
  [
    'the ground within a ring, which is not connected',
    ['.....', '.###.', '.#.#.', '.###.', '.....'],
    ['     ', ' xxx ', ' xxx ', ' xxx ', '     '],
  ],
  ['a ground that is not quite even', ['.,.,.', ',.#.,', '.,.,.'], ['     ', '  x  ', '     ']],
  ['a thing that touches the border', ['...', '.##', '...'], ['   ', ' xx', '   ']],
  ['nothing but ground', ['...', '...'], ['   ', '   ']],
  ['one pixel', ['.'], [' ']],
])('API-35: leaves of %s what it should', (_what, lines, left) => {
  const mask = evenBackground(pixels(lines), lines[0]?.length ?? 0, lines.length)
  expect([...(mask ?? [])].map((value) => (value === 0 ? ' ' : 'x')).join('')).toBe(left.join(''))
})

it('API-35: knows a border without a colour of its own', () => {
  expect(evenBackground(pixels(['rgb', 'b#r', 'gr.']), 3, 3)).toBeNull()
})
