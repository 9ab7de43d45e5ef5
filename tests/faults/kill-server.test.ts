import { expect, it } from 'vitest'
import { killServer } from './kill-server.ts'

it('kill -9 of the server, and once of its database too, among 32 writers loses no acknowledged move and doubles none', async () => {
  const plan = { kills: 2, databaseEvery: 2, writers: 32, orders: 40, clients: 3 }
  const { applied, repeats } = await killServer(plan)
  expect(applied).toBeGreaterThanOrEqual(180)
  expect(repeats).toBeGreaterThan(0)
}, 180_000)
