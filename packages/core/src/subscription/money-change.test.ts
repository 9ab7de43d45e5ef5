import { describe, expect, it } from 'vitest'
import { balanceAfter, keyByInput, type MoneyChange, readMoneyChange } from './money-change.ts'

const refund: MoneyChange = { kind: 'refund', received: '42.00' }
const correction: MoneyChange = { kind: 'correction' }

describe('a typed amount', () => {
  it.each<[MoneyChange, string, string | undefined]>([
    [refund, '42', '42.00'],
    [refund, ' 0,01 ', '0.01'],
    [refund, '42.01', undefined],
    [refund, '0', undefined],
    [refund, '-1', undefined],
    [refund, '1.001', undefined],
    [refund, '', undefined],
    [correction, '5', '5.00'],
    [correction, '-5.5', '-5.50'],
    [correction, '−5', '-5.00'],
    [correction, '--5', undefined],
    [correction, '-0.00', undefined],
    [correction, '-', undefined],
    [correction, 'x', undefined],
  ])('of %j: %j is %s', (change, typed, amount) => {
    const read = readMoneyChange(typed, change, 'en')
    expect(read.amount).toBe(amount)
    expect(read.problem === undefined).toBe(amount !== undefined)
  })
})

it.each([
  ['4.50', refund, '10.00', '-5.50'],
  ['4.50', correction, '10.00', '14.50'],
  ['4.50', correction, '-5.00', '-0.50'],
] as const)('%s after %j of %s is %s', (balance, change, amount, expected) => {
  expect(balanceAfter(balance, change, amount)).toBe(expected)
})

it('the same input has the same key', () => {
  const keyOf = keyByInput()
  const first = keyOf('1.00', 'a')
  expect(keyOf('1.00', 'a')).toBe(first)
  expect(keyOf('1.00', 'b')).not.toBe(first)
})
