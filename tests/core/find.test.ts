import { type Core, createCore, findByText, memoryStorage } from '@tiffin/core'
import { insertOrder, insertRow, PASSWORD, startTestServer, type TestServer } from '@tiffin/server/test'
import { findOrders } from '@tiffin/core/find-orders'
import { systemClock } from '@tiffin/sdk/client'
import type { SessionUser } from '@tiffin/sdk/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

async function signedIn(login: string): Promise<{ core: Core; user: SessionUser }> {
  const core = createCore({
    url: server.url,
    app: { name: 'api', version: '0' },
    keep: 'bearer',
    ports: { clock: systemClock, storage: memoryStorage(), log: () => {} },
    validate: true,
  })
  await core.session.start()
  expect(await core.session.signIn(login, PASSWORD)).toBe(true)
  const { user } = core.session.store.getState()
  if (!user) throw new Error('nobody is signed in')
  return { core, user }
}

const find = async (login: string, text: string) => {
  const { core, user } = await signedIn(login)
  return findByText(core.client, user, { text, lang: 'en' })
}
const paths = (found: { records: readonly { path: string }[] }) => found.records.map(({ path }) => path)

describe('finding by number and name', () => {
  it('finds an order by its number, with or without #, for people who may see it', async () => {
    const order = await insertOrder(server.database, server.world, { time_create: new Date().toISOString() })
    const expected = [expect.objectContaining({ id: order, path: `/Company/Order?id=${order}` })]
    expect((await find('owner', String(order))).orders).toEqual(expected)
    expect((await find('owner', `#${order}`)).orders).toEqual(expected)
    expect((await find('owner-b', String(order))).orders).toEqual([])
    expect((await find('owner', 'order')).orders).toEqual([])
  })

  it('finds records by part of a name on the screens in the navigation', async () => {
    const [merchant] = server.world.merchants
    const [row] = await server.database.asOwner<{ name: { en: string } }>('select name from merchant where merchant_id = $1', [
      merchant,
    ])
    const part = row?.name.en.slice(0, 4) ?? ''
    expect(paths(await find('owner', part))).toContain(`/Company/Merchant?id=${merchant}`)
    expect(paths(await find('owner-b', part))).not.toContain(`/Company/Merchant?id=${merchant}`)
    expect(paths(await find('platform', 'Alpha'))).toContain(`/Administrator/Company?id=${server.world.a}`)
    expect(paths(await find('owner', 'Alpha'))).not.toContain(`/Administrator/Company?id=${server.world.a}`)
  })

  it('distinguishes namesakes by phone, or by key if they have none', async () => {
    const { database, world } = server
    const ids: number[] = []
    for (const phone of ['4915112345678', '4915112345679', '', ''])
      ids.push(await insertRow(database, 'user', { company: world.a, name: 'Ida Brandt', phone }))
    const { records } = await find('owner', 'Ida Brandt')
    const details = Object.fromEntries(records.map(({ path, detail }) => [path, detail]))
    expect(ids.map((id) => details[`/Company/User?id=${id}`])).toEqual([
      '+49 151 1234 5678',
      '+49 151 1234 5679',
      `#${ids[2]}`,
      `#${ids[3]}`,
    ])
    await database.asOwner('delete from "user" where user_id = any($1)', [ids])
  })

  it('shows the key of an order beside its name only if the name has another number', async () => {
    const { database, world } = server
    const ticketed = await insertOrder(database, world, { time_create: new Date().toISOString(), ticket: 9 })
    const bare = await insertOrder(database, world, { time_create: new Date().toISOString() })
    const keyOf = async (id: number) => (await find('owner', String(id))).orders.find((order) => order.id === id)?.key
    expect([await keyOf(ticketed), await keyOf(bare)]).toEqual([ticketed, undefined])
  })

  it('searches no names for a single letter, and skips screens that the tariff closes', async () => {
    expect(await find('owner', 'a')).toEqual({ orders: [], records: [], lists: [] })
    await server.database.asOwner('update courier set name = $1 where courier_id = $2', ['Quentin', server.world.courierA])
    await server.database.asOwner('update company set allow_courier_app = 1')
    expect(paths(await find('owner', 'quent'))).toEqual([`/Company/CourierList?id=${server.world.courierA}`])
    await server.database.asOwner('update company set allow_courier_app = 0')
    expect(paths(await find('owner', 'quent'))).toEqual([])
  })
})

it.each(['Quentin', '0151 7654321', '+49 151 7654321'])(
  'KDS-26: finds a customer’s orders across merchants and dates that the person may see, open ones first: %s',
  async (text) => {
    const { database, world } = server
    const user = await insertRow(database, 'user', { company: world.a, name: 'Quentin Marlow', phone: '491517654321' })
    const placed = (more: object) => insertOrder(database, world, { user, ...more })
    const open = await placed({ time_create: '2026-01-05T10:00:00Z' })
    const done = { order_status: world.statuses[8], merchant: world.merchants[1], time_create: '2025-03-01T10:00:00Z' }
    const delivered = await placed(done)
    const closed = await placed({ merchant: world.merchants[2] })
    await placed({ delete: 1 })
    await insertOrder(database, world)
    const found = async (login: string) => {
      const { core, user: person } = await signedIn(login)
      return (await findOrders(core.client, text, person.company?.country ?? {}))?.map(({ order_id }) => order_id)
    }
    expect(await found('owner')).toEqual([closed, open, delivered])
    expect(await found('operator')).toEqual([open, delivered])
    expect(await found('owner-b')).toEqual([])
    await database.asOwner('delete from "order" where "user" = $1', [user])
    await database.asOwner('delete from "user" where user_id = $1', [user])
  },
)
