import { expect, it } from 'vitest'
import { setCoordinate } from './set-coordinate.ts'

it.each<[string, unknown, 0 | 1, string, unknown]>([
  ['a cleared latitude', [52.5, 13.4], 0, '', [null, 13.4]],
  ['a cleared longitude', [52.5, 13.4], 1, '', [52.5, null]],
  ['the first number of two', null, 1, '13.4', [null, 13.4]],
  ['the other one', [null, 13.4], 0, '52.5', [52.5, 13.4]],
  ['clearing the last one', [null, 13.4], 1, '', null],
])('MAP-21: %s leaves the other number unchanged', (_what, coords, index, text, after) => {
  expect(setCoordinate(coords, index, text)).toEqual(after)
})
