import type { WhyStep } from '@tiffin/sdk/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertOrder, insertRow } from '#server/test/seed'
import { startTestServer, type TestServer } from '#server/test/test-server'

let server: TestServer
const tokens: Record<string, string> = {}
let order: number
beforeAll(async () => {
  server = await startTestServer()
  for (const login of ['owner', 'operator', 'owner-b']) tokens[login] = await server.signIn(login)
  const { database, world } = server
  await database.asOwner('update company set allow_promocode = 1')
  await code(world.a, 'SUMMER', { type: 2, use: 2 })
  await code(world.b, 'THEIRS', {})
  const soup = { id: 1, name: 'Soup', qty: 1, price: '7.00' }
  order = await place({ cart: [soup], total: '7.00', cost: '7.00' })
})
afterAll(() => server.stop())

const place = (values: object) => insertOrder(server.database, server.world, { cart: [], fee: '0.00', ...values })
const code = (company: number, text: string, values: object) =>
  insertRow(server.database, 'promocode', {
    company,
    code: text,
    type: 1,
    use: 1,
    discount_type: 1,
    discount: 2,
    date_start: '2020-01-01',
    date_finish: '2100-01-01',
    merchant: [],
    ...values,
  })

type Section = 'price' | 'estimate' | 'held' | 'promocode' | 'warnings' | 'board' | 'moves'
async function ask(data: object, login = 'owner') {
  const { a, b } = server.world
  return server.call('Order', 'why', data, { token: tokens[login] ?? '', company: login === 'owner-b' ? b : a })
}
async function section(name: Section, data: object, login?: string): Promise<WhyStep[]> {
  const answer = await ask(data, login)
  expect(answer).toMatchObject({ status: 'OK' })
  return (answer['data'] as Record<Section, WhyStep[]>)[name]
}

describe('Order.why', () => {
  it('MOON-03: explains an order as data', async () => {
    const answer = await ask({ order_id: order })
    expect(answer['data']).toMatchObject({
      status: 'OK',
      order_id: order,
      code: '',
      promocode: [],
      price: [{ label: 'Cost', amount: '7.00' }, { label: 'Delivery' }, { label: 'Total', amount: '7.00' }],
      board: [{ label: 'On the board', passed: true, why: 'In column %1', params: ['New'] }],
    })
  })

  it('MOON-03: tells until when a scheduled order is held', async () => {
    const time_finish = new Date(Date.now() + 3 * 3_600_000).toISOString()
    const start = new Date(Date.parse(time_finish) - 60 * 60_000).toISOString()
    const held = await place({ asap: 0, time_finish, delivery_time: 60 })
    expect(await section('held', { order_id: held })).toMatchObject([{ label_params: [start, time_finish, 60] }])
    expect(await section('held', { order_id: order })).toEqual([])
  })

  it('MOON-03: counts the uses of a code by other orders, not by cancelled or deleted ones, nor by this one', async () => {
    const { statuses } = server.world
    const uses = async (order_id: number) =>
      (await section('promocode', { order_id, promocode: 'summer' })).find(({ label }) => label === 'Uses in total')
    const own = await place({ promocode: 'Summer', promocode_type: 1, promocode_discount: 2 })
    await place({ promocode: 'SUMMER', order_status: statuses[0] })
    await place({ promocode: 'SUMMER', delete: 1 })
    expect(await uses(own)).toMatchObject({ passed: true, params: [0, 2] })
    expect(await uses(order)).toMatchObject({ passed: true, params: [1, 2] })
    await place({ promocode: 'SUMMER' })
    expect(await uses(order)).toMatchObject({ passed: false, params: [2, 2] })
  })

  it.each(['THEIRS', 'theirs', 'nothing', "'; drop table promocode; --", '%', 'x'.repeat(100), '٪😀'])(
    'MOON-03: says of the code %s only that it is not found, also if another company has it',
    async (promocode) => {
      expect(await section('promocode', { order_id: order, promocode })).toEqual([
        { label: 'Code', passed: false, why: 'Promo code not found' },
      ])
    },
  )

  it.each<[string, object, string]>([
    ['an empty code', { promocode: ' ' }, 'invalid_value'],
    ['a code that is too long', { promocode: 'x'.repeat(101) }, 'invalid_value'],
    ['no order', { order_id: 0 }, 'invalid_value'],
    ['an unknown order', { order_id: 999_999 }, 'not_found'],
    ['a board period that is no time', { board: { period: ['x', 'y'] } }, 'invalid_value'],
  ])('MOON-03: refuses %s', async (_what, data, refusal) => {
    expect(await ask({ order_id: order, ...data })).toMatchObject({ code: refusal })
  })

  it('MOON-03: does not reveal orders of others', async () => {
    expect(await ask({ order_id: order }, 'owner-b')).toMatchObject({ code: 'not_found' })
    const hidden = await place({ merchant: server.world.merchants[2] })
    expect(await ask({ order_id: hidden }, 'operator')).toMatchObject({ code: 'not_found' })
  })

  it('MOON-03: tells a person who may only view an order neither what the kitchen takes nor about codes', async () => {
    const viewed = await place({ merchant: server.world.merchants[1], delivery_time: 80, promocode: 'SUMMER' })
    const answer = await ask({ order_id: viewed }, 'operator')
    expect(answer['data']).toMatchObject({
      estimate: [{ label: 'Estimate', minutes: 80 }],
      promocode: [],
      moves: [{ label: 'Move', passed: false, why: "You can view this merchant's orders but not change them" }],
    })
    expect(await ask({ order_id: viewed, promocode: 'OTHER' }, 'operator')).toMatchObject({ code: 'forbidden' })
  })

  it('MOON-03 KDS-25: explains an order of its merchants to a paired device, but no codes', async () => {
    const { a, merchants } = server.world
    const asked = (await server.call('Device', 'pair', { name: 'kitchen-1' }))['data'] as { secret: string; code: string }
    const grant = { code: asked.code, merchants: [merchants[0]] }
    expect(await server.call('Device', 'confirm', grant, { token: tokens['owner'] ?? '', company: a })).toMatchObject({
      status: 'OK',
    })
    const as = (data: object) => server.call('Order', 'why', data, { token: asked.secret, company: a })
    const data = (await as({ order_id: order }))['data'] as Record<Section, WhyStep[]>
    expect(data.price.at(-1)).toEqual({ label: 'Total', amount: '7.00' })
    expect(data.moves).toContainEqual({ label: 'Move to %1', label_params: ['Ready'], passed: true, why: 'Allowed' })
    expect(await as({ order_id: order, promocode: 'SUMMER' })).toMatchObject({ code: 'forbidden' })
    expect(await as({ order_id: await place({ merchant: merchants[1] }) })).toMatchObject({ code: 'not_found' })
  })

  it('MOON-03: explains a deleted order, and that it has left the board', async () => {
    const gone = await place({ delete: 1 })
    expect(await section('board', { order_id: gone })).toEqual([
      { label: 'Not on the board', passed: false, why: 'The order is deleted' },
    ])
    expect(await section('moves', { order_id: gone })).toEqual([])
  })

  it('MOON-03: needs the option for codes that the order does not have', async () => {
    await server.database.asOwner('update company set allow_promocode = 0')
    try {
      expect(await ask({ order_id: order, promocode: 'SUMMER' })).toMatchObject({ code: 'option_required' })
      expect(await section('board', { order_id: order })).toHaveLength(1)
    } finally {
      await server.database.asOwner('update company set allow_promocode = 1')
    }
  })
})
