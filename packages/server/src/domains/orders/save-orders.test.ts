import { type Actor, price } from '@tiffin/core/rules'
import type { Order } from '@tiffin/sdk/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { insertOrder, insertRow } from '#server/test/seed'
import { createTestEngine, NOW, type TestEngine } from '#server/test/test-engine'

let engine: TestEngine
let test: TestEngine['test']
let world: TestEngine['world']
let actors: TestEngine['actors']

beforeAll(async () => {
  engine = await createTestEngine()
  ;({ test, world, actors } = engine)
  await test.asOwner(
    `update merchant set address = '{"coords":[52.5,13.4]}', delivery = '[{"from_km":0,"to_km":5,"price":2,"per_km":1}]' where merchant_id = $1`,
    [world.merchants[0]],
  )
  await test.asOwner('update company set allow_promocode = 1 where company_id = $1', [world.a])
})
afterAll(() => test.drop())
afterEach(() => test.asOwner('update company set enable = 1, price_show_decimal = 1 where company_id = $1', [world.a]))

type Row = Record<string, unknown>
const at = (number: number): number => world.statuses[number] ?? 0
const pizza = { id: 1, name: 'Pizza', qty: 2, price: '7.50' }
const make = (more: Row = {}, now = NOW) =>
  engine.saveOne(
    actors.ownerA,
    'order',
    { merchant: world.merchants[0], user: world.userA, type: 2, cart: [pizza], ...more },
    undefined,
    { now },
  )
const change = (id: unknown, row: Row, actor: Actor = actors.ownerA) => engine.saveOne(actor, 'order', row, id as number)

it('a typed address without its coordinates drops those of the previous one, and is not verified', async () => {
  const first = { destination_address: 'Lindenweg 5', destination_coordinates: [52.52, 13.4], destination_unverified: 0 }
  const { order_id } = await make({ type: 1, ...first })
  const typed = { destination_address: 'Nowhere 7', delivery: '2.00' }
  const dropped = { destination_coordinates: null, destination_unverified: 1 }
  expect(await change(order_id, typed)).toMatchObject({ ...typed, ...dropped })
  expect(await change(order_id, first)).toMatchObject(first)
})

describe('new order', () => {
  it('ORDER-11 ORDER-06 WIZ-07 WIZ-08: starts in the created status with a deadline, unpaid, unprinted, without courier', async () => {
    expect(await make()).toMatchObject({
      order_status: at(2),
      courier: 0,
      time_delivery: null,
      paid: 0,
      pay_status: 0,
      asap: 1,
      print: 0,
      time_finish: expect.stringMatching(/^2026-11-2\dT\d\d:\d\d:00\.000Z$/) as string,
      currency: 'EUR',
    })
  })

  it('WIZ-07: starts in the status that is flagged created, whatever its number', async () => {
    const flag = (status: number) =>
      test.asOwner('update order_status set created = (order_status_id = $2)::int where company = $1', [world.a, at(status)])
    await flag(5)
    expect(await make()).toMatchObject({ order_status: at(5) })
    await flag(2)
    expect(await make()).toMatchObject({ order_status: at(2) })
  })

  it('WIZ-09: starts with cost 0.00, total 0.00 and an empty cart, whatever amounts are sent', async () => {
    const card = await insertRow(test, 'pay_type', { company: world.a, name: { en: 'Card' }, admin: 2, commission_percent: 10 })
    const nothing = { cart: undefined, type: 1, pay_type: card }
    const empty = { cart: [], cost: '0.00', fee: '0.00', delivery: '0.00', payment_commission: '0.00', total: '0.00' }
    const { order_id, ...stored } = await make(nothing)
    expect(stored).toMatchObject(empty)
    expect(await make({ ...nothing, cost: '5.00', total: '5.00', fee: '1.00', tips: '1.00', delivery: '2.00' })).toMatchObject(
      empty,
    )
    const place = { destination_coordinates: [52.52, 13.4] }
    const filled = { cost: '15.00', fee: '1.50', delivery: '4.00', payment_commission: '2.05', total: '22.55' }
    expect(await change(order_id, { cart: [pizza], ...place })).toMatchObject(filled)
    expect(await change(order_id, { cart: [] })).toMatchObject(empty)
    expect(await change(order_id, { cart: [pizza] })).toMatchObject(filled)
  })

  it('KDS-21 KDS-22: gets the next number of its merchant and day, by the company’s time zone', async () => {
    const midnight = new Date('2026-11-21T23:00:00.000Z')
    const first = await make({ merchant: world.merchants[1] }, new Date(midnight.getTime() - 1))
    const second = await make({ merchant: world.merchants[1] }, midnight)
    const third = await make({ merchant: world.merchants[1] }, midnight)
    expect([first, second, third].map(({ ticket, ticket_day }) => [ticket, ticket_day])).toEqual([
      [1, '2026-11-21'],
      [1, '2026-11-22'],
      [2, '2026-11-22'],
    ])
  })

  it('KDS-22: is found by its ticket number', async () => {
    const { order_id, ticket } = await make({ merchant: world.merchants[1] }, new Date())
    const found = await engine.read(actors.ownerA, {
      table: 'order',
      include: ['order_id'],
      search: [{ text: `#${Number(ticket)}` }],
    })
    expect(found).toContainEqual({ order_id })
    await test.asOwner('update "order" set ticket = 777 where order_id = $1', [order_id])
    expect(await engine.read(actors.operatorA, { table: 'order', include: ['order_id'], search: [{ text: '777' }] })).toEqual([
      { order_id },
    ])
    expect(await engine.read(actors.ownerB, { table: 'order', search: [{ text: '777' }] })).toEqual([])
  })

  it('KDS-22: never shares its number, however many are created at once', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => make({ merchant: world.merchants[2] })))
    expect(made.map(({ ticket }) => ticket).toSorted((a, b) => Number(a) - Number(b))).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('counts towards the tariff, unless refused', async () => {
    const count = async () => (await engine.readOne(actors.ownerA, 'company', 'company_id', world.a))['order_count']
    const before = Number(await count())
    await test.asOwner('update company set limit_order = 0 where company_id = $1', [world.a])
    await make()
    await expect(make({ user: 99_999 })).rejects.toMatchObject({ code: 'bad_reference' })
    expect(await count()).toBe(before + 1)
  })

  it('ORDER-10: is last in its column', async () => {
    const [first, second] = [await make({ merchant: world.merchants[2] }), await make({ merchant: world.merchants[2] })]
    expect(Number(second['order'])).toBeGreaterThan(Number(first['order']))
  })

  it('charges a bonus once, however many orders spend it at once, and refunds it when it is no longer spent', async () => {
    const cart = [{ id: 1, name: 'Soup', qty: 1, price: '20.00' }]
    const user = await insertRow(test, 'user', { company: world.a, name: 'Saver', bonus_score: '5.00' })
    const score = async () => (await engine.readOne(actors.ownerA, 'user', 'user_id', user))['bonus_score']
    const tries = await Promise.allSettled(Array.from({ length: 4 }, () => make({ user, cart, bonus: '5.00' })))
    expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected'])
    expect(await score()).toBe('0.00')
    const [made] = tries.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    await engine.saveOne(actors.ownerA, 'order', { bonus: '1.50' }, made?.['order_id'] as number)
    expect(await score()).toBe('3.50')
  })

  it('refunds the bonus once when deleted', async () => {
    const user = await insertRow(test, 'user', { company: world.a, name: 'Saver', bonus_score: '10.00' })
    const score = async () => (await engine.readOne(actors.ownerA, 'user', 'user_id', user))['bonus_score']
    const { order_id } = await make({ user, bonus: '4.00' })
    expect(await score()).toBe('6.00')
    await engine.remove(actors.ownerA, 'order', order_id as number)
    expect(await score()).toBe('10.00')
    await expect(engine.remove(actors.ownerA, 'order', order_id as number)).rejects.toMatchObject({ code: 'not_found' })
    expect(await score()).toBe('10.00')
  })

  const refused: [string, () => Promise<Row>, string][] = [
    ['PERM-10: of a merchant that one may only look at', () => make2({ merchant: world.merchants[1] }), 'forbidden'],
    ['PERM-09: of a merchant that one does not see', () => make2({ merchant: world.merchants[2] }), 'bad_reference'],
    [
      'WIZ-05: of a blocked customer',
      async () => make({ user: await insertRow(test, 'user', { company: world.a, status: 0 }) }),
      'user_blocked',
    ],
    ['without a customer', () => make({ user: null }), 'required'],
    ['in a locked status', () => make({ order_status: at(9) }), 'column_locked'],
    ['with more bonus than the customer has', () => make({ bonus: '5.00' }), 'bonus_insufficient'],
    ['with an unknown promo code', () => make({ promocode: 'NOPE' }), 'promocode_unknown'],
    ['out of reach of the merchant', () => make({ type: 1, destination_coordinates: [54, 13.4] }), 'delivery_not_offered'],
  ]
  const make2 = (row: Row) => engine.saveOne(actors.operatorA, 'order', { user: world.userA, ...row })
  it.each(refused)('refuses %s', async (_name, attempt, code) => {
    await expect(attempt()).rejects.toMatchObject({ code, table: 'order', row: 0 })
  })

  it('BOARD-24: is refused in a disabled company', async () => {
    await test.asOwner('update company set enable = 0 where company_id = $1', [world.a])
    await expect(make()).rejects.toMatchObject({ code: 'company_disabled' })
  })
})

describe('refused choices', () => {
  const choices: [string, () => Promise<Row>, string, string][] = [
    [
      'WIZ-05: a blocked customer',
      async () => ({ user: await insertRow(test, 'user', { company: world.a, status: 0 }) }),
      'user_blocked',
      'user',
    ],
    [
      'KDS-20: a blocked courier',
      async () => ({ courier: await insertRow(test, 'courier', { company: world.a, courier_status: 3 }) }),
      'courier_blocked',
      'courier',
    ],
    [
      'a payment type that is switched off',
      async () => ({ pay_type: await insertRow(test, 'pay_type', { company: world.a, status: 0, admin: 2 }) }),
      'invalid_value',
      'pay_type',
    ],
  ]
  it.each(choices)('%s', async (_what, choose, code, field) => {
    const chosen = await choose()
    const refused = { code, field, table: 'order', row: 0 }
    await expect(make(chosen)).rejects.toMatchObject(refused)
    const { order_id } = await make()
    await expect(change(order_id, chosen)).rejects.toMatchObject(refused)
    // An order that already has it stays editable, even when its whole row is sent back.
    const old = await insertOrder(test, world, { cart: [pizza], ...chosen })
    expect(await change(old, { ...chosen, comment: 'Ring twice', tips: '1.00' })).toMatchObject({ comment: 'Ring twice' })
  })
})

describe('total', () => {
  it('PRICE-01: is computed by the server, whatever a client sends', async () => {
    const row = await make({
      type: 1,
      destination_coordinates: [52.52, 13.4],
      discount: '1.00',
      tips_percent: 10,
      total: '0.01',
      cost: '0.01',
      payment_commission: '99.00',
    })
    // 15.00 - 1.00 + 1.50 tips + 1.50 fee + 2 + 2 km x 1
    expect(row).toMatchObject({
      cost: '15.00',
      tips: '1.50',
      fee: '1.50',
      delivery: '4.00',
      payment_commission: '0.00',
      total: '21.00',
    })
    expect(row['cart']).toMatchObject([{ amount: '15.00', discount: '0.00', total: '15.00' }])
  })

  it('PRICE-01: follows a changed cart and keeps fields that were not sent', async () => {
    const { order_id } = await make({ tips: '2.00', delivery: '3.00', type: 1 })
    const row = await change(order_id, { cart: [{ ...pizza, qty: 4 }] })
    expect(row).toMatchObject({ cost: '30.00', tips: '2.00', delivery: '3.00', total: '36.50' })
    expect(price({ ...(row as unknown as Order), promocode: '' }).total).toBe('36.50')
  })

  it.each<[string, Row]>([
    ['discount', { discount: '2.00' }],
    ['bonus', { bonus: '2.00' }],
    ['promocode', { promocode: 'MINUS-3' }],
    ['tips', { tips: '2.00' }],
    ['tips_percent', { tips_percent: 10 }],
    ['fee', { fee: '9.00' }],
    ['delivery', { type: 1, delivery: '6.00' }],
    ['pay_type', {}],
    ['cart', { cart: [{ ...pizza, qty: 5 }] }],
  ])('PRICE-01: follows a changed %s', async (_name, row) => {
    await test.asOwner('update company set allow_promocode = 1 where company_id = $1', [world.a])
    await test.asOwner(
      `insert into promocode (company, code, type, discount_type, discount, "use", creator, date_start, date_finish)
       values ($1, 'MINUS-3', 2, 1, 3, 100, $2, '2026-01-01', '2027-01-01') on conflict do nothing`,
      [world.a, actors.ownerA.admin_id],
    )
    await test.asOwner('update "user" set bonus_score = 100 where user_id = $1', [world.userA])
    const card = await insertRow(test, 'pay_type', { company: world.a, name: { en: 'Card' }, admin: 2, commission_percent: 10 })
    const before = await make()
    const after = (await change(before['order_id'], Object.keys(row).length > 0 ? row : { pay_type: card })) as unknown as Order
    expect(after.total).not.toBe(before['total'])
    const sum = (...names: (keyof Order)[]) => names.reduce((cents, name) => cents + Math.round(Number(after[name]) * 100), 0)
    expect(Math.round(Number(after.total) * 100)).toBe(
      sum('cost', 'tips', 'fee', 'delivery', 'payment_commission') - sum('discount', 'bonus', 'promocode_amount'),
    )
  })

  it.each<[string, Row, string]>([
    ['PRICE-02: pickup is free, even with a manual cost', { type: 2, delivery: '9.00' }, '0.00'],
    ['PRICE-03: a band of 2.00 plus 1.00 per km charges 3.00 for the first', { destination_coordinates: [52.51, 13.4] }, '3.00'],
    ['PRICE-04: 0.02 degrees are 2 km', { destination_coordinates: [52.52, 13.4] }, '4.00'],
  ])('%s', async (_title, row, delivery) => {
    expect(await make({ type: 1, ...row })).toMatchObject({ delivery })
  })

  it.each([
    [1, '3.00'],
    [2, '0.45'],
  ])('PRICE-08: 3 off with discount_type %i takes %s off 15.00', async (discount_type, promocode_amount) => {
    await test.asOwner('update company set allow_promocode = 1 where company_id = $1', [world.a])
    const code = `THREE-${discount_type}`
    const dates = { date_start: '2026-01-01', date_finish: '2027-01-01' }
    await engine.saveOne(actors.ownerA, 'promocode', { code, discount_type, discount: 3, use: 100, type: 2, ...dates })
    expect(await make({ promocode: code })).toMatchObject({ cost: '15.00', promocode_amount })
  })

  it('PRICE-01: adds the commission of the payment type on the sum before it, and follows both', async () => {
    const typeOf = (commission_percent: number | null, commission_fixed: string | null) =>
      insertRow(test, 'pay_type', { company: world.a, name: { en: 'Card' }, admin: 2, commission_percent, commission_fixed })
    const [card, voucher] = [await typeOf(10, '0.50'), await typeOf(null, '2.00')]
    const sums = ({ payment_commission, total }: Row) => [payment_commission, total]
    // 15.00 + 1.50 fee + 2.00 tips - 1.00, plus 10 percent and 0.50
    const made = await make({ pay_type: card, tips: '2.00', discount: '1.00' })
    expect(sums(made)).toEqual(['2.25', '19.75'])
    expect(sums(await change(made['order_id'], { cart: [{ ...pizza, qty: 4 }] }))).toEqual(['3.75', '36.25'])
    expect(sums(await change(made['order_id'], { tips: '0.00' }))).toEqual(['3.55', '34.05'])
    expect(sums(await change(made['order_id'], { pay_type: voucher }))).toEqual(['2.00', '32.50'])
    expect(sums(await change(made['order_id'], { pay_type: world.payType }))).toEqual(['0.00', '30.50'])
  })

  it('keeps a manual delivery cost until the route changes', async () => {
    const { order_id, delivery } = await make({ type: 1, destination_coordinates: [52.51, 13.4] })
    expect(delivery).toBe('3.00')
    expect(await change(order_id, { delivery: '9.00' })).toMatchObject({ delivery: '9.00' })
    expect(await change(order_id, { cart: [{ ...pizza, qty: 3 }] })).toMatchObject({ delivery: '9.00' })
    expect(await change(order_id, { destination_coordinates: [52.52, 13.4] })).toMatchObject({ delivery: '4.00' })
  })

  it.each([1, 0])('rounds percentages to cents, with price_show_decimal %i', async (price_show_decimal) => {
    await test.asOwner('update company set price_show_decimal = $2 where company_id = $1', [world.a, price_show_decimal])
    const code = `THIRTEEN-${price_show_decimal}`
    await engine.saveOne(actors.ownerA, 'promocode', {
      code,
      discount_type: 2,
      discount: 13,
      use: 100,
      type: 2,
      date_start: '2026-01-01',
      date_finish: '2027-01-01',
    })
    const card = await insertRow(test, 'pay_type', { company: world.a, name: { en: 'Card' }, admin: 2, commission_percent: 3 })
    // 13 percent of 15.00; 3 percent of 15.00 - 1.95 + 1.50
    expect(await make({ promocode: code, pay_type: card })).toMatchObject({
      promocode_amount: '1.95',
      promocode_type: 2,
      promocode_discount: 13,
      payment_commission: '0.44',
      total: '14.99',
    })
  })

  it('keeps the terms of an accepted promo code, and refuses one that is used up', async () => {
    await engine.saveOne(actors.ownerA, 'promocode', {
      code: 'TWICE',
      discount_type: 1,
      discount: 3,
      use: 2,
      type: 2,
      date_start: '2026-01-01',
      date_finish: '2027-01-01',
    })
    const { order_id } = await make({ promocode: 'TWICE' })
    await make({ promocode: 'TWICE' })
    await expect(make({ promocode: 'TWICE' })).rejects.toMatchObject({ code: 'promocode_used_up' })
    expect(await change(order_id, { tips: '1.00' })).toMatchObject({ promocode_amount: '3.00', total: '14.50' })
  })

  it('PROMO-04: locks the codes of a save in a fixed order, so that saves can’t deadlock', async () => {
    for (const code of ['FIRST', 'SECOND'])
      await engine.saveOne(actors.ownerA, 'promocode', {
        code,
        discount_type: 1,
        discount: 3,
        use: 100,
        type: 2,
        date_start: '2026-11-01',
        date_finish: '2026-11-30',
      })
    const order = (promocode: string) => ({
      table: 'order',
      row: { merchant: world.merchants[0], user: world.userA, type: 2, cart: [pizza], promocode },
    })
    await test.asOwner('begin')
    await test.asOwner(`select from promocode where code = 'FIRST' for update`)
    const saved = engine.save(actors.ownerA, [order('second'), order('FIRST')])
    await expect.poll(() => test.waiting()).toBe(1)
    const free = await test.asOwner(`select from promocode where code = 'SECOND' for update skip locked`)
    await test.asOwner('commit')
    await saved
    expect(free).toHaveLength(1)
  })

  it.each([
    ['anybody, by two', 2, 'two', 'promocode_used_up'],
    ['each customer, by two', 1, 'two', null],
    ['each customer, twice by one', 1, 'one', 'promocode_used_up'],
  ])('PROMO-04: a code for one use of %s, in one save', async (_who, type, people, refusal) => {
    const code = `ONCE-${type}-${people}`
    const { user_id } = await engine.saveOne(actors.ownerA, 'user', {
      name: 'Berta',
      phone: `49301${type}${people === 'two' ? 2 : 1}${code.length}`,
    })
    const users = [world.userA, people === 'two' ? (user_id as number) : world.userA]
    const dates = { date_start: '2026-01-01', date_finish: '2027-01-01' }
    await engine.saveOne(actors.ownerA, 'promocode', { code, discount_type: 1, discount: 3, use: 1, type, ...dates })
    const rows = users.map((user) => ({
      table: 'order',
      row: { user, merchant: world.merchants[0], type: 2, cart: [pizza], promocode: code },
    }))
    const saving = engine.save(actors.ownerA, rows)
    if (refusal === null) await saving
    else await expect(saving).rejects.toMatchObject({ code: refusal, row: 1 })
  })
})

describe('delivery time of an order', () => {
  it('TIME-01 ORDER-11: is travel, base and cooking time, and sets the deadline', async () => {
    await test.asOwner('update merchant set cooking_time = 30 where merchant_id = $1', [world.merchants[0]])
    await test.asOwner('update company set approxumate_courier_speed = 20, basic_delivery_time = 10 where company_id = $1', [
      world.a,
    ])
    // 2 km at 20 km/h are 6 minutes, and with 10 and 30 the next multiple of 5 is 50.
    const made = await make({ type: 1, destination_coordinates: [52.52, 13.4] })
    expect(made).toMatchObject({ delivery_time: 50, max_coock_time: 30, time_delivery: null })
    expect(Date.parse(String(made['time_finish'])) - NOW.getTime()).toBe(50 * 60_000)
    expect(await make({ type: 2 })).toMatchObject({ delivery_time: 40 })
    await test.asOwner('update company set approxumate_courier_speed = null, basic_delivery_time = null where company_id = $1', [
      world.a,
    ])
    await test.asOwner('update merchant set cooking_time = 20 where merchant_id = $1', [world.merchants[0]])
  })
})

describe('order edited by hand', () => {
  it('ORDER-02: creation, delivery and payment dates are set by the server, whatever a save says', async () => {
    const before = await make()
    const locked = { time_create: '2026-01-01T00:00:00.000Z', time_delivery: NOW.toISOString(), pay_date: NOW.toISOString() }
    const after = await change(before['order_id'], { ...locked, date_create: NOW.toISOString(), comment: 'Ring' })
    expect(after).toMatchObject({
      comment: 'Ring',
      time_create: before['time_create'],
      time_delivery: null,
      pay_date: null,
    })
    const paid = await change(before['order_id'], { paid: 1, pay_date: '2026-01-01T00:00:00.000Z' })
    expect(paid).toMatchObject({ paid: 1, pay_date: NOW.toISOString() })
    expect(await change(before['order_id'], { paid: 1, comment: 'Knock' })).toMatchObject({ pay_date: NOW.toISOString() })
    expect(await change(before['order_id'], { paid: 0 })).toMatchObject({ pay_date: null })
  })

  it('takes as long as the way to its new address', async () => {
    const { order_id, delivery_time } = await make({ type: 1, destination_coordinates: [52.5, 13.4] })
    const farther = await change(order_id, { destination_coordinates: [52.54, 13.4] })
    expect(Number(farther['delivery_time'])).toBe(Number(delivery_time) + 25)
    expect(await change(order_id, { type: 2 })).toMatchObject({ delivery_time, delivery: '0.00' })
  })

  it.each<[string, Row, string, string]>([
    ['an item without a name', { cart: [{ ...pizza, name: ' ' }] }, 'invalid_value', 'cart'],
    ['a quantity of 0', { cart: [{ ...pizza, qty: 0 }] }, 'invalid_value', 'cart'],
    ['a negative quantity', { cart: [{ ...pizza, qty: -1 }] }, 'invalid_value', 'cart'],
    ['a negative price', { cart: [{ ...pizza, price: '-7.50' }] }, 'invalid_value', 'cart'],
    ['an absurd price', { cart: [{ ...pizza, price: '1e30' }] }, 'invalid_value', 'cart'],
    ['a negative discount', { discount: '-1.00' }, 'invalid_value', 'discount'],
    ['coordinates outside the world', { destination_coordinates: [91, 13.4] }, 'invalid_value', 'destination_coordinates'],
    [
      'a place outside all bands',
      { type: 1, destination_coordinates: [53, 13.4] },
      'delivery_not_offered',
      'destination_coordinates',
    ],
    ['an unknown promo code', { promocode: 'NONE' }, 'promocode_unknown', 'promocode'],
    ['more bonus than the customer has', { bonus: '9999.00' }, 'bonus_insufficient', 'bonus'],
  ])('names the field of %s, and saves nothing', async (_what, row, code, field) => {
    await test.asOwner('update company set allow_promocode = 1 where company_id = $1', [world.a])
    const { order_id, total, revision } = await make({ cart: [{ ...pizza, qty: 2000 }] })
    await expect(change(order_id, { comment: 'Half', ...row })).rejects.toMatchObject({ code, field })
    const [stored] = await engine.read(actors.ownerA, { table: 'order', search: [{ key: 'order_id', prm: Number(order_id) }] })
    expect(stored).toMatchObject({ total, revision, comment: '' })
  })

  it.each<[string, (b: { user: number; code: string }) => Row, string]>([
    ['a customer', ({ user }) => ({ user }), 'user'],
    ['a promo code', ({ code }) => ({ promocode: code }), 'promocode'],
  ])('refuses %s of another company', async (_what, row, field) => {
    const user = await insertRow(test, 'user', { company: world.b, name: 'Bo', phone: '49301110000' })
    const code = `THEIRS-${field}`
    await test.asOwner(
      `insert into promocode (company, code, type, discount_type, discount, "use", creator, date_start, date_finish)
       values ($1, $2, 2, 1, 3, 100, $3, '2026-01-01', '2027-01-01')`,
      [world.b, code, actors.ownerB.admin_id],
    )
    const { order_id } = await make()
    await expect(change(order_id, row({ user, code }))).rejects.toMatchObject({ field })
  })
})

describe('order that changes its merchant', () => {
  const merchantsOf = (order: unknown) =>
    test.asOwner<{ merchant: number }>('select merchant from print_job where "order" = $1', [order])

  it('KDS-22 ORDER-10: gets a number and the last position there, and takes its unstarted print job along', async () => {
    const to = world.merchants[2]
    await insertOrder(test, world, { merchant: to, order_status: at(3), order: 70 })
    const there = await make({ merchant: to })
    const { order_id } = await make()
    await change(order_id, { order_status: at(3) })
    const moved = await change(order_id, { merchant: to })
    expect(moved).toMatchObject({ merchant: to, ticket: Number(there['ticket']) + 1, ticket_day: '2026-11-21', order: 71 })
    expect(await merchantsOf(order_id)).toEqual([{ merchant: to }])
    expect(await make({ merchant: to })).toMatchObject({ ticket: Number(moved['ticket']) + 1 })
  })

  it('KDS-05 TIME-01: counts as new there, with that merchant’s cooking time', async () => {
    const [from, to] = [world.merchants[0], world.merchants[2]]
    await test.asOwner('update merchant set cooking_time = case merchant_id when $1 then 10 else 45 end', [from])
    const { order_id, time_finish, delivery_time } = await make()
    await test.asOwner('update "order" set acknowledged = 1, escalated = 2 where order_id = $1', [order_id])
    const moved = await change(order_id, { merchant: to })
    expect(moved).toMatchObject({ acknowledged: 0, escalated: 0, max_coock_time: 45, time_finish })
    expect(moved['delivery_time']).toBe(Number(delivery_time) + 35)
  })

  it.each(['claimed', 'sending', 'unknown', 'printed'])(
    'KDS-22: is refused while its ticket is %s, so that no kitchen cooks under another’s number',
    async (state) => {
      const { order_id } = await make()
      await change(order_id, { order_status: at(3) })
      await test.asOwner('update print_job set state = $2 where "order" = $1', [order_id, state])
      const refusal = { code: 'order_printed', table: 'order', field: 'merchant' }
      await expect(change(order_id, { merchant: world.merchants[2] })).rejects.toMatchObject(refusal)
      expect(await merchantsOf(order_id)).toEqual([{ merchant: world.merchants[0] }])
    },
  )

  it('KDS-22: is refused if marked as printed without a print job', async () => {
    const id = await insertOrder(test, world, { print: world.ownerA })
    await expect(change(id, { merchant: world.merchants[2] })).rejects.toMatchObject({ code: 'order_printed' })
  })
})

describe('save of whole rows', () => {
  it('BOARD-26 BOARD-27 BOARD-28: writes status and position of all cards in one request and stamps those that are done', async () => {
    const a = await make({ order_status: at(2) })
    const b = await make()
    const done = await insertOrder(test, world, { order_status: at(8), time_delivery: '2026-11-20T10:30:00.000Z' })
    const old = await engine.readOne(actors.ownerA, 'order', 'order_id', done)
    const now = new Date(NOW.getTime() + 60_000)
    const stamp = now.toISOString()
    const { value } = await engine.save(
      actors.operatorA,
      [
        { table: 'order', id: a['order_id'] as number, row: { ...a, order_status: at(8), order: 1, time_delivery: stamp } },
        { table: 'order', id: b['order_id'] as number, row: { ...b, order: 2, time_delivery: null } },
        { table: 'order', id: done, row: { ...old, order: 3, time_delivery: stamp } },
      ],
      { now },
    )
    expect(value['order']?.rows.map(({ data }) => [data['order_status'], data['order'], data['time_delivery']])).toEqual([
      [at(8), 1, stamp],
      [at(2), 2, null],
      [at(8), 3, '2026-11-20T10:30:00.000Z'],
    ])
  })

  it.each([
    ['as it was read', (row: Row): Row => row],
    ['without its revision', (row: Row): Row => ({ ...row, revision: undefined })],
  ])(
    'BOARD-26: a row %s before another person’s move keeps the status they chose; positions and all other rows are saved, and the sender is told',
    async (_what, read) => {
      const rows = [read(await make()), read(await make()), read(await make())] as const
      const [moved, stale, same] = rows.map((row) => Number(row['order_id']))
      const later = (minutes: number) => ({ now: new Date(NOW.getTime() + minutes * 60_000) })
      await engine.save(actors.ownerA, [{ table: 'order', id: stale, row: { order_status: at(3) } }], later(1))
      const targets = [at(8), at(8), at(2)]
      const drop = rows.map((row, index) => {
        const stamp = targets[index] === at(8) ? later(2).now.toISOString() : null
        return {
          table: 'order',
          id: row['order_id'] as number,
          row: { ...row, order_status: targets[index], order: index + 1, time_delivery: stamp },
        }
      })
      const { value } = await engine.save(actors.operatorA, drop, later(2))
      expect(value['order']?.rows).toMatchObject([
        { data: { order_id: moved, order_status: at(8), order: 1, time_delivery: later(2).now.toISOString() } },
        { data: { order_id: stale, order_status: at(3), order: 2, time_delivery: null }, skipped: ['order_status'] },
        { data: { order_id: same, order_status: at(2), order: 3 } },
      ])
      expect(value['order']?.rows.map(({ skipped }) => skipped !== undefined)).toEqual([false, true, false])
      // Reloaded, the same drop is no longer old.
      const reloaded = value['order']?.rows[1]?.data as Row
      const again = [{ table: 'order', id: stale as number, row: { ...read(reloaded), order_status: at(8) } }]
      const { value: second } = await engine.save(actors.operatorA, again, later(3))
      expect(second['order']?.rows).toEqual([{ status: 'OK', data: expect.objectContaining({ order_status: at(8) }) as Row }])
    },
  )

  it('BOARD-26: an old row with the status that another person chose has nothing to skip', async () => {
    const seen = { ...(await make()), revision: undefined } as Row
    const id = seen['order_id'] as number
    const later = { now: new Date(NOW.getTime() + 60_000) }
    await engine.save(actors.ownerA, [{ table: 'order', id, row: { order_status: at(3) } }], later)
    const { value } = await engine.save(actors.operatorA, [
      { table: 'order', id, row: { ...seen, order_status: at(3), order: 5 } },
    ])
    expect(value['order']?.rows).toEqual([
      { status: 'OK', data: expect.objectContaining({ order_status: at(3), order: 5 }) as Row },
    ])
  })

  it('BOARD-28: clears time_delivery when an order leaves a done status', async () => {
    const { order_id } = await make()
    await change(order_id, { order_status: at(8) })
    expect(await change(order_id, { order_status: at(3) })).toMatchObject({ order_status: at(3), time_delivery: null })
  })

  it('BOARD-26: changes only the position when a row is sent back as it was read', async () => {
    const id = await insertOrder(test, world, { destination_info_json: {}, total: '12.00' })
    const row = await engine.readOne(actors.operatorA, 'order', 'order_id', id)
    expect(await change(id, { ...row, order: 5 }, actors.operatorA)).toEqual({ ...row, order: 5 })
  })

  it('ORDER-09: stays unprinted until a console has printed it, whatever a save says', async () => {
    const { order_id, print } = await make({ print: 7 })
    expect(print).toBe(0)
    expect(await change(order_id, { print: 7, comment: 'seen' })).toMatchObject({ print: 0, comment: 'seen' })
  })

  it('ORDER-10: gives a new position without history or a new revision', async () => {
    const { order_id } = await make()
    expect(await change(order_id, { order: 17.5 })).toMatchObject({ order: 17.5, revision: 1 })
    expect(
      await test.asOwner(`select 1 from audit_row where table_name = 'order' and row_key = $1 and action = 'Update'`, [
        String(order_id),
      ]),
    ).toEqual([])
  })

  it("KDS-23: refuses a reason that the field can't hold", async () => {
    const id = await insertOrder(test, world)
    const cancel = (cancel_reason: string) => change(id, { order_status: at(0), cancel_reason })
    await expect(cancel('x'.repeat(501))).rejects.toMatchObject({ code: 'invalid_value', field: 'cancel_reason' })
    expect(await cancel('x'.repeat(500))).toMatchObject({ order_status: at(0) })
  })

  const refused: [string, Row, string, 'ownerA' | 'operatorA', number][] = [
    ['BOARD-25: against the transfer list', { order_status: -1 }, 'bad_reference', 'ownerA', 0],
    ['BOARD-22: into a locked column', { order_status: 9 }, 'column_locked', 'ownerA', 0],
    ['KDS-23: cancelling without a reason', { order_status: 0 }, 'reason_required', 'ownerA', 0],
    ['PERM-10: by someone who may only look', { order_status: 3 }, 'view_only', 'operatorA', 1],
    ['PERM-09: by someone who does not see the merchant', { order_status: 3 }, 'not_found', 'operatorA', 2],
    ['PERM-10: to a merchant that one may only look at', { merchant: 1 }, 'forbidden', 'operatorA', 0],
  ]
  it.each(refused)('refuses %s', async (_name, row, code, who, merchant) => {
    const id = await insertOrder(test, world, { merchant: world.merchants[merchant] })
    const sent = { ...row }
    if ('order_status' in row) sent['order_status'] = row['order_status'] === -1 ? world.statusB : at(Number(row['order_status']))
    if ('merchant' in row) sent['merchant'] = world.merchants[1]
    await expect(change(id, sent, actors[who])).rejects.toMatchObject({ code, table: 'order' })
  })

  it('BOARD-25: moves an order only where the transfer list of its status allows', async () => {
    await test.asOwner(`update order_status set transfer = jsonb_build_array($2::bigint) where order_status_id = $1`, [
      at(5),
      at(8),
    ])
    const id = await insertOrder(test, world, { order_status: at(5) })
    const others = [
      [0, 'Cancelled'],
      [1, 'Pre-order'],
      [2, 'New'],
      [3, 'Accepted'],
    ] as const
    for (const [to, name] of others)
      // oxlint-disable-next-line no-await-in-loop -- each holds the row
      await expect(change(id, { order_status: at(to), cancel_reason: 'Late' }), name).rejects.toMatchObject({
        code: 'transfer_refused',
        params: ['Ready', name],
      })
    await expect(change(id, { order_status: at(8) })).resolves.toMatchObject({ order_status: at(8) })
  })

  it('BOARD-24: moves nothing in a disabled company', async () => {
    const id = await insertOrder(test, world)
    await test.asOwner('update company set enable = 0 where company_id = $1', [world.a])
    for (const row of [{ order_status: at(3) }, { order: 4 }])
      await expect(change(id, row)).rejects.toMatchObject({ code: 'company_disabled' })
  })

  const jobsOf = (order: unknown) =>
    test.asOwner<{ purpose: string; content: Row }>(
      'select purpose, content from print_job where "order" = $1 order by print_job_id',
      [order],
    )

  it('queues one ticket on entering a status that prints, and another when the cart changes after printing', async () => {
    const { order_id } = await make()
    const jobs = () => jobsOf(order_id)
    await change(order_id, { order_status: at(3) })
    await change(order_id, { cart: [{ ...pizza, qty: 3 }] })
    expect((await jobs()).map(({ purpose }) => purpose)).toEqual(['kitchen'])
    await test.asOwner('update "order" set print = 1 where order_id = $1', [order_id])
    await change(order_id, {
      cart: [
        { ...pizza, qty: 1 },
        { id: 2, name: 'Cola', qty: 1, price: '2.00' },
      ],
    })
    expect((await jobs())[1]).toMatchObject({
      purpose: 'changed',
      content: { added: [{ name: 'Cola', qty: 1 }], removed: [{ name: 'Pizza', qty: 2 }] },
    })
  })

  it('KDS-24: puts all that the kitchen needs on CHANGED, and prints it when any of that changes', async () => {
    const { order_id } = await make()
    await test.asOwner('update "order" set print = 1 where order_id = $1', [order_id])
    const soup = { id: 3, name: 'Soup', qty: 1, price: '4.00' }
    const dish = { ...soup, note: 'no onions', addons: [{ name: 'Cheese', qty: 1 }], allergens: ['milk'], station: 'Oven' }
    const other = { ...dish, allergens: ['milk', 'nuts'] }
    for (const last of [dish, other, { ...other, station: 'Bar' }, { ...other, station: 'Bar', price: '5.00' }])
      await change(order_id, { cart: [pizza, last] })
    const kitchen = ({ price: _price, ...line }: typeof dish) => line
    expect(await jobsOf(order_id)).toMatchObject([
      { purpose: 'changed', content: { added: [kitchen(dish)], removed: [] } },
      { purpose: 'changed', content: { added: [kitchen(other)], removed: [kitchen(dish)] } },
      { purpose: 'changed', content: { added: [{ ...kitchen(other), station: 'Bar' }], removed: [kitchen(other)] } },
    ])
  })

  it.each([
    ['queued', []],
    ['claimed', ['changed']],
    ['sending', ['changed']],
    ['unknown', ['changed']],
    ['failed', []],
  ])('KDS-24: a cart that changes while its ticket is %s queues %j', async (state, queued) => {
    const { order_id } = await make()
    await change(order_id, { order_status: at(3) })
    await test.asOwner('update print_job set state = $2 where "order" = $1', [order_id, state])
    await change(order_id, { cart: [{ ...pizza, qty: 3 }] })
    expect((await jobsOf(order_id)).map(({ purpose }) => purpose)).toEqual(['kitchen', ...queued])
  })

  it('KDS-24: prints CHANGED if the cart changes together with the status, unless the order is cancelled', async () => {
    for (const [row, purpose] of [
      [{ order_status: at(5) }, 'changed'],
      [{ order_status: at(0), cancel_reason: 'No tomatoes' }, 'cancelled'],
    ] as const) {
      const { order_id } = await make()
      await test.asOwner('update "order" set print = 1 where order_id = $1', [order_id])
      await change(order_id, { ...row, cart: [{ ...pizza, qty: 3 }] })
      expect((await jobsOf(order_id)).map((job) => job.purpose)).toEqual([purpose])
    }
  })
})
