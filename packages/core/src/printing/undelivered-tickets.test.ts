import type { PrintJob } from '@tiffin/sdk/contract'
import { expect, it } from 'vitest'
import { printerError } from '#receipt/printer'
import { createUndeliveredTickets } from './undelivered-tickets.ts'
import type { PrintOutcome } from './print-next.ts'

const NOW = Date.parse('2026-11-20T12:00:00.000Z')
const failed = (id: number, error: unknown = printerError('printer_unreachable')): PrintOutcome => ({
  state: 'failed',
  job: { print_job_id: id } as PrintJob,
  bytes_sent: 0,
  error,
  retry_at: new Date(NOW + 5000).toISOString(),
})

it('KDS-12: a ticket refused by its printer waits only until the printer works again', () => {
  const held = createUndeliveredTickets(() => NOW)
  held.note(failed(7), undefined)
  held.recordHealth(true)
  expect([held.next(), held.isDue()]).toEqual([7, false])
  held.recordHealth(false)
  expect(held.isDue()).toBe(false)
  held.recordHealth(true)
  expect([held.next(), held.isDue()]).toEqual([7, true])
})

it("KDS-12: the oldest ticket goes first, and one that can't be rendered blocks no other", () => {
  const held = createUndeliveredTickets(() => NOW)
  for (const id of [9, 7, 8]) held.note(failed(id), undefined)
  held.note(failed(6, new Error('no such letter')), undefined)
  expect(held.next()).toBe(7)
  held.note({ state: 'idle' }, 7)
  expect(held.next()).toBe(8)
})
