import { type Core, createCore, type DraftStorage, type ListedStorage, memoryStorage } from '@tiffin/core'
import { type NewOrder, type NewOrders, newOrdersOf, openOrder, parkedOrders, preview } from '@tiffin/core/new-order'
import { systemClock } from '@tiffin/sdk/client'
import { insertOrder, insertRow, PASSWORD, startTestServer, type TestServer } from '@tiffin/server/test'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newOrder, payTypes, wizardCustomers } from '../fixtures/order-screens.ts'
import { type CuttableNetwork, startNetwork } from '../fakes/cuttable-network.ts'

let server: TestServer
let network: CuttableNetwork
const cores: Core[] = []
beforeAll(async () => {
  network = await startNetwork()
  server = await startTestServer({ TIFFIN_PUBLIC_URL: network.url })
  network.setTarget(server.url)
  const { database, world } = server
  await database.asOwner(
    `update merchant set address = '{"coords":[52.5,13.4]}', cooking_time = 30, delivery = '[{"from_km":0,"to_km":5,"price":2,"per_km":1}]' where merchant_id = $1`,
    [world.merchants[0]],
  )
  await database.asOwner(`update company set fee = '0.50', tips = '[5,10]' where company_id = $1`, [world.a])
  await database.asOwner(`update pay_type set admin = 2, commission_percent = 2 where pay_type_id = $1`, [world.payType])
})
afterAll(async () => {
  await network.close()
  await server.stop()
})
afterEach(async () => {
  for (const core of cores.splice(0)) core.board.close()
  await network.restore()
  await server.database.asOwner('truncate print_job, "order" cascade')
})

interface Disk {
  storage: ListedStorage
  moves: ListedStorage
  drafts: DraftStorage
}
function newDisk(): Disk {
  const stored = new Map<string, Parameters<DraftStorage['put']>[0]>()
  return {
    storage: memoryStorage(),
    moves: memoryStorage(),
    drafts: {
      all: async () => [...stored.values()],
      put: async (draft) => void stored.set(draft.key, draft),
      remove: async (key) => void stored.delete(key),
      claim: async () => () => {},
      claimed: async () => new Set(),
    },
  }
}

/** A program; after it is killed, only its disk is left. */
async function run(login = 'owner', disk = newDisk()): Promise<{ core: Core; orders: NewOrders; now: () => NewOrder }> {
  const core = createCore({
    url: network.url,
    app: { name: 'api', version: '0' },
    keep: 'bearer',
    ports: { clock: systemClock, ...disk, lastKnown: disk.moves, log: () => {} },
    validate: true,
  })
  cores.push(core)
  await core.session.start()
  expect(await core.session.signIn(login, PASSWORD)).toBe(true)
  const orders = newOrdersOf(core)
  await orders.open()
  const now = (): NewOrder => openOrder(orders.store.getState()) as NewOrder
  return { core, orders, now }
}

const soup = {
  key: 'soup',
  id: 1,
  name: 'Soup',
  qty: 2,
  price: '4.00',
  discount: '0.00',
  addons: [],
  note: '',
  allergens: [],
  station: '',
}
const notices = (core: Core): string[] =>
  core.notices.store.getState().notices.map(({ text, params }) => core.i18n.t.message(text, params))
const placed = () => server.database.asOwner<Record<string, unknown>>(`select * from "order" order by order_id`)
const customer = (values: Record<string, unknown>) =>
  insertRow(server.database, 'user', { company: server.world.a, status: 1, ...values })
async function found(orders: NewOrders, text: string): Promise<string[]> {
  orders.searchCustomers(text)
  await expect.poll(() => orders.store.getState().search).toMatchObject({ text, busy: false })
  return orders.store.getState().search.found.map(({ name }) => name)
}
/** Chooses the first merchant and a customer of this phone. */
async function fill({ orders }: { orders: NewOrders }, phone = '4915777001'): Promise<void> {
  orders.chooseMerchant(server.world.merchants[0])
  expect(await orders.addCustomer({ name: 'Ida Brandt', phone })).toBe(true)
  orders.change({ type: 2, cart: [soup] })
}

const format = { price: String, time: String, day: String }

describe('a new order', () => {
  it('WIZ-10: takes the fee of the company, in the preview and on the server', async () => {
    const it = await run()
    await fill(it)
    const { choices } = it.orders.store.getState()
    if (!choices) throw new Error('no choices')
    expect(preview(it.now(), choices, { now: Date.now(), format }).price).toMatchObject({
      cost: '8.00',
      fee: '0.50',
      total: '8.67',
    })
    expect(await it.orders.create()).toBe('created')
    expect(await placed()).toMatchObject([{ fee: '0.50', total: '8.67', asap: 1, pay_status: 0, paid: 0 }])
    expect(notices(it.core)).toContainEqual(expect.stringContaining('created'))
    expect(openOrder(it.orders.store.getState())).toBeUndefined()
  })

  it('WIZ-13: offers the payment types that are on for staff, and reads their key, name and odd', async () => {
    const { world, database } = server
    const off = await insertRow(database, 'pay_type', { company: world.a, name: { en: 'Off' }, admin: 1 })
    const disabled = await insertRow(database, 'pay_type', { company: world.a, name: { en: 'Disabled' }, admin: 2, status: 0 })
    const foreign = await insertRow(database, 'pay_type', { company: world.b, name: { en: 'Foreign' }, admin: 2 })
    const { orders, now } = await run()
    const payTypes = orders.store.getState().choices?.payTypes ?? []
    expect(payTypes).toMatchObject([{ pay_type_id: world.payType, name: { en: 'Cash' }, odd: 1 }])
    expect(payTypes).toHaveLength(1)
    expect(now().pay_type).toBe(world.payType)
    for (const key of [off, disabled, foreign]) await database.asOwner('delete from pay_type where pay_type_id = $1', [key])
  })

  it('offers the merchants whose orders the person may edit, and no others', async () => {
    const { orders, now } = await run('operator')
    const { merchants } = server.world
    expect(orders.store.getState().choices?.merchants.map(({ merchant_id }) => merchant_id)).toEqual([merchants[0]])
    expect(now().merchant).toBe(merchants[0])
  })

  it('WIZ-03 WIZ-04: finds customers of the company who have a phone, by name or phone', async () => {
    const { orders } = await run()
    await customer({ name: 'Nora Finch', phone: '4917000001' })
    await customer({ name: 'Nora Without', phone: '' })
    await insertRow(server.database, 'user', { company: server.world.b, name: 'Nora Abroad', phone: '4917000002' })
    expect(await found(orders, 'nora')).toEqual(['Nora Finch'])
    expect(await found(orders, '0170 00001')).toEqual(['Nora Finch'])
    expect(await found(orders, 'n')).toEqual([])
  })

  it.each(Object.entries(wizardCustomers))('WIZ-03 WIZ-05: the customer %s', async (name, expected) => {
    const { company, phone, status, offered } = expected
    await customer({ name, phone, status, company: company === 'A' ? server.world.a : server.world.b })
    const { core, orders } = await run()
    expect(await found(orders, name)).toEqual(offered ? [name] : [])
    const [first] = orders.store.getState().search.found
    const refusal = 'refusal' in expected ? expected.refusal : undefined
    expect(first !== undefined && orders.chooseCustomer(first)).toBe(offered && refusal === undefined)
    expect(notices(core)).toEqual(refusal === undefined ? [] : [refusal])
  })

  it('WIZ-07 WIZ-08 WIZ-09 WIZ-12: starts with the documented values', async () => {
    const { world } = server
    const { core, orders, now } = await run()
    const { choices } = orders.store.getState()
    const [first] = choices?.payTypes ?? []
    expect(now()).toMatchObject({ type: choices?.types[0], pay_type: first?.pay_type_id, cart: [], asap: true })
    const row = { merchant: world.merchants[0], user: world.userA, type: now().type, pay_type: now().pay_type }
    await core.client.Reference.saveData({ tables: [{ table: 'order', id: 0, row }] }, { company: world.a })
    const { fee, order_status, pay_type, type, ...values } = newOrder
    const { cost, total } = values
    if (!choices) throw new Error('no choices')
    expect(preview(now(), choices, { now: Date.now(), format }).price).toMatchObject({ cost, total })
    expect([fee, order_status, pay_type, type]).toEqual(['company.fee', 'created', 'first', 'first'])
    expect(await placed()).toMatchObject([{ ...values, order_status: world.statuses[2], pay_type: world.payType, type: 1 }])
  })

  it.each(payTypes)('WIZ-13: a payment type with admin $admin and status $status', async ({ admin, status, offered }) => {
    const { world, database } = server
    const key = await insertRow(database, 'pay_type', { company: world.a, admin, status })
    const { orders } = await run()
    const keys = orders.store.getState().choices?.payTypes.map(({ pay_type_id }) => pay_type_id)
    expect(keys?.includes(key)).toBe(offered)
    await database.asOwner('delete from pay_type where pay_type_id = $1', [key])
  })

  it('WIZ-05: refuses a blocked customer in words', async () => {
    const { core, orders, now } = await run()
    await customer({ name: 'Blocked Bert', phone: '4917000009', status: 0 })
    await found(orders, 'Blocked')
    const [bert] = orders.store.getState().search.found
    expect(bert && orders.chooseCustomer(bert)).toBe(false)
    expect(now().customer).toBeNull()
    expect(notices(core)).toEqual(['The user is blocked'])
  })

  it('offers the existing customer for a known phone, and says when no more customers fit', async () => {
    const { core, orders, now } = await run()
    const ida = await customer({ name: 'Ida Known', phone: '4917111111' })
    expect(await orders.addCustomer({ name: 'Someone', phone: '+49 171 11111' })).toBe(true)
    expect(now().customer).toMatchObject({ user_id: ida, name: 'Ida Known' })
    expect(notices(core)).toEqual(['This phone belongs to Ida Known'])
    await server.database.asOwner('update company set limit_user = 0 where company_id = $1', [server.world.a])
    expect(await orders.addCustomer({ name: 'New', phone: '4917222222' })).toBe(false)
    expect(notices(core)).toContain('Maximum number of entries 0 reached')
    await server.database.asOwner('update company set limit_user = null where company_id = $1', [server.world.a])
  })

  it('counts the customer’s orders in the company, but repeats only those of visible merchants', async () => {
    const { world, database } = server
    const user = await customer({ name: 'Regular', phone: '4917333333' })
    const cart = [{ ...soup, addons: [{ name: 'Bread', qty: 1, price: '1.00' }] }]
    await insertOrder(database, world, { user, merchant: world.merchants[0], cart, destination_address: 'Lindenweg 5' })
    await insertOrder(database, world, { user, merchant: world.merchants[2], cart: [{ ...soup, name: 'Secret' }] })
    const { orders, now } = await run('operator')
    await found(orders, 'Regular')
    const [regular] = orders.store.getState().search.found
    if (regular) orders.chooseCustomer(regular)
    await expect.poll(() => orders.store.getState().history?.count).toBe(2)
    const { history } = orders.store.getState()
    expect(history?.addresses).toMatchObject([{ address: 'Lindenweg 5' }])
    expect(history?.orders).toHaveLength(1)
    const [last] = history?.orders ?? []
    if (last) orders.repeat(last)
    expect(now()).toMatchObject({ merchant: world.merchants[0], cart: [{ name: 'Soup', addons: [{ name: 'Bread' }] }] })
    await expect.poll(() => orders.store.getState().suggested?.lines.map(({ text }) => text)).toEqual(['Soup', 'Soup + Bread'])
  })

  it('is created once, however often it is sent', async () => {
    const it = await run()
    await fill(it)
    const { saveData } = it.core.client.Reference
    let losses = 2
    Object.assign(it.core.client.Reference, {
      async saveData(...given: Parameters<typeof saveData>) {
        const answer = await saveData(...given)
        // The response is lost on the way.
        if (losses-- > 0) throw Object.assign(new Error('lost'), { name: 'ApiError', code: 'network' })
        return answer
      },
    })
    expect(await it.orders.create()).toBe('waits')
    await expect.poll(() => it.orders.store.getState().waiting, { timeout: 10_000 }).toBe(0)
    expect(await placed()).toHaveLength(1)
  })

  it('waits for the network through the end of the program, and says so', async () => {
    const disk = newDisk()
    const it = await run('owner', disk)
    await fill(it)
    await network.cut()
    expect(await it.orders.create()).toBe('waits')
    expect(notices(it.core)).toContain("Can't reach the server. The order will be sent as soon as possible.")
    Object.assign(it.core.client.Reference, { saveData: () => new Promise(() => {}) })
    await network.restore()
    const next = await run('owner', disk)
    await expect.poll(placed, { timeout: 10_000 }).toMatchObject([{ total: '8.67' }])
    expect(parkedOrders(next.orders.store.getState())).toEqual([])
  })

  it('comes back as the draft with the reason when it is refused', async () => {
    const it = await run()
    await fill(it)
    it.orders.change({ promocode: 'NOPE' })
    const { key } = it.now()
    await server.database.asOwner('update company set allow_promocode = 1 where company_id = $1', [server.world.a])
    expect(await it.orders.create()).toBe('refused')
    expect(it.now()).toMatchObject({ key, promocode: 'NOPE', cart: [{ name: 'Soup' }] })
    expect(it.orders.store.getState().refused[key]).toMatchObject({ message: 'Promo code not found' })
    it.orders.change({ promocode: '' })
    expect(await it.orders.create()).toBe('created')
  })

  it('is restored after a crash, and two can be parked', async () => {
    const disk = newDisk()
    const before = await run('owner', disk)
    await fill(before)
    expect(before.orders.park()).toBe(true)
    await before.orders.open()
    before.orders.change({ comment: 'Ring twice' })
    expect(before.orders.park()).toBe(true)
    await before.orders.open()
    before.orders.change({ comment: 'Third' })
    expect(before.orders.park()).toBe(false)
    await new Promise((resolve) => setTimeout(resolve, 600))
    await before.core.drafts.settled()

    const { orders, now } = await run('owner', disk)
    await orders.open(true)
    const kept = [now(), ...parkedOrders(orders.store.getState())]
    const names = kept.map(({ comment, customer: item }) => comment || item?.name)
    expect(new Set(names)).toEqual(new Set(['Ida Brandt', 'Ring twice', 'Third']))
  })

  it('is not shown to the next person of this program', async () => {
    const it = await run()
    await fill(it)
    await it.core.session.signOut()
    expect(it.orders.store.getState().orders).toEqual([])
    expect(await it.core.session.signIn('operator', PASSWORD)).toBe(true)
    await it.orders.open(true)
    expect(it.now().customer).toBeNull()
    await it.core.session.signOut()
    expect(await it.core.session.signIn('owner', PASSWORD)).toBe(true)
    await it.orders.open(true)
    await expect.poll(() => it.now().customer?.name).toBe('Ida Brandt')
  })
})
