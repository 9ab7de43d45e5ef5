import { readBilling } from '@tiffin/core'
import { readSubscription } from '@tiffin/core/subscription'
import { createClient } from '@tiffin/sdk/client'
import type { Company } from '@tiffin/sdk/contract'
import { type BillingWorld, startBillingWorld } from '@tiffin/server/test'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

let billing: BillingWorld
let client: ReturnType<typeof createClient>
beforeAll(async () => {
  billing = await startBillingWorld()
  const { server } = billing
  const token = await server.signIn('owner')
  client = createClient({ url: `${server.url}/api`, getToken: () => token, company: server.world.a })
  await server.database.asOwner(`update tariff set option = (
    select jsonb_agg(case when e->>'field' = 'limit_merchant' then e || '{"value": ""}' else e end) from jsonb_array_elements(option) e)`)
})
beforeEach(() => billing.reset())
afterAll(() => billing.stop())

const company = () => billing.server.world.a

it.each([
  ['a month of the tariff alone', { base_tariff: 1, tariff_period: 1 }, '19.00'],
  // (79 + 15 for AI) x 12 x 80 %; chat is free.
  ['an add-on for a year', { base_tariff: 2, tariff_period: 4, allow_ai: 1, allow_chat: 1 }, '902.40'],
  ['less the balance', { base_tariff: 2, tariff_period: 4, allow_ai: 1, balance: '900.00' }, '2.40'],
  ['never below 0', { base_tariff: 1, tariff_period: 1, balance: '19.01' }, '0.00'],
])('BILL-16 BILL-17: the amount due of the banner, from the rows of the server: %s', async (_what, fields, due) => {
  await billing.set({ allow_ai: 0, allow_chat: 0, ...fields })
  const read = await readBilling(client, company())
  expect(read).toMatchObject({
    due,
    tariff: {
      tariff_id: fields.base_tariff,
      option: expect.arrayContaining([expect.objectContaining({ field: 'allow_ai' })]) as unknown,
    },
    period: { subscribe_period_id: fields.tariff_period },
  })
})

it('BILL-20: used tariffs are those of applied payments of type 4, each once', async () => {
  const insert = (type: number, tariff: number, applied: boolean, owner = company()) =>
    billing.server.database.asOwner(
      `insert into payment (company, "user", type, tariff, state, date, date_applied) values ($1, $2, $3, $4, 'applied', now(), $5)`,
      [owner, billing.server.world.ownerA, type, tariff, applied ? billing.now() : null],
    )
  const used = async () => (await readSubscription(client, company())).usedTariffs
  expect(await used()).toEqual([])
  await insert(4, 2, true)
  await insert(4, 2, true)
  // Requested only; of another type; of another company.
  await insert(4, 1, false)
  await insert(5, 1, true)
  await insert(1, 1, true)
  await insert(4, 1, true, billing.server.world.b)
  expect(await used()).toEqual([2])
  await insert(4, 1, true)
  expect((await used()).toSorted((a, b) => a - b)).toEqual([1, 2])
  // So does the server: neither tariff has a trial left.
  await billing.set({ trial: 1, base_tariff: null, tariff_period: null })
  expect(await billing.change(2, 1)).toMatchObject({ set_trial: 0 })
})

it('BILL-35: the company has its billing fields, which only the platform and bookings set', async () => {
  await billing.set({ balance: '7.50', due_date: new Date(Date.now() + 3 * 86_400_000).toISOString() })
  await billing.server.database.asOwner(
    `insert into usage_counter (company, name, value) values ($1, 'order', 12) on conflict (company, name) do update set value = 12`,
    [company()],
  )
  const { company: row } = await readSubscription(client, company())
  const expected: Partial<Company> = {
    base_tariff: 1,
    tariff_period: 1,
    balance: '7.50',
    order_limit_date: '2027-01-01T00:00:00.000Z',
    active: '2026-12-01T00:00:00.000Z',
    order_count: 12,
    remaining_time: 3,
    trial: 0,
  }
  expect(row).toMatchObject(expected)
  expect(Date.parse(row.due_date ?? '')).toBeGreaterThan(Date.now())
  for (const [field, value] of Object.entries({
    ...expected,
    due_date: '2030-01-01T00:00:00.000Z',
    balance: '99.00',
    trial: 1,
  })) {
    const tables = [{ table: 'company', id: company(), row: { [field]: value } }]
    await client.Reference.saveData({ tables }).catch(() => {})
  }
  expect((await readSubscription(client, company())).company).toMatchObject({ ...expected, due_date: row.due_date })
})
