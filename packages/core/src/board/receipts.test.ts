import type { Client } from '@tiffin/sdk/client'
import { apiError } from '@tiffin/sdk/contract'
import { expect, it } from 'vitest'
import { memoryStorage } from '../ports.ts'
import { stubClock } from '../session/stub-clock.ts'
import { createReceipts } from './receipts.ts'

it('MOON-02: a receipt that an earlier run could not send is sent once, however often the order is seen', async () => {
  const clock = stubClock()
  const moves = memoryStorage()
  const server = { reachable: false, shown: [] as number[] }
  const shown = ({ shown: ids }: { shown: number[] }) => {
    if (!server.reachable) return Promise.reject(apiError('network'))
    server.shown.push(...ids)
    return Promise.resolve()
  }
  const run = () =>
    createReceipts({
      client: { Order: { shown } } as unknown as Client,
      ports: { clock, storage: memoryStorage(), moves, log: () => {} },
      serverClock: { offset: () => 0, isMeasured: () => true },
      owner: () => '1.7',
      onNotSaved: () => {},
    })
  const first = run()
  first.see([1])
  await clock.advance(1000)
  first.stop()
  server.reachable = true
  const next = run()
  next.restore()
  next.see([1, 2])
  await clock.advance(60_000)
  next.see([1, 2])
  await clock.advance(60_000)
  expect(server.shown).toEqual([1, 2])
})
