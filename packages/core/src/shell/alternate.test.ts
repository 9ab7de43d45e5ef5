import { expect, it } from 'vitest'
import { stubClock } from '../session/stub-clock.ts'
import { alternate } from './alternate.ts'

it('SHELL-37: changes every 5 s, at most 4 times, and not after it is stopped', async () => {
  const clock = stubClock()
  const seen: number[] = []
  alternate(clock, (changes) => seen.push(changes))
  await clock.advance(4999)
  expect(seen).toEqual([])
  await clock.advance(1)
  expect(seen).toEqual([1])
  await clock.advance(60_000)
  expect(seen).toEqual([1, 2, 3, 4])
  const stop = alternate(clock, (changes) => seen.push(changes))
  stop()
  await clock.advance(60_000)
  expect(seen).toHaveLength(4)
})
