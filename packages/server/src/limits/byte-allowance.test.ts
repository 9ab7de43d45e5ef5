import { isApiError } from '@tiffin/sdk/contract'
import { expect, it } from 'vitest'
import { byteAllowance } from './byte-allowance.ts'

it('a user sends as much as is allowed at once, then as much as time gives back, and delays no other', () => {
  let now = 0
  const allowance = byteAllowance({ most: 100, perSecond: 10 }, () => now)
  /** The seconds to wait; 0 if it was allowed. */
  const wait = (who: string, bytes: number): unknown => {
    try {
      allowance.take(who, bytes)
      return 0
    } catch (error) {
      return isApiError(error) && error.code === 'rate_limited' ? error.params?.[0] : error
    }
  }
  expect(wait('greedy', 60)).toBe(0)
  expect(wait('greedy', 40)).toBe(0)
  expect(wait('greedy', 25)).toBe(3)
  expect(wait('calm', 100)).toBe(0)
  now = 2000
  expect(wait('greedy', 25)).toBe(1)
  now = 2500
  expect(wait('greedy', 25)).toBe(0)
  now = 60_000
  expect(wait('greedy', 0)).toBe(0)
  allowance.add('greedy', 120)
  expect(wait('greedy', 0)).toBe(2)
  now = 120_000
  expect(wait('greedy', 100)).toBe(0)
})
