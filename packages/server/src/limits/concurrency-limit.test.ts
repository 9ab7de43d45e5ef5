import { expect, it } from 'vitest'
import { perUserLimiter } from './concurrency-limit.ts'

it('nobody waits for the work of somebody else, and one who asks for too much is told so', async () => {
  const inTurn = perUserLimiter(2, 3)
  const { promise: never } = Promise.withResolvers<string>()
  const begun: number[] = []
  const greedy = [1, 2, 3, 4, 5].map((n) =>
    inTurn('greedy', () => {
      begun.push(n)
      return never
    }),
  )
  expect(await inTurn('calm', async () => 'done')).toBe('done')
  expect(begun).toEqual([1, 2])
  await expect(inTurn('greedy', async () => 'more')).rejects.toMatchObject({ code: 'rate_limited' })
  expect(greedy).toHaveLength(5)
})

it('work that fails makes room for the next', async () => {
  const inTurn = perUserLimiter(1, 5)
  const results = await Promise.allSettled([
    inTurn('one', () => Promise.reject(new Error('no'))),
    inTurn('one', async () => 'yes'),
  ])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
})
