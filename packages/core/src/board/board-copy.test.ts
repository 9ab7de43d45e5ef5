import { expect, it, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { Client } from '@tiffin/sdk/client'
import { type ListedStorage, memoryStorage } from '../ports.ts'
import { createBoardCopy } from './board-copy.ts'
import { closedBoard } from './board-state.ts'

it('MOON-04 KDS-20: reads the couriers once with each opened board, so that they can be assigned offline', async () => {
  const store = createStore(() => ({ ...closedBoard, phase: 'ready' as const }))
  const storage = memoryStorage()
  const lastKnown: ListedStorage = { ...storage, keys: () => [] }
  let run = (): void => {}
  const clock = { now: () => 0, after: (_ms: number, next: () => void) => ((run = next), () => {}) }
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
  store.setState({ rows: new Map() })
  run()
  expect(readCouriers).toHaveBeenCalledOnce()
  copy.start()
  expect(readCouriers).toHaveBeenCalledTimes(2)
})
