import { expect, it } from 'vitest'
import { uniformBackground } from './uniform-background.ts'

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
  ['an object on a uniform background', ['.....', '.###.', '.###.', '.....'], ['     ', ' xxx ', ' xxx ', '     ']],
  [
    'the background inside a ring, which is not connected',
    ['.....', '.###.', '.#.#.', '.###.', '.....'],
    ['     ', ' xxx ', ' xxx ', ' xxx ', '     '],
  ],
  ['a background that is almost uniform', ['.,.,.', ',.#.,', '.,.,.'], ['     ', '  x  ', '     ']],
  ['an object that touches the border', ['...', '.##', '...'], ['   ', ' xx', '   ']],
  ['only background', ['...', '...'], ['   ', '   ']],
  ['one pixel', ['.'], [' ']],
])('API-35: keeps the expected parts of %s', (_what, lines, left) => {
  const mask = uniformBackground(pixels(lines), lines[0]?.length ?? 0, lines.length)
  expect([...(mask ?? [])].map((value) => (value === 0 ? ' ' : 'x')).join('')).toBe(left.join(''))
})

it('API-35: recognises a border without a dominant colour', () => {
  expect(uniformBackground(pixels(['rgb', 'b#r', 'gr.']), 3, 3)).toBeNull()
})
