import { expect, it } from 'vitest'
import { killServer } from '../faults/kill-server.ts'

it('twenty times kill -9 of the server, every fourth time of its database too, among 32 writers', async () => {
  const plan = { kills: 20, databaseEvery: 4, writers: 32, orders: 60, clients: 8 }
  const { applied, refused, repeats } = await killServer(plan)
  console.log(`20 kills: ${applied} moves applied, ${refused} refused, ${repeats} sent again`)
  expect(applied).toBeGreaterThanOrEqual(1260)
  expect(repeats).toBeGreaterThan(20)
}, 1_200_000)
