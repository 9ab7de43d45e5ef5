import { expect, it } from 'vitest'
import { system } from './system.ts'

it('CONST-01: pages have breakpoints at 500, 600, 800, 1000 and 1300 px', () => {
  const widths = system.breakpoints.values.map(({ min }) => Number.parseFloat(min ?? '0'))
  // Chakra uses em of 16 px.
  const px = widths.map((width) => Math.round(width * 16))
  expect(px.filter((width) => width > 0 && width <= 1300)).toEqual([500, 600, 800, 1000, 1300])
})

const accent = 'var(--tiffin-colors-accent)'
it.each([
  [{ bg: 'accent' }, { background: accent }],
  [{ bgColor: 'accent' }, { backgroundColor: accent }],
])('%j sets nothing inherited, which would restyle everything inside', (style, css) => {
  expect(system.css(style)).toEqual(css)
})
