import { expect, it, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { Client } from '@tiffin/sdk/client'
import { type ListedStorage, memoryStorage } from '../ports.ts'
import { createBoardCopy } from './board-copy.ts'
import { closedBoard } from './board-state.ts'

it('MOON-04 KDS-20: reads the couriers with the board, and again later, so that they can be assigned offline', async () => {
  const store = createStore(() => ({ ...closedBoard, phase: 'ready' as const }))
  const storage = memoryStorage()
  const lastKnown: ListedStorage = { ...storage, keys: () => [] }
  let now = 0
  let run = (): void => {}
  const clock = { now: () => now, after: (_ms: number, next: () => void) => ((run = next), () => {}) }
  const readCouriers = vi.fn().mockRejectedValueOnce(new Error('no answer')).mockResolvedValue([])
  const log = vi.fn()
  const copy = createBoardCopy({
    client: { session: { subscribe: () => () => {} } } as unknown as Client,
    ports: { clock, storage, lastKnown, log },
    store,
    owner: () => '1.7',
    readCouriers,
  })
  copy.start()
  await vi.waitFor(() => expect(log).toHaveBeenCalledOnce())
  run()
  expect(readCouriers).toHaveBeenCalledOnce()
  now = 600_000
  run()
  expect(readCouriers).toHaveBeenCalledTimes(2)
})
