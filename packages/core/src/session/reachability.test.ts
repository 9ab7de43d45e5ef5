import { apiError } from '@tiffin/sdk/contract'
import { expect, it } from 'vitest'
import { memoryStorage } from '../ports.ts'
import { createReachability } from './reachability.ts'
import { stubClock } from './stub-clock.ts'

function setUp() {
  const clock = stubClock()
  const device: { notify?: (online: boolean) => void } = {}
  const connectivity = { watch: (onChange: (online: boolean) => void) => ((device.notify = onChange), () => {}) }
  const server = { answers: false, asked: 0 }
  const reachability = createReachability({ clock, connectivity, storage: memoryStorage(), log: () => {} }, async () => {
    server.asked += 1
    reachability.learn(server.answers)
    if (!server.answers) throw apiError('network')
  })
  return { clock, device, server, reachability, isOffline: () => reachability.store.getState().isOffline }
}

it('a call without an answer means offline; the server is asked every 5 s until it answers', async () => {
  const { clock, server, reachability, isOffline } = setUp()
  const stop = reachability.watch()
  await clock.advance(60_000)
  expect([isOffline(), server.asked]).toEqual([false, 0])
  reachability.learn(false)
  await clock.advance(10_000)
  expect([isOffline(), server.asked]).toEqual([true, 2])
  server.answers = true
  await clock.advance(5000)
  expect([isOffline(), server.asked]).toEqual([false, 3])
  await clock.advance(60_000)
  expect(server.asked).toBe(3)
  stop()
  reachability.learn(false)
  await clock.advance(60_000)
  expect(server.asked).toBe(3)
})

it('a device without a network is offline at once, and asks when the network is back', async () => {
  const { clock, device, server, reachability, isOffline } = setUp()
  reachability.watch()
  device.notify?.(false)
  expect(isOffline()).toBe(true)
  server.answers = true
  device.notify?.(true)
  await clock.advance(0)
  expect([isOffline(), server.asked]).toEqual([false, 1])
})
