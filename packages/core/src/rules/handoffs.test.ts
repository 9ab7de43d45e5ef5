import { expect, it } from 'vitest'
import { readHandoffCode, readHandoffs } from './handoffs.ts'

it.each([
  ['0042', '0042'],
  [' 12 34 ', '1234'],
  ['\u0661\u0662\u0663\u0664', '1234'],
  ['\u06f1\u06f2\u06f3\u06f4', '1234'],
  ['123', undefined],
  ['12345', undefined],
  ['12a4', undefined],
  ['', undefined],
])('KDS-13: %j is read as the code %s', (text, code) => {
  expect(readHandoffCode(text)).toBe(code)
})

it('KDS-13: one reason covers orders without a code; it does not overrule a mistyped code', () => {
  const codes = new Map([
    [1, '1234'],
    [2, '12'],
  ])
  expect([...readHandoffs([1, 2, 3], codes, ' Phone is off ')]).toEqual([
    [1, { code: '1234' }],
    [3, { without: 'Phone is off' }],
  ])
  expect([...readHandoffs([1, 2, 3], codes, ' ')]).toEqual([[1, { code: '1234' }]])
})
