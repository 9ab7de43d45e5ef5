import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { insertOrder, insertRow } from '#server/test/seed'
import { startTestServer, type TestServer } from '#server/test/test-server'
import { expireUnclaimed } from './unclaimed-tickets.ts'

let server: TestServer
let owner: string
let order: number
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.signIn('owner')
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.database.asOwner('delete from print_job')
  await server.database.asOwner('delete from print_console')
  order = await insertOrder(server.database, server.world)
})

async function print(method: string, data: object) {
  const answer = await server.call('Print', method, data, { token: owner, company: server.world.a })
  return answer['data'] as { job?: object | null }
}

/** A ticket queued this many minutes ago. */
function queue(minutes: number, more: object = {}): Promise<number> {
  const [merchant] = server.world.merchants
  const created = new Date(Date.now() - minutes * 60_000).toISOString()
  return insertRow(server.database, 'print_job', {
    company: server.world.a,
    merchant,
    order,
    purpose: 'kitchen',
    created,
    ...more,
  })
}

const offer = (merchant: 0 | 1 = 0) =>
  print('offer', {
    console: 'kitchen-1#7',
    merchants: [server.world.merchants[merchant]],
    printers: [{ address: 'virtual:', name: 'Paper' }],
  })
const settle = () => expireUnclaimed(server.context)
const states = async () =>
  (await server.database.asOwner<{ state: string }>('select state from print_job order by print_job_id')).map(
    ({ state }) => state,
  )

it('KDS-12: a ticket that no console claims raises an alarm, until a console claims it after all', async () => {
  await offer()
  await queue(4)
  await queue(6)
  await settle()
  expect(await states()).toEqual(['queued', 'failed'])
  const [alarm] = await server.database.asOwner(`select error, attempt from print_job where state = 'failed'`)
  expect(alarm).toEqual({ error: 'No console claimed this ticket', attempt: 0 })
  for (const console of ['kitchen-1#7', 'kitchen-1#8'])
    expect(await print('claim', { console })).toMatchObject({ job: { state: 'claimed', attempt: 1, error: '' } })
})

it.each([
  ['yesterday', 'failed', 1],
  ['never within a week', 'queued', 8],
])('KDS-12: a ticket of a merchant whose kitchen printed %s is %s', async (_when, state, days) => {
  const printed = new Date(Date.now() - days * 86_400_000).toISOString()
  await queue(days * 1440, { state: 'printed', printed })
  await queue(6)
  await settle()
  expect(await states()).toEqual(['printed', state])
})

it('KDS-12: a ticket of a merchant without a kitchen raises no alarm, even if another merchant has one', async () => {
  await offer(1)
  await queue(6)
  await settle()
  expect(await states()).toEqual(['queued'])
})

it('KDS-12: a ticket delayed after a failure gets its full time again', async () => {
  await offer()
  await queue(6, { console: 'kitchen-1#7', attempt: 3, retry_at: new Date().toISOString() })
  await settle()
  expect(await states()).toEqual(['queued'])
})

it.each([
  ['is older than a day', 1441, 'kitchen', 3, 'expired'],
  ['was an alarm for a day', 1441, 'kitchen', 3, 'expired', 'failed'],
  ['is of a delivered order', 6, 'kitchen', 8, 'expired'],
  ['is of an order that was delivered at once', 1, 'kitchen', 8, 'queued'],
  ['is the receipt of a delivered order', 6, 'receipt', 8, 'queued'],
])(
  'KDS-12: a ticket that %s is printed only if someone still needs it',
  async (_what, minutes, purpose, status, then, state = 'queued') => {
    await server.database.asOwner('update "order" set order_status = $1', [server.world.statuses[status]])
    const id = await queue(minutes, { purpose, state })
    const claimed = await print('claim', { console: 'kitchen-1' })
    expect(claimed.job ?? null).toEqual(then === 'expired' ? null : expect.objectContaining({ print_job_id: id }))
    if (then !== 'expired') return
    await settle()
    expect(await states()).toEqual(['expired'])
  },
)
