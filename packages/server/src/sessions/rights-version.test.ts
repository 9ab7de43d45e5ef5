import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertOrder } from '#server/test/seed'
import { PASSWORD, passwordHash, startTestServer, type TestServer } from '#server/test/test-server'

let server: TestServer
let owner: string
/** Of an operator whom the tests make a second owner. */
let other: string
let membership: number
let observer: Client
beforeAll(async () => {
  server = await startTestServer()
  observer = new Client({ connectionString: server.database.urls.admin })
  await observer.connect()
  owner = await server.signIn('owner')
})
afterAll(async () => {
  await observer.end()
  await server.stop()
})
beforeEach(async () => {
  const { database, world } = server
  await database.asOwner('truncate sign_in_attempt')
  await database.asOwner('update admin set password = $1, admin_status = 1', [passwordHash])
  await database.asOwner(`update merchant set access = '[]'`)
  await database.asOwner('delete from membership where admin = $1', [world.operatorA])
  const added = 'insert into membership (company, admin, company_role) values ($1, $2, 1) returning membership_id'
  const [row] = await database.asOwner<{ membership_id: number }>(added, [world.a, world.operatorA])
  membership = Number(row?.membership_id)
  other = await server.signIn('operator')
})

const as = (token: string, api: string, method: string, data: unknown) =>
  server.call(api, method, data, { token, company: server.world.a })
const save = (token: string, table: string, id: number, row: object) =>
  as(token, 'Reference', 'saveData', { tables: [{ table, id, row }] })
const fire = () => as(owner, 'Reference', 'deleteData', { tables: [{ table: 'membership', id: membership }] })

/** Number of calls that wait for a lock; only a superuser sees it. */
async function waiting(): Promise<number> {
  const { rows } = await observer.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'`,
    [server.database.name],
  )
  return rows[0]?.count ?? 0
}

/** The answers of calls that queue for this lock while `meanwhile` runs. */
async function behind(
  lock: string,
  calls: readonly (() => Promise<Record<string, unknown>>)[],
  meanwhile: (client: Client) => Promise<unknown> = () => Promise.resolve(),
): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: server.database.urls.owner })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(lock)
    const answers: Promise<Record<string, unknown>>[] = []
    for (const call of calls) {
      answers.push(call())
      // oxlint-disable-next-line no-await-in-loop -- the order of the calls is what is tested
      await expect.poll(waiting).toBe(answers.length)
    }
    await meanwhile(client)
    await client.query('commit')
    return await Promise.all(answers)
  } finally {
    await client.end()
  }
}

const rowLock = (table: string, id: number, key = table) => `select from ${table} where ${key}_id = ${id} for update`

describe('rights that change while a call runs', () => {
  it.each<[string, () => Promise<Record<string, unknown>>, string]>([
    ['demoted', () => save(owner, 'membership', membership, { company_role: 2 }), 'forbidden'],
    ['fired', fire, 'not_found'],
  ])('a colleague who is %s cannot promote themselves at the same moment', async (_how, act, code) => {
    const promote = () => save(other, 'membership', membership, { company_role: 1 })
    const [done, refused] = await behind(rowLock('membership', membership), [act, promote])
    expect(done).toMatchObject({ status: 'OK' })
    expect(refused).toMatchObject({ status: 'FAIL', code })
    const roles = 'select company_role::int from membership where admin = $1 and company_role = 1'
    expect(await server.database.asOwner(roles, [server.world.operatorA])).toEqual([])
  })

  it('a call that waited in its person’s queue is refused after they were fired', async () => {
    const { courierA } = server.world
    const saves = Array.from({ length: 6 }, (_, index) => () => save(other, 'courier', courierA, { name: `Cai ${index}` }))
    let queued: Promise<Record<string, unknown>> | undefined
    const answers = await behind(rowLock('courier', courierA), saves, async () => {
      queued = as(other, 'Reference', 'getData', { tables: [{ table: 'user', limit: [0, 1] }] })
      expect(await fire()).toMatchObject({ status: 'OK' })
    })
    expect(answers.map(({ code }) => code)).toEqual(saves.map(() => 'foreign_company'))
    expect(await queued).toMatchObject({ code: 'foreign_company' })
  })

  it('a new password revokes all access tokens, even one created at the same moment', async () => {
    const { operatorA } = server.world
    const stolen = await server.signIn('operator')
    const create = () => as(stolen, 'Token', 'create', { name: 'ci', scopes: ['read'], days: 365, current: PASSWORD })
    const change = () => as(other, 'Auth', 'Password', { password: 'Another-1-password', current: PASSWORD })
    const [changed, created] = await behind(rowLock('admin', operatorA), [change, create])
    expect(changed).toMatchObject({ status: 'OK' })
    expect(created).toMatchObject({ status: 'FAIL', code: 'session_required' })
    expect(await server.database.asOwner('select from access_token where admin = $1', [operatorA])).toEqual([])
  })

  it.each([
    ['revoked', { revoked: 1 }, 'session_required'],
    ['taken from the merchant', () => ({ merchants: [server.world.merchants[1]] }), 'not_found'],
  ])('a kitchen device that is %s can no longer move orders, even by a call in progress', async (_how, row, code) => {
    const { merchants, statuses, a: company } = server.world
    const { secret, code: shown } = (await server.call('Device', 'pair', { name: 'kitchen-1' }))['data'] as Record<string, string>
    const confirmed = await as(owner, 'Device', 'confirm', { code: shown, merchants: [merchants[0]] })
    const { device } = confirmed['data'] as { device: { device_id: number } }
    const order_id = await insertOrder(server.database, server.world)
    const intents = [{ intent_id: randomUUID(), order_id, from: statuses[2], to: statuses[3] }]
    const move = () => server.call('Order', 'move', { intents }, { token: secret, company })
    const change = typeof row === 'function' ? row() : row
    const [moved] = await behind(rowLock('"order"', order_id, 'order'), [move], async () => {
      expect(await save(owner, 'device', device.device_id, change)).toMatchObject({ status: 'OK' })
    })
    const result = (moved?.['data'] as { results?: { code?: string }[] } | undefined)?.results?.[0]
    expect(result?.code ?? moved?.['code']).toBe(code)
    const [kept] = await server.database.asOwner<{ order_status: number }>(
      'select order_status from "order" where order_id = $1',
      [order_id],
    )
    expect(Number(kept?.order_status)).toBe(statuses[2])
  })

  it('the old password no longer signs in while it is being changed', async () => {
    const { operatorA } = server.world
    const lock = `select pg_advisory_xact_lock(hashtextextended('rights ${operatorA}', 0))`
    const login = () => server.call('Auth', 'Login', { login: 'operator', password: PASSWORD, keep: 'bearer', remember: false })
    const [answer] = await behind(lock, [login], async (client) => {
      await client.query(`update admin set password = '' where admin_id = ${operatorA}`)
      await client.query(
        `insert into rights_version as v values (${operatorA}, 1) on conflict (admin) do update set version = v.version + 1`,
      )
    })
    expect(answer).toMatchObject({ code: 'bad_credentials' })
  })

  it('a change of one’s own rights does not refuse the call that makes it, nor the next one', async () => {
    expect(await as(other, 'Auth', 'Password', { password: 'Another-1-password', current: PASSWORD })).toMatchObject({
      status: 'OK',
    })
    expect(await save(other, 'courier', server.world.courierA, { name: 'Cai' })).toMatchObject({ status: 'OK' })
  })
})
