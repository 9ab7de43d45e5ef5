import { expect, it } from 'vitest'
import type { Decision, NextMove } from '#rules/index'
import type { OrderStatus } from '@tiffin/sdk/contract'
import { bulkTargets } from './bulk-targets.ts'

const yes: Decision = { allowed: true }
const no: Decision = { allowed: false, code: 'view_only' }
const to = (status: number, decision: Decision): NextMove<OrderStatus> => ({
  status: { order_status_id: status + 100, status } as OrderStatus,
  decision,
  column: status > 0,
  needsReason: status === 0,
})

it('KDS-16: offers each status once, with the number of orders that may move there or the reason why none may', () => {
  const targets = bulkTargets(
    [
      [to(3, yes), to(4, no), to(0, yes)],
      [to(2, no), to(3, no), to(4, no), to(0, yes)],
    ],
    1,
  )
  expect(targets.map(({ status, open, decision, needsReason }) => [status.status, open, decision.allowed, needsReason])).toEqual([
    [3, 1, true, false],
    [0, 2, true, true],
    [2, 0, false, false],
    [4, 0, false, false],
  ])
})

it('BOARD-22: offers the statuses after the present one first, so that Enter moves no order back', () => {
  const targets = bulkTargets([[to(1, yes), to(3, yes), to(5, yes), to(0, yes), to(4, no)]], 2)
  expect(targets.map(({ status }) => status.status)).toEqual([3, 5, 1, 0, 4])
})
