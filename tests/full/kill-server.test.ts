import { expect, it } from 'vitest'
import { killServer } from '../faults/kill-server.ts'

it('kill -9 of the server, once with its database, among 32 writers neither loses nor duplicates an acknowledged move', async () => {
  const plan = { kills: 2, databaseEvery: 2, writers: 32, orders: 40, clients: 3 }
  const { applied, repeats } = await killServer(plan)
  expect(applied).toBeGreaterThanOrEqual(180)
  expect(repeats).toBeGreaterThan(0)
}, 180_000)

it('kill -9 of the server twenty times, every fourth time with its database, among 32 writers', async () => {
  const plan = { kills: 20, databaseEvery: 4, writers: 32, orders: 60, clients: 8 }
  const { applied, refused, repeats } = await killServer(plan)
  console.log(`20 kills: ${applied} moves applied, ${refused} refused, ${repeats} sent again`)
  expect(applied).toBeGreaterThanOrEqual(1260)
  expect(repeats).toBeGreaterThan(20)
}, 1_200_000)
