import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertRow } from '#server/test/seed'
import { type LiveProbe, startTestServer, type TestServer } from '#server/test/test-server'

let server: TestServer
let owner: string
let operator: string
let viewer: string
beforeAll(async () => {
  server = await startTestServer()
  const { database, world } = server
  await database.asOwner(`update country set phone_code = '49', phone_len = null where country_id = 1`)
  owner = await server.signIn('owner')
  operator = await server.signIn('operator')
  // Sees the same merchants and pages as the operator, and may change nothing.
  const admin = await insertRow(database, 'admin', { login: 'watcher', name: 'Wanda', company: world.a })
  await database.asOwner(
    `update admin set password = (select password from admin where login = 'operator') where admin_id = $1`,
    [admin],
  )
  await insertRow(database, 'membership', { company: world.a, admin, company_role: 2 })
  await database.asOwner('update merchant set access = access || $1::jsonb where merchant_id = any($2)', [
    JSON.stringify([{ user: admin, access: [0, 1, 1, 2] }]),
    world.merchants.slice(0, 2),
  ])
  viewer = await server.signIn('watcher')
})
afterAll(() => server.stop())

const ring = (phone: unknown, { token = operator, company = server.world.a } = {}) =>
  server.call('Order', 'ring', { phone }, { token, company })

const rings = ({ frames }: LiveProbe): unknown[] =>
  frames.filter((frame) => frame['type'] === 'ring').flatMap((frame) => frame['phones'])

async function open(token: string, more = {}): Promise<LiveProbe> {
  const [row] = await server.database.asOwner<{ last: number }>('select last from feed_counter where company = $1', [
    server.world.a,
  ])
  const probe = server.live(token, { since: row?.last ?? 0, ...more })
  await probe.next((frame) => frame['type'] === 'welcome')
  return probe
}

it.each([
  ['+49 151 1234567', '491511234567'],
  ['0049151 1234567', '491511234567'],
  ['0151 1234567', '491511234567'],
  ['anonymous', ''],
  ['', ''],
])('accepts the caller %j as %j', async (phone, caller) => {
  expect(await ring(phone)).toMatchObject({ status: 'OK', data: { phone: caller } })
})

it.each([['Anna'], ['1'.repeat(21)], ['1'.repeat(41)], [{}], [null], [491511234567]])('refuses the caller %j', async (phone) => {
  expect(await ring(phone)).toMatchObject({ status: 'FAIL', code: 'invalid_value', params: ['phone'] })
})

it('reaches the boards of people who may take orders, and nobody else', async () => {
  const boards = await Promise.all([open(owner), open(operator), open(viewer)])
  const ownerB = await server.signIn('owner-b')
  const elsewhere = await open(ownerB, { company: server.world.b, since: 0 })
  await ring('0151 7654321')
  const [boss, taker, watcher] = boards
  for (const board of [boss, taker]) {
    await board?.next((frame) => frame['type'] === 'ring')
    expect(board && rings(board)).toEqual(['491517654321'])
  }
  // Once a later change has reached the others, the call would have too.
  const pace = { merchant: server.world.merchants[0], paused_until: null }
  await server.call('Merchant', 'pace', pace, { token: owner, company: server.world.a })
  await watcher?.next((frame) => frame['type'] === 'resync')
  expect(watcher && rings(watcher)).toEqual([])
  await ring('0151 8888888', { token: ownerB, company: server.world.b })
  await elsewhere.next((frame) => frame['type'] === 'ring')
  expect(rings(elsewhere)).toEqual(['491518888888'])
  for (const board of [...boards, elsewhere]) board.socket.close()
})

it('is not repeated to a board that connects later than a minute after it', async () => {
  const since = (await open(owner)).frames[0]?.['feed']
  await ring('0151 1111111')
  await server.database.asOwner(`update company_feed set at = at - interval '61 seconds' where company = $1`, [server.world.a])
  await ring('0151 2222222')
  const late = server.live(owner, { since })
  await late.next((frame) => frame['type'] === 'ring')
  expect(rings(late)).toEqual(['491512222222'])
  late.socket.close()
})

it('is refused to people who may not take orders, in other companies, and for a disabled company', async () => {
  expect(await ring('0151 1', { token: viewer })).toMatchObject({ code: 'forbidden' })
  expect(await ring('0151 1', { company: server.world.b })).toMatchObject({ code: 'foreign_company' })
  await server.database.asOwner('update company set enable = 0 where company_id = $1', [server.world.a])
  expect(await ring('0151 1')).toMatchObject({ code: 'company_disabled' })
  await server.database.asOwner('update company set enable = 1 where company_id = $1', [server.world.a])
})

it('leaves nothing in the history', async () => {
  const count = () => server.database.asOwner('select count(*) from audit_row')
  const before = await count()
  await ring('0151 3333333')
  expect(await count()).toEqual(before)
})
