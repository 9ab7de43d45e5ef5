import { apiError } from '@tiffin/sdk/contract'
import { expect, it } from 'vitest'
import type { ClaimedTicket } from '#printing/print-next'
import { stubClock } from '#session/stub-clock'
import { memoryStorage } from '../ports.ts'
import { createConfirmations } from './kinds/confirmations.ts'

/** A console of a company that reports printed tickets to a server. */
function setUp({ company = 3, storage = memoryStorage() } = {}) {
  const clock = stubClock()
  const server = { told: [] as ClaimedTicket[], answer: (): Promise<unknown> => Promise.resolve() }
  const confirmations = createConfirmations({
    client: {
      confirm(ticket) {
        server.told.push(ticket)
        return server.answer()
      },
    },
    ports: { clock, moves: storage, log: () => {} },
    company: () => company,
  })
  return { clock, storage, server, confirmations, told: () => server.told.map(({ print_job_id }) => print_job_id) }
}

const ticket = (print_job_id: number) => ({ print_job_id, console: 'grill#7', lease: 'secret' })
const neverReplies = () => new Promise(() => {})

it.each([
  ['is confirmed', undefined, [1, 2], []],
  ['was decided differently by a person', apiError('lease_lost'), [1, 2], []],
  ['no longer exists', apiError('not_found'), [1, 2], []],
  ["can't be confirmed without a network", apiError('network'), [1], [1, 2]],
  ["can't be confirmed without a session", apiError('session_expired'), [1], [1, 2]],
  ['the signed-in person may not confirm', apiError('forbidden'), [1, 2], [1, 2]],
])('MOON-04 KDS-12: forgets or retries a printed ticket that %s', async (_, failure, asked, left) => {
  const { storage, confirmations, server } = setUp()
  server.answer = neverReplies
  void confirmations.confirm(3, ticket(1))
  // The format of an older release.
  storage.set('printed.3.2', 'grill#7')
  await expect(confirmations.confirm(4, { print_job_id: 9, console: 'grill#7' })).rejects.toThrow('another company')
  const next = setUp({ storage })
  next.server.answer = () => (failure === undefined ? Promise.resolve() : Promise.reject(failure))
  next.confirmations.restore()
  await next.clock.advance(0)
  for (const { print_job_id, ...holder } of next.server.told)
    expect(holder).toEqual({ console: 'grill#7', ...(print_job_id === 1 ? { lease: 'secret' } : {}) })
  expect([next.told(), storage.keys('printed.3.'), storage.keys('printed.4.')]).toEqual([
    asked,
    left.map((id) => `printed.3.${id}`),
    ['printed.4.9'],
  ])
})

it("KDS-12: reports at once that a ticket can't be confirmed, even one queued behind another, and confirms it later", async () => {
  const { clock, storage, server, confirmations, told } = setUp()
  server.answer = () => Promise.reject(apiError('network'))
  await expect(Promise.allSettled([1, 2].map((id) => confirmations.confirm(3, ticket(id))))).resolves.toMatchObject([
    { status: 'rejected', reason: { code: 'network' } },
    { status: 'rejected', reason: { code: 'network' } },
  ])
  server.answer = () => Promise.resolve()
  await clock.advance(2000)
  expect([told(), storage.keys('printed.')]).toEqual([[1, 1, 2], []])
})

it('KDS-12: a ticket that may not be confirmed does not block others', async () => {
  const { storage, server, confirmations } = setUp()
  server.answer = () => Promise.reject(apiError('forbidden'))
  await expect(confirmations.confirm(3, ticket(1))).rejects.toMatchObject({ code: 'forbidden' })
  server.answer = () => Promise.resolve()
  await confirmations.confirm(3, ticket(2))
  expect(storage.keys('printed.')).toEqual(['printed.3.1'])
})
