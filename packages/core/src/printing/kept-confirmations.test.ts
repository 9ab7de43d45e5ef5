import { apiError } from '@tiffin/sdk/contract'
import { expect, it } from 'vitest'
import { memoryStorage } from '../ports.ts'
import { createKeptConfirmations } from './kept-confirmations.ts'
import type { HeldTicket } from './print-next.ts'

it.each([
  ['is told', undefined, [1, 2], []],
  ['was decided otherwise by a person', apiError('lease_lost'), [1, 2], []],
  ['is gone', apiError('not_found'), [1, 2], []],
  ['cannot be told without a network', apiError('network'), [1], [1, 2]],
  ['cannot be told without a session', apiError('session_expired'), [1], [1, 2]],
])('MOON-04 KDS-12: that a ticket is on paper, where it %s', async (_, failure, asked, left) => {
  const storage = memoryStorage()
  const kept = createKeptConfirmations(storage)
  kept.add(3, { print_job_id: 1, console: 'grill#7', lease: 'secret' })
  // As an older release kept it.
  storage.set('printed.3.2', 'grill#7')
  kept.add(4, { print_job_id: 9, console: 'grill#7' })
  const told: number[] = []
  const confirm = ({ print_job_id, ...holder }: HeldTicket) => {
    expect(holder).toEqual({ console: 'grill#7', ...(print_job_id === 1 ? { lease: 'secret' } : {}) })
    told.push(print_job_id)
    return failure === undefined ? Promise.resolve() : Promise.reject(failure)
  }
  await kept.send(3, { confirm: confirm as never })
  expect([told, storage.keys('printed.3.'), storage.keys('printed.4.')]).toEqual([
    asked,
    left.map((id) => `printed.3.${id}`),
    ['printed.4.9'],
  ])
})
