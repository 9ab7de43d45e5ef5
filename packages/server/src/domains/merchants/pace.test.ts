import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#server/test/test-server'

let server: TestServer
const tokens: Record<string, string> = {}
beforeAll(async () => {
  server = await startTestServer()
  for (const login of ['owner', 'operator', 'owner-b']) tokens[login] = await server.signIn(login)
})
afterAll(() => server.stop())
beforeEach(() => server.database.asOwner('update merchant set paused_until = null, busy_until = null, busy_minutes = null'))

const first = (): number => server.world.merchants[0]
const as = (login: string, api: string, method: string, data: unknown) =>
  server.call(api, method, data, { token: tokens[login], company: login === 'owner-b' ? server.world.b : server.world.a })
const pace = (change: object, login = 'owner') => as(login, 'Merchant', 'pace', { merchant: first(), ...change })
const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString()
const merchant = async () => {
  const include = ['paused_until', 'busy_until', 'busy_minutes']
  const search = [{ key: 'merchant_id', prm: first() }]
  const answer = await as('operator', 'Reference', 'getData', { tables: [{ table: 'merchant', include, search, limit: [0, 1] }] })
  return (answer['data'] as { merchant: { data: Record<string, unknown>[] } }).merchant.data[0]
}
/** Takes an order for pickup now. */
const take = async (overruled: string[] = []) => {
  const { userA: user, payType: pay_type } = server.world
  const row = { user, merchant: first(), type: 2, pay_type, overruled }
  return as('owner', 'Reference', 'saveData', { tables: [{ table: 'order', id: 0, row }] })
}
const minutesOf = async (): Promise<number> => {
  const [row] = await server.database.asOwner<{ delivery_time: number }>(
    'select delivery_time from "order" order by order_id desc limit 1',
  )
  return row?.delivery_time ?? 0
}

describe('a merchant can be paused or made busy until a stated time', () => {
  it('KDS-07: takes no orders without confirmation while it is paused, and takes them when it ends by itself', async () => {
    const until = inMinutes(30)
    expect(await pace({ paused_until: until })).toMatchObject({ status: 'OK', data: { paused_until: until, busy_until: null } })
    expect(await merchant()).toMatchObject({ paused_until: until })
    expect(await take()).toMatchObject({ code: 'warned', params: ['not_taking'] })
    expect(await take(['not_taking'])).toMatchObject({ status: 'OK' })
    await server.database.asOwner(`update merchant set paused_until = now()`)
    expect(await take()).toMatchObject({ status: 'OK' })
  })

  it('KDS-07: promises new orders later while it is busy', async () => {
    await take()
    const usual = await minutesOf()
    await pace({ busy_until: inMinutes(30), busy_minutes: 25 })
    await take()
    expect(await minutesOf()).toBe(usual + 25)
    await server.database.asOwner(`update merchant set busy_until = now()`)
    await take()
    expect(await minutesOf()).toBe(usual)
  })

  it('KDS-07: can be ended early, each alone', async () => {
    await pace({ paused_until: inMinutes(30) })
    await pace({ busy_until: inMinutes(60), busy_minutes: 15 })
    expect(await pace({ paused_until: null })).toMatchObject({ data: { paused_until: null, busy_minutes: 15 } })
    expect(await pace({ busy_until: null })).toMatchObject({ data: { paused_until: null, busy_until: null, busy_minutes: null } })
  })

  it.each([
    [{ paused_until: inMinutes(-1) }, 'pace_time'],
    [{ paused_until: inMinutes(24 * 60 + 1) }, 'pace_time'],
    [{ busy_until: inMinutes(30) }, 'required'],
    [{ busy_until: inMinutes(30), busy_minutes: 0 }, 'invalid_value'],
    [{ busy_until: inMinutes(30), busy_minutes: 601 }, 'invalid_value'],
  ])('KDS-07: refuses %j with %s', async (change, code) => {
    expect(await pace(change)).toMatchObject({ status: 'FAIL', code })
    expect(await merchant()).toMatchObject({ paused_until: null, busy_until: null })
  })

  it('KDS-07: is open to people who may move its orders, and not by a save', async () => {
    const grant = async (level: 0 | 1 | 2): Promise<void> => {
      const row = { access: [{ user: server.world.operatorA, access: [0, level, 1] }] }
      await as('owner', 'Reference', 'saveData', { tables: [{ table: 'merchant', id: first(), row }] })
    }
    const change = { paused_until: inMinutes(5) }
    const codeOf = async (login: string) => (await pace(change, login)).code ?? 'OK'
    for (const [level, code] of [
      [2, 'OK'],
      [1, 'view_only'],
      [0, 'not_found'],
    ] as const) {
      await grant(level)
      await expect.poll(() => codeOf('operator'), { timeout: 5000 }).toBe(code)
    }
    expect(await codeOf('owner-b')).toBe('not_found')
    const tables = [{ table: 'merchant', id: first(), row: change }]
    expect(await as('owner', 'Reference', 'saveData', { tables })).toMatchObject({ status: 'FAIL', code: 'forbidden' })
  })

  it('KDS-07: says in the history who did it', async () => {
    const until = inMinutes(10)
    await pace({ paused_until: until })
    const answer = await as('owner', 'Audit', 'timeline', { table: 'merchant', id: first() })
    const { events } = answer['data'] as { events: { after: object; admin: unknown }[] }
    expect(JSON.stringify(events)).toContain(until)
  })
})
