import { expect, it } from 'vitest'
import { killMailing } from './kill-mailing.ts'

it('kill -9 of the server twenty times in the middle of a mailing: no customer gets it twice, the rest is sent or shown as unknown', async () => {
  const { during, success, unknown } = await killMailing({ kills: 20, customers: 2000, seed: 20 })
  console.log(`20 kills, ${during} in the middle: ${success} sent, ${unknown} unknown`)
  expect(during).toBe(20)
}, 600_000)
