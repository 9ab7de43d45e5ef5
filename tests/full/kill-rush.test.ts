import { expect, it } from 'vitest'
import { killRush } from '../faults/kill-rush.ts'

it('KDS-12 BOARD-49 KDS-23 KDS-24: after six kills of terminal, server and printer among 30 orders, each order has one ticket or an alarm', async () => {
  const { printed, alarms, withdrawn } = await killRush({ kills: 6, orders: 30 })
  expect(printed + alarms + withdrawn).toBe(30)
  expect(printed).toBeGreaterThanOrEqual(20)
}, 180_000)

it('KDS-12 BOARD-49 KDS-23 KDS-24: after a hundred kills of terminal, server and printer in a rush of 500 orders, each has one ticket or an alarm', async () => {
  const { printed, alarms, withdrawn } = await killRush({ kills: 100, orders: 500 })
  console.log(`100 kills: ${printed} tickets printed, ${alarms} left to a person, ${withdrawn} withdrawn`)
  expect(printed + alarms + withdrawn).toBe(500)
  expect(printed).toBeGreaterThanOrEqual(350)
}, 1_500_000)
