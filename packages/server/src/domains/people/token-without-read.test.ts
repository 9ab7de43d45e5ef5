import { ticketLines } from '@tiffin/core/rules'
import type { TokenScope } from '@tiffin/sdk/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertOrder } from '#server/test/seed'
import { startTestServer, type TestServer } from '#server/test/test-server'

let server: TestServer
let owner: string
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.signIn('owner')
})
afterAll(() => server.stop())

async function tokenWith(scopes: TokenScope[]): Promise<string> {
  const { data } = await server.call('Token', 'create', { name: 'ci', scopes, days: 1 }, { token: owner })
  return (data as { token: string }).token
}
const call = (token: string, api: string, method: string, data: object) =>
  server.call(api, method, data, { token, company: server.world.a })

describe('an access token without the scope read', () => {
  it('is not told the hand-off code of an order', async () => {
    await server.database.asOwner('update company set handoff_codes = 1')
    const order_id = await insertOrder(server.database, server.world, { type: 1 })
    const [blind, reading] = [await tokenWith(['write']), await tokenWith(['read', 'write'])]
    expect(await call(blind, 'Order', 'handoff', { order_id })).toMatchObject({ code: 'scope_required', params: ['read'] })
    const { data } = (await call(reading, 'Order', 'handoff', { order_id })) as { data?: { code: string } }
    expect(data?.code).toMatch(/^\d{4}$/)
  })

  it('is not told which records use one that it deletes, nor how many', async () => {
    const { userA } = server.world
    await insertOrder(server.database, server.world, { user: userA })
    const [blind, reading] = [await tokenWith(['write']), await tokenWith(['read', 'write'])]
    const remove = async (token: string) =>
      (await call(token, 'Reference', 'deleteData', { tables: [{ table: 'user', id: userA }] })) as {
        code?: string
        because?: object
      }
    expect(await remove(blind)).toMatchObject({ code: 'in_use', because: { uses: [], elsewhere: true } })
    expect(await remove(reading)).toMatchObject({ code: 'in_use', because: { uses: [{ table: 'order' }] } })
  })

  it('can’t test values of the configuration by guessing them', async () => {
    const { payType } = server.world
    await server.database.asOwner(`update pay_type set emit = 'Bank' where pay_type_id = $1`, [payType])
    const rows = [{ table: 'pay_type', id: payType, values: { emit: 'x' }, before: { emit: 'Bank' } }]
    const plan = { rows, remove: [], seen: {}, rehearse: true }
    const [blind, reading] = [await tokenWith(['config']), await tokenWith(['read', 'config'])]
    expect(await call(blind, 'Config', 'apply', plan)).toMatchObject({ code: 'scope_required', params: ['read'] })
    expect(await call(reading, 'Config', 'apply', plan)).toMatchObject({ status: 'OK' })
  })

  it('BOARD-26: can’t test the status of an order by sending an old row', async () => {
    const { 2: created, 3: accepted } = server.world.statuses
    const order = await insertOrder(server.database, server.world, { order_status: created, last_time: '2026-11-20T10:00:00Z' })
    const [blind, reading] = [await tokenWith(['write']), await tokenWith(['read', 'write'])]
    const drop = async (token: string, order_status: unknown) => {
      const row = { order_status, order: 4, last_time: '2026-11-20T09:00:00.000Z' }
      const { data } = await call(token, 'Reference', 'saveData', { tables: [{ table: 'order', id: order, row }] })
      return (data as { order: { rows: object[] } }).order.rows
    }
    const revision = expect.any(Number) as number
    const hidden = [{ status: 'OK', data: { order_id: order, revision, order: 4 }, skipped: ['order_status'] }]
    expect(await drop(blind, created)).toEqual(hidden)
    expect(await drop(blind, accepted)).toEqual(hidden)
    expect(await drop(reading, accepted)).toMatchObject([{ data: { order_status: created }, skipped: ['order_status'] }])
    const [equal] = await drop(reading, created)
    expect(equal).not.toHaveProperty('skipped')
  })

  it('is told only the state of a merchant that it has set', async () => {
    const [merchant] = server.world.merchants
    const [blind, reading] = [await tokenWith(['write']), await tokenWith(['read', 'write'])]
    const until = new Date(Date.now() + 600_000).toISOString()
    await call(owner, 'Merchant', 'pace', { merchant, busy_until: until, busy_minutes: 10 })
    const resume = async (token: string) => (await call(token, 'Merchant', 'pace', { merchant, paused_until: null })).data
    expect(await resume(blind)).toEqual({ status: 'OK', paused_until: null })
    expect(await resume(reading)).toMatchObject({ paused_until: null, busy_until: until, busy_minutes: 10 })
  })

  it('is told only of the line that it has ticked', async () => {
    const cart = [
      { id: 1, name: 'Soup', qty: 1, price: '1.00', note: '' },
      { id: 2, name: 'Pizza', qty: 1, price: '1.00', note: '' },
    ]
    const order_id = await insertOrder(server.database, server.world, { cart })
    const [soup, pizza] = ticketLines({ cart }).map(({ key }) => key) as [string, string]
    const [blind, reading] = [await tokenWith(['write']), await tokenWith(['read', 'write'])]
    const tick = async (token: string, line: string, done = true) =>
      ((await call(token, 'Order', 'tick', { order_id, line, done })).data as { ticks: string[] }).ticks
    await tick(owner, soup)
    expect(await tick(blind, pizza)).toEqual([pizza])
    expect(await tick(blind, pizza, false)).toEqual([])
    expect(await tick(reading, pizza)).toEqual([soup, pizza])
  })
})
