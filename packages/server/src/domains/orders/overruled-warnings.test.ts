import type { Actor, OrderWarning } from '@tiffin/core/rules'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestEngine, NOW, type TestEngine } from '#server/test/test-engine'

let engine: TestEngine
beforeAll(async () => {
  engine = await createTestEngine()
})
afterAll(() => engine.test.drop())

const cart = [{ id: 1, key: 'a', name: 'Margherita', qty: 1, price: '8.00' }]
const delivery = { type: 1, destination_coordinates: [52.6, 13.4], destination_address: 'Somewhere', delivery: '2.00' }
const bands = JSON.stringify([{ from_km: 0, to_km: 5, price: 2, per_km: 1 }])
const address = { coords: [52.5, 13.4], radius: 5000 }

/** Properties of the merchant and the order. */
const cases: [OrderWarning, merchant: Record<string, unknown>, order: Record<string, unknown>][] = [
  ['not_taking', { status: 0 }, {}],
  ['not_taking', { delivery_mode: 2 }, {}],
  ['closed', { work_time: JSON.stringify([0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, work: 0, periods: [] }))) }, {}],
  ['too_early', {}, { time_finish: new Date(NOW.getTime() - 60_000).toISOString() }],
  ['min_cost', { min_order_cost: '8.01' }, { cart }],
  ['outside_area', { address: JSON.stringify(address) }, delivery],
  ['no_delivery_cost', { delivery: bands }, { type: 1, destination_address: 'Somewhere', cart }],
]

async function withMerchant(values: Record<string, unknown>): Promise<void> {
  const { test, world } = engine
  const open = {
    status: 1,
    work_time: '[]',
    min_order_cost: '0',
    address: '{}',
    delivery: '[]',
    preliminary_indent_days: 0,
    delivery_mode: 1,
    ...values,
  }
  await test.asOwner(
    `update merchant set ${Object.keys(open)
      .map((name, at) => `${name} = $${at + 2}`)
      .join(', ')} where merchant_id = $1`,
    [world.merchants[0], ...Object.values(open)],
  )
}

const create = (actor: Actor, row: Record<string, unknown>) =>
  engine.saveOne(actor, 'order', {
    user: engine.world.userA,
    merchant: engine.world.merchants[0],
    type: 2,
    pay_type: engine.world.payType,
    ...row,
  })

describe('a warning of an order', () => {
  it.each(cases)('%s is asked for, and kept on the order that overrules it', async (warning, merchant, row) => {
    const { ownerA } = engine.actors
    await withMerchant(merchant)
    const asked = { code: 'warned', field: 'overruled', params: [warning] }
    await expect(create(ownerA, row)).rejects.toMatchObject(asked)
    await expect(
      create(ownerA, { ...row, overruled: ['not_taking', 'closed'].filter((other) => other !== warning) }),
    ).rejects.toMatchObject(asked)
    expect(await create(ownerA, { ...row, overruled: [warning] })).toMatchObject({ overruled: [warning], admin: ownerA.admin_id })
  })

  it('an unknown distance is asked about until a fee is typed, 0.00 too, and again for the next unknown address', async () => {
    const { ownerA } = engine.actors
    const coords = [52.51, 13.4]
    const asked = { code: 'warned', params: ['no_delivery_cost'] }
    await withMerchant({ delivery: bands, address: JSON.stringify(address) })
    const place = { type: 1, cart, destination_address: 'Somewhere' }
    for (const typed of ['2.50', '0.00'])
      expect(await create(ownerA, { ...place, delivery: typed })).toMatchObject({ delivery: typed, overruled: [] })
    const { order_id } = await create(ownerA, { ...place, overruled: ['no_delivery_cost'] })
    expect(await engine.saveOne(ownerA, 'order', { order_id, destination_coordinates: coords })).toMatchObject({
      delivery: '3.00',
    })
    await expect(engine.saveOne(ownerA, 'order', { order_id, destination_coordinates: null })).rejects.toMatchObject(asked)
    expect(await engine.saveOne(ownerA, 'order', { order_id, comment: 'Knock' })).toMatchObject({ delivery: '3.00' })
  })

  it('is not kept unless it is true', async () => {
    await withMerchant({})
    expect(await create(engine.actors.ownerA, { overruled: ['closed', 'min_cost'] })).toMatchObject({ overruled: [] })
  })

  it('is overruled by operators with the right alone', async () => {
    const { operatorA } = engine.actors
    await withMerchant({ status: 0 })
    const overruled = ['not_taking']
    await expect(create(operatorA, { overruled })).rejects.toMatchObject({ code: 'may_not_overrule' })
    expect(await create({ ...operatorA, overrule: true }, { overruled })).toMatchObject({ overruled })
  })

  it.each(cases)('%s is asked for when a change causes it, once', async (warning, merchant, row) => {
    const { ownerA, operatorA } = engine.actors
    await withMerchant({})
    const { order_id } = await create(ownerA, { ...delivery, destination_coordinates: address.coords, cart: [] })
    await withMerchant(merchant)
    const moved = { time_finish: new Date(NOW.getTime() + 3_600_000).toISOString(), cart, ...row }
    const change = (actor: Actor, more: object = {}) => engine.saveOne(actor, 'order', { order_id, ...more })
    if (warning === 'not_taking' || warning === 'closed') {
      // The merchant is closed since: the order is as bad as before, and its change is no news.
      expect(await change(ownerA, moved)).toMatchObject({ overruled: [] })
      return
    }
    await expect(change(ownerA, moved)).rejects.toMatchObject({ code: 'warned', params: [warning] })
    await expect(change(operatorA, { ...moved, overruled: [warning] })).rejects.toMatchObject({ code: 'may_not_overrule' })
    expect(await change(ownerA, { ...moved, overruled: [warning] })).toMatchObject({ overruled: [warning] })
    expect(await change(operatorA, { comment: 'Ring twice' })).toMatchObject({ overruled: [warning] })
  })

  it('of the merchant that the order moves to is asked for', async () => {
    const { ownerA } = engine.actors
    await withMerchant({})
    const { order_id } = await create(ownerA, { merchant: engine.world.merchants[1] })
    await withMerchant({ status: 0 })
    const moved = { order_id, merchant: engine.world.merchants[0] }
    await expect(engine.saveOne(ownerA, 'order', moved)).rejects.toMatchObject({ code: 'warned', params: ['not_taking'] })
  })

  it('asks if an order at a set time comes later than the company wants', async () => {
    const { ownerA } = engine.actors
    await withMerchant({})
    const notice = (minutes: number | null) =>
      engine.test.asOwner('update company set preliminary_indent_minutes = $2 where company_id = $1', [engine.world.a, minutes])
    const time_finish = new Date(NOW.getTime() + 119 * 60_000).toISOString()
    await notice(120)
    const asked = { code: 'warned', params: ['too_early'] }
    await expect(create(ownerA, { asap: 0, time_finish })).rejects.toMatchObject(asked)
    const { order_id } = await create(ownerA, { asap: 1, time_finish })
    await expect(engine.saveOne(ownerA, 'order', { order_id, asap: 0 })).rejects.toMatchObject(asked)
    await notice(119)
    expect(await engine.saveOne(ownerA, 'order', { order_id, asap: 0 })).toMatchObject({ overruled: [] })
    await notice(null)
  })

  it('is confirmed for one merchant only: another one asks again', async () => {
    const { ownerA } = engine.actors
    const [first, second] = engine.world.merchants
    await withMerchant({ min_order_cost: '8.01' })
    const { order_id } = await create(ownerA, { cart, overruled: ['min_cost'] })
    await engine.test.asOwner(`update merchant set min_order_cost = '99', work_time = '[]', status = 1 where merchant_id = $1`, [
      second,
    ])
    const moved = { order_id, merchant: second }
    await expect(engine.saveOne(ownerA, 'order', moved)).rejects.toMatchObject({ code: 'warned', params: ['min_cost'] })
    expect(await engine.saveOne(ownerA, 'order', { ...moved, overruled: ['min_cost'] })).toMatchObject({
      merchant: second,
      overruled: ['min_cost'],
    })
    await engine.test.asOwner('update merchant set min_order_cost = 0 where merchant_id = $1', [second])
    await withMerchant({ min_order_cost: '0' })
    expect(await engine.saveOne(ownerA, 'order', { order_id, merchant: first })).toMatchObject({ overruled: ['min_cost'] })
  })

  it('stays what it is when the order is saved again', async () => {
    const { ownerA } = engine.actors
    await withMerchant({})
    const { order_id } = await create(ownerA, {})
    expect(await engine.saveOne(ownerA, 'order', { order_id, overruled: ['closed'] })).toMatchObject({ overruled: [] })
  })
})
