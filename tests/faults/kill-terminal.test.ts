import { expect, it } from 'vitest'
import { killTerminal } from './kill-terminal.ts'

it('KDS-12 BOARD-49: kill -9 of the terminal while it prints loses no ticket in silence and prints none twice in silence', async () => {
  const { printed, unknown } = await killTerminal({ kills: 4 })
  expect(printed).toBeGreaterThanOrEqual(1)
  expect(unknown).toBeGreaterThanOrEqual(2)
}, 120_000)
