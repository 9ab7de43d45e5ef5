import { expect, it } from 'vitest'
import { keyedLimiter } from './concurrency-limit.ts'

it('work of one user does not delay others, and a user with too much queued is refused', async () => {
  const limited = keyedLimiter(2, 3)
  const { promise: never } = Promise.withResolvers<string>()
  const begun: number[] = []
  const heavyUser = [1, 2, 3, 4, 5].map((n) =>
    limited('greedy', () => {
      begun.push(n)
      return never
    }),
  )
  expect(await limited('calm', async () => 'done')).toBe('done')
  expect(begun).toEqual([1, 2])
  await expect(limited('greedy', async () => 'more')).rejects.toMatchObject({ code: 'rate_limited' })
  expect(heavyUser).toHaveLength(5)
})

it('a failed task makes room for the next', async () => {
  const limited = keyedLimiter(1, 5)
  const results = await Promise.allSettled([
    limited('one', () => Promise.reject(new Error('no'))),
    limited('one', async () => 'yes'),
  ])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
})
