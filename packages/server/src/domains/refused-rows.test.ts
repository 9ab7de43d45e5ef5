import type { Actor } from '@tiffin/core/rules'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertOrder, insertRow } from '#server/test/seed'
import { createTestEngine, type TestEngine } from '#server/test/test-engine'
import type { RowToSave } from '#engine/planned-row'

let engine: TestEngine
let test: TestEngine['test']
let world: TestEngine['world']
let actors: TestEngine['actors']
beforeAll(async () => {
  engine = await createTestEngine()
  ;({ test, world, actors } = engine)
  await test.asOwner('update company set allow_push = 1, allow_promocode = 1 where company_id = $1', [world.a])
})
afterAll(() => test.drop())

type Made = { rows: RowToSave[]; actor?: Actor }

const order = (more: object) => ({
  table: 'order',
  row: { merchant: world.merchants[0], user: world.userA, type: 2, cart: [], ...more },
})
const device = (revoked: number) => insertRow(test, 'device', { company: world.a, name: 'Grill', revoked })
const customer = (phone: string, bonus_score = '0.00') => insertRow(test, 'user', { company: world.a, phone, bonus_score })
/** A user who works for these companies. */
async function colleague(companies: readonly number[]): Promise<number> {
  const admin = await insertRow(test, 'admin', { login: `colleague${Math.random()}`, name: 'Cora' })
  for (const company of companies) await insertRow(test, 'membership', { company, admin, company_role: 2 })
  return admin
}

it.each<[what: string, code: string, make: () => Promise<Made>]>([
  [
    'orders of a merchant whose orders their sender may only see',
    'forbidden',
    async () => {
      const [own, seen] = world.merchants
      return { rows: [seen, own, seen].map((merchant) => order({ merchant })), actor: actors.operatorA }
    },
  ],
  [
    'orders whose customers are blocked',
    'user_blocked',
    async () => {
      const blocked = await insertRow(test, 'user', { company: world.a, phone: '4930777', status: 0 })
      return { rows: [blocked, world.userA, blocked].map((user) => order({ user })) }
    },
  ],
  [
    'orders that go where they may not',
    'reason_required',
    async () => {
      const orders = [await insertOrder(test, world), await insertOrder(test, world), await insertOrder(test, world)]
      const statuses = [0, 3, 0].map((number) => world.statuses[number])
      return { rows: orders.map((id, at) => ({ table: 'order', id, row: { order_status: statuses[at] } })) }
    },
  ],
  [
    'orders of customers who spend more bonus than they have',
    'bonus_insufficient',
    async () => {
      const cart = [{ id: 1, name: 'Pizza', qty: 1, price: '20.00' }]
      const users = [await customer('49301'), await customer('49302', '5.00'), await customer('49303')]
      return { rows: users.map((user) => order({ user, cart, bonus: '5.00' })) }
    },
  ],
  [
    'devices that were revoked',
    'invalid_value',
    async () => {
      const devices = [await device(1), await device(0), await device(1)]
      return { rows: devices.map((id) => ({ table: 'device', id, row: { revoked: 0, name: 'Bar' } })) }
    },
  ],
  [
    'messages to customers without a phone',
    'invalid_value',
    async () => {
      const users = [await customer(''), world.userA, await customer('')]
      return { rows: users.map((user_id) => ({ table: 'message', row: { user_id, text: { en: 'Hello' } } })) }
    },
  ],
  [
    'statuses that leave their place outside of the numbered ones',
    'forbidden',
    async () => {
      const ids = [0, 2, 0].map((number) => world.statuses[number])
      const other = await insertRow(test, 'order_status', { company: world.a, status: -1, value: { en: 'Aside' } })
      return {
        rows: [ids[0], ids[1], other].map((id) => ({ table: 'order_status', id, row: { status: id === ids[1] ? 2 : 7 } })),
      }
    },
  ],
  [
    'people who work for others too',
    'forbidden',
    async () => {
      const people = [await colleague([world.a, world.b]), await colleague([world.a]), await colleague([world.a, world.b])]
      return { rows: people.map((id) => ({ table: 'admin', id, row: { name: 'Renamed' } })) }
    },
  ],
])('API-16: names each of several %s', async (_what, code, make) => {
  const { rows, actor = actors.ownerA } = await make()
  const refused = [0, 2].map((row) => ({ code, row }))
  await expect(engine.save(actor, rows)).rejects.toMatchObject({ code, row: 0, refused })
})

it('API-16 GATE-04: names each row above a limit', async () => {
  await test.asOwner(
    'update company set limit_user = (select count(*) + 1 from "user" where company = $1) where company_id = $1',
    [world.a],
  )
  const rows = ['4930801', '4930802', '4930803'].map((phone) => ({ table: 'user', row: { phone } }))
  const refused = [1, 2].map((row) => ({ code: 'limit_reached', row }))
  await expect(engine.save(actors.ownerA, rows)).rejects.toMatchObject({ code: 'limit_reached', row: 1, refused })
})

it('PROMO-04 API-16: a refused order does not use up a promo code needed by the next', async () => {
  const code = 'ONCE'
  await insertRow(test, 'promocode', {
    company: world.a,
    code,
    type: 2,
    use: 1,
    date_start: '2026-11-01',
    date_finish: '2026-11-30',
  })
  const rows = [order({ merchant: world.merchants[1], promocode: code }), order({ promocode: code })]
  const refusal: unknown = await engine.save(actors.operatorA, rows).catch((error: unknown) => error)
  expect(refusal).toMatchObject({ code: 'forbidden', row: 0 })
  expect(refusal).not.toHaveProperty('refused')
})
