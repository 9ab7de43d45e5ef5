import { expect, it } from 'vitest'
import { killOfflineTerminal } from '../faults/kill-offline-terminal.ts'

it('MOON-04: kill -9 of an offline terminal neither loses nor duplicates a move', async () => {
  const { moved } = await killOfflineTerminal({ kills: 2 })
  expect(moved).toBeGreaterThanOrEqual(4)
}, 120_000)

it('MOON-04: repeated kill -9 of an offline terminal neither loses nor duplicates a move', async () => {
  const { moved } = await killOfflineTerminal({ kills: 12 })
  expect(moved).toBeGreaterThanOrEqual(24)
}, 300_000)
