import { expect, it } from 'vitest'
import { readNumber } from './number-box.tsx'

it.each([
  ['2.5', 2.5],
  ['2,5', 2.5],
  ['٢٫٥', 2.5],
  [' -5 ', -5],
  ['1.', 1],
  ['.5', 0.5],
  ['', null],
  ['-', Number.NaN],
  ['1.2.3', Number.NaN],
  ['1e5', Number.NaN],
  ['five', Number.NaN],
])('EDIT-14: reads %j as %j', (text, number) => {
  expect(readNumber(text)).toBe(number)
})
