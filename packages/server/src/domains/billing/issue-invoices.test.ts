import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sum } from '@tiffin/core/rules'
import type { WhyStep } from '@tiffin/sdk/contract'
import { makeChange } from '#engine/change'
import { type BillingWorld, startBillingWorld } from '#server/test/billing-world'
import { billCompanies } from './bill-companies.ts'
import { chargeOrders } from './charge-orders.ts'
import { confirmPayment } from './confirm-payment.ts'
import { lockCompany } from './terms.ts'

let billing: BillingWorld
beforeAll(async () => {
  billing = await startBillingWorld()
  await sql(`update tariff set option = (
    select jsonb_agg(case when e->>'field' = 'limit_merchant' then e || '{"value": ""}' else e end) from jsonb_array_elements(option) e)`)
})
beforeEach(() => billing.reset())
afterAll(() => billing.stop())

const sql = <R extends object = Record<string, unknown>>(text: string, values: unknown[] = []) =>
  billing.server.database.asOwner<R>(text, values)

interface Issued {
  invoice_id: number
  company: number
  number: number
  amount: string
  buyer: string
  lines: WhyStep[]
  document: string
}
const invoices = () =>
  sql<Issued>(`select invoice_id::int, company::int, number, amount::text, buyer, lines, document from invoice order by number`)
const lastNumber = async () => (await sql<{ last: number }>('select last::int from invoice_counter'))[0]?.last ?? 0

/** Changes to a tariff and pays the amount due. */
async function buy(tariff: number, period: number, option: string[] = []) {
  const payment = await billing.change(tariff, period, option)
  const { payment_id, bill } = payment as { payment_id: number; bill: string }
  if (bill === '0.00') await billing.owner('TariffUp', { order_id: payment_id })
  else {
    const paid = { kind: 'paid', reference: `test:${payment_id}`, payment: payment_id, amount: bill, currency: 'USD' } as const
    await confirmPayment(billing.server.context, 'test', { ...paid, at: billing.now() })
  }
  return payment
}

describe('an invoice', () => {
  it('is issued with the charge, with the steps of the quote, and only then', async () => {
    const before = await lastNumber()
    await billing.save({ type: 1, bill: '20.00' })
    await billing.platform('correct', { amount: '5.00', reason: 'Gift' })
    expect(await invoices()).toEqual([])
    const { steps } = await buy(2, 1)
    const [invoice, ...others] = await invoices()
    expect(others).toEqual([])
    // 5.00 came from the balance; the charge is the whole bill.
    expect(invoice).toMatchObject({ number: before + 1, amount: '42.00', company: billing.server.world.a })
    expect(steps).toMatchObject([...(invoice?.lines ?? []), { label: 'From the balance' }, { label: 'To pay now' }])
  })

  it('of a credit is a credit note', async () => {
    await billing.set({ period_start: '2026-11-01T00:00:00Z', paid_total: '900.00' })
    await buy(2, 2)
    const [invoice] = await invoices()
    expect(Number(invoice?.amount)).toBeLessThan(0)
    expect(invoice?.document).toContain('<h1>Credit note')
  })

  it('is issued for each period and each order over the limit, not for bills of 0', async () => {
    await billing.set({ balance: '100.00' })
    const { world, context } = billing.server
    billing.setTime('2026-12-01T00:00:00Z')
    await billCompanies(context)
    const info = { admin: null, company: world.a, app: 'server', device: '' }
    await makeChange(context.db, context.feed, info, async (change) => {
      await lockCompany(change)
      await chargeOrders(change, [7, 8], '0.10', billing.now())
      return null
    })
    await billing.set({ trial: 1, base_tariff: null, tariff_period: null })
    await buy(1, 1)
    expect((await invoices()).map(({ amount, lines }) => [amount, lines.map(({ label }) => label)])).toEqual([
      ['19.00', ['Tariff']],
      ['0.10', ['Order over the limit: %1']],
      ['0.10', ['Order over the limit: %1']],
    ])
  })

  it('printed again after a rename is equal byte by byte, and no one can change it', async () => {
    const { a } = billing.server.world
    const address = { legal_name: '<b>Kitchen & Sons</b>', legal_address: 'Quay 7\nBergen', legal_tax: 'NO 123' }
    await billing.set(address)
    await buy(2, 1)
    const [invoice] = await invoices()
    const read = () => billing.owner('invoice', { invoice_id: invoice?.invoice_id })
    const printed = await read()
    expect(printed['data']).toEqual({ number: invoice?.number, document: invoice?.document })
    for (const text of ['&lt;b&gt;Kitchen &amp; Sons&lt;/b&gt;', 'Quay 7\nBergen', 'NO 123', '2026-11-10', '<bdi>42.00</bdi>'])
      expect(invoice?.document).toContain(text)
    await billing.set({
      legal_name: 'Other',
      legal_address: '',
      legal_tax: '',
      name: '{"en": "Renamed"}',
      timezone: 'Asia/Tokyo',
    })
    await sql(`update tariff set name = '{"en": "Renamed"}'`)
    await sql(`update global_settings set value = 'Renamed' where name = 'invoice_seller'`)
    expect(await read()).toMatchObject({ data: printed['data'] })
    for (const statement of ['update invoice set document = $$x$$', 'delete from invoice', 'update invoice set number = 1'])
      await expect(
        billing.server.context.db.write({ company: a }, (tx) => tx.sql(statement)),
        statement,
      ).rejects.toMatchObject({ code: '42501' })
  })

  it.each([
    ['ru', 'Счёт', 'ltr'],
    ['ar', 'فاتورة', 'rtl'],
    ['de', 'Invoice', 'ltr'],
  ])('is written in the first language of the company: %s', async (code, title, dir) => {
    await sql(
      `insert into global_lang (global_lang_id, code, name) select max(global_lang_id) + 1, $1, $1 from global_lang
       having not coalesce(bool_or(code = $1), false)`,
      [code],
    )
    await sql(
      `update company set lang = jsonb_build_array((select global_lang_id from global_lang where code = $2)) where company_id = $1`,
      [billing.server.world.a, code],
    )
    await buy(2, 1)
    const document = (await invoices())[0]?.document
    expect(document).toContain(`<h1>${title} <bdi>`)
    expect(document).toContain(`dir="${dir}"`)
  })

  it('is read by owners of its company and platform administrators only', async () => {
    await buy(2, 1)
    const { server } = billing
    const [invoice] = await invoices()
    const invoice_id = invoice?.invoice_id
    const { a, b } = server.world
    for (const [person, company, code] of [
      ['owner', a, undefined],
      ['platform', a, undefined],
      ['operator', a, 'forbidden'],
      ['owner-b', b, 'not_found'],
      ['owner-b', a, 'foreign_company'],
    ] as const) {
      const token = await server.signIn(person)
      const one = await server.call('Company', 'invoice', { invoice_id }, { token, company })
      expect(one.code, `${person} of ${company}`).toBe(code)
      const list = await server.call('Reference', 'getData', { tables: [{ table: 'invoice' }] }, { token, company })
      const rows = (list['data'] as { invoice?: { data: Record<string, unknown>[] } } | undefined)?.invoice?.data ?? []
      expect(rows.length, `${person} of ${company}`).toBe(code === undefined ? 1 : 0)
      if (code === undefined) expect(rows[0]).not.toHaveProperty('document')
    }
  })
})

describe('numbers', () => {
  it('have no gaps, whatever is charged at the same time and rolled back', async () => {
    const { context, world } = billing.server
    const charge = fc.record({
      company: fc.constantFrom(world.a, world.b),
      orders: fc.integer({ min: 1, max: 3 }),
      fails: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(charge, { minLength: 1, maxLength: 8 }), fc.uuid(), async (charges, run) => {
        const before = await lastNumber()
        const results = await Promise.allSettled(
          charges.map(({ company, orders, fails }, index) =>
            makeChange(
              context.db,
              context.feed,
              { admin: null, company, app: 'server', device: '', ...(fails ? { isAbandoned: () => true } : {}) },
              async (change) => {
                await lockCompany(change)
                const keys = Array.from({ length: orders }, (_, order) => `${run}/${index}/${order}`)
                await chargeOrders(change, keys as never, '0.10', billing.now())
                return null
              },
            ),
          ),
        )
        expect(results.map(({ status }) => status)).toEqual(charges.map(({ fails }) => (fails ? 'rejected' : 'fulfilled')))
        const issued = sum(charges.map(({ orders, fails }) => (fails ? 0n : BigInt(orders))))
        const numbers = (await invoices()).map(({ number }) => number).filter((number) => number > before)
        expect(numbers).toEqual(Array.from({ length: Number(issued) }, (_, index) => before + 1 + index))
        expect(await lastNumber()).toBe(before + Number(issued))
      }),
      { numRuns: 30 },
    )
  }, 120_000)
})
