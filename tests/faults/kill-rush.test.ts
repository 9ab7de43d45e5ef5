import { expect, it } from 'vitest'
import { killRush } from './kill-rush.ts'

it('KDS-12 BOARD-49 KDS-23 KDS-24: six kills of terminal, server and printer among 30 orders leave each order one ticket or an alarm', async () => {
  const { printed, alarms, withdrawn } = await killRush({ kills: 6, orders: 30 })
  expect(printed + alarms + withdrawn).toBe(30)
  expect(printed).toBeGreaterThanOrEqual(20)
}, 180_000)
