import { expect, it } from 'vitest'
import { system } from './system.ts'

it('CONST-01: pages break at 500, 600, 800, 1000 and 1300 px', () => {
  const widths = system.breakpoints.values.map(({ min }) => Number.parseFloat(min ?? '0'))
  // Chakra counts in em of 16 px.
  const px = widths.map((width) => Math.round(width * 16))
  expect(px.filter((width) => width > 0 && width <= 1300)).toEqual([500, 600, 800, 1000, 1300])
})

const accent = 'var(--tiffin-colors-accent)'
it.each([
  [{ bg: 'accent' }, { background: accent }],
  [{ bgColor: 'accent' }, { backgroundColor: accent }],
])('%j sets nothing that is inherited, which would give all within a new style', (style, css) => {
  expect(system.css(style)).toEqual(css)
})
