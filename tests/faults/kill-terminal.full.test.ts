import { expect, it } from 'vitest'
import { killTerminal } from './kill-terminal.ts'

it('KDS-12 BOARD-49: kill -9 of the terminal while printing neither loses nor duplicates a ticket silently', async () => {
  const { printed, unknown } = await killTerminal({ kills: 4 })
  expect(printed).toBeGreaterThanOrEqual(1)
  expect(unknown).toBeGreaterThanOrEqual(2)
}, 120_000)
