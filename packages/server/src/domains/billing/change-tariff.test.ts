import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertRow } from '#server/test/seed'
import { type BillingWorld, startBillingWorld } from '#server/test/billing-world'

let billing: BillingWorld
beforeAll(async () => {
  billing = await startBillingWorld()
  // Three merchants are more than the tariff "Start" allows.
  await billing.server.database.asOwner(`update tariff set option = (
    select jsonb_agg(case when e->>'field' = 'limit_merchant' then e || '{"value": "3"}' else e end) from jsonb_array_elements(option) e)
    where tariff_id = 1`)
})
beforeEach(() => billing.reset())
afterAll(() => billing.stop())

const tariffUp = (payment: Record<string, unknown>) => billing.owner('TariffUp', { order_id: payment['payment_id'] })
const pageOf = async (payment: Record<string, unknown>) => ((await tariffUp(payment))['data'] as { page?: string }).page ?? ''

describe('saving a payment', () => {
  it('BILL-23 BILL-26: the server calculates an extra payment, whatever the client sends', async () => {
    const { row } = await billing.save({
      type: 5,
      bill: '0.00',
      tariff: 2,
      tariff_period: 1,
      option: ['allow_ai', 'allow_ai'],
      set_period: 1,
      set_trial: 1,
      total: '0.01',
      charge: '-99.00',
      state: 'paid',
      amount: '500.00',
    })
    // (79 + 15 - 19) x 21 days of 30
    expect(row).toMatchObject({ type: 4, bill: '52.50', total: '94.00', charge: '52.50', set_period: 0, set_trial: 0 })
    expect(row).toMatchObject({ state: 'open', amount: '0.00', option: ['allow_ai'], priced_at: '2026-11-10T12:00:00.000Z' })
    expect(row['steps']).toMatchObject([{ label: 'Tariff', amount: '79.00' }, { label: 'Add-ons' }, {}, { amount: '52.50' }])
  })

  it.each([
    ['BILL-24: a trial costs nothing', { trial: 1 }, [2, 1], { type: 4, set_trial: 1, set_period: 0, bill: '0.00' }],
    ['BILL-25: a longer period costs the rest', {}, [1, 4], { type: 4, set_period: 1, total: '182.40', bill: '169.10' }],
    [
      'BILL-27: a smaller tariff waits',
      { base_tariff: 2, paid_total: '79.00' },
      [1, 1],
      { type: 5, bill: '0.00', state: 'waiting' },
    ],
    ['BILL-28: the balance is used', { balance: '40.00' }, [2, 1], { type: 4, bill: '2.00' }],
    ['BILL-28: a debt is paid, too', { balance: '-8.00' }, [2, 1], { type: 4, bill: '50.00' }],
  ] as const)('%s', async (_what, fields, [tariff, period], expected) => {
    await billing.set(fields)
    expect(await billing.change(tariff, period)).toMatchObject(expected)
  })

  it.each([
    ['a tariff that is archived', 'update tariff set status = 2 where tariff_id = 2', { tariff: 2 }, 'tariff_unavailable'],
    [
      'TARIFF-05: a tariff that needs contact',
      'update tariff set subscription = 0 where tariff_id = 2',
      { tariff: 2 },
      'tariff_unavailable',
    ],
    ['a tariff that does not exist', '', { tariff: 99 }, 'bad_reference'],
    ['a period that does not exist', '', { tariff: 2, tariff_period: 99 }, 'bad_reference'],
    ['no tariff', '', {}, 'required'],
    ['an add-on of another tariff', '', { tariff: 1, option: ['allow_ai'] }, 'invalid_value'],
    ['an add-on that is free', '', { tariff: 2, option: ['allow_chat'] }, 'invalid_value'],
    ['the current terms', '', { tariff: 1 }, 'nothing_to_change'],
    ['an order over the limit', '', { type: 2 }, 'invalid_value'],
    ['a write-off', '', { type: 3 }, 'invalid_value'],
    ['a top-up below the minimum', '', { type: 1, bill: '14.99' }, 'payment_minimum'],
    ['a top-up without an amount', '', { type: 1 }, 'payment_minimum'],
    ['a negative top-up', '', { type: 1, bill: '-15.00' }, 'invalid_value'],
  ])('refuses %s', async (_what, prepare, row, code) => {
    if (prepare) await billing.server.database.asOwner(prepare)
    expect((await billing.save({ type: 4, tariff_period: 1, option: [], ...row })).code).toBe(code)
    expect(await billing.server.database.asOwner('select from payment')).toHaveLength(0)
  })

  it('refuses a tariff that is too small, and says for what', async () => {
    const { a } = billing.server.world
    await insertRow(billing.server.database, 'merchant', { company: a, name: { en: 'Fourth' } })
    await billing.set({ base_tariff: 2, paid_total: '79.00' })
    const answer = await billing.save({ type: 5, tariff: 1, tariff_period: 1, option: [] })
    expect(answer).toMatchObject({ code: 'over_tariff_limits', params: ['merchant 4 > 3'] })
    expect(answer['because']).toEqual({ limits: { limit_merchant: { count: 4, max: 3 } } })
    await billing.server.database.asOwner(`delete from merchant where name->>'en' = 'Fourth'`)
  })

  it('BILL-09: a top-up of 15 dollars is accepted, and one cent less is not', async () => {
    expect((await billing.save({ type: 1, bill: '15.00' })).row).toMatchObject({ type: 1, state: 'open', bill: '15.00' })
    expect(await billing.save({ type: 1, bill: '14.99' })).toMatchObject({ code: 'payment_minimum' })
  })

  it.each([
    ['the tariff alone', 1, 1, [], '19.00'],
    ['with a paid add-on', 2, 1, ['allow_ai'], '94.00'],
    // (79 + 15) x 12 x 80 %
    ['for a year less 20 %', 2, 4, ['allow_ai'], '902.40'],
    ['for a year without it', 2, 4, [], '758.40'],
  ] as const)('BILL-13 BILL-14 TARIFF-06: the server calculates %s', async (_what, tariff, period, option, total) => {
    await billing.set({ base_tariff: null, tariff_period: null, due_date: null, period_start: null })
    expect(await billing.change(tariff, period, [...option])).toMatchObject({ total, bill: total })
  })

  it.each([
    [
      { type: 1, bill: '15.00' },
      { type: 1, state: 'open', bill: '15.00' },
    ],
    [
      { type: 4, tariff: 2, tariff_period: 1 },
      { type: 4, state: 'open', bill: '42.00' },
    ],
    // Later, even if requested now: 19 a month is less than 79.
    [
      { type: 4, tariff: 1, tariff_period: 1 },
      { type: 5, state: 'waiting', bill: '0.00' },
    ],
  ])('BILL-23: %j is stored as %j', async (row, expected) => {
    if (expected.type === 5) await billing.set({ base_tariff: 2, paid_total: '79.00' })
    expect((await billing.save({ option: [], ...row })).row).toMatchObject(expected)
  })

  it('a new change replaces the one before, but no top-up (AMB-240)', async () => {
    const topUp = (await billing.save({ type: 1, bill: '20.00' })).row
    const first = await billing.change(2, 1)
    const second = await billing.change(1, 4)
    const states = await Promise.all(
      [topUp, first, second].map(async (row) => (await billing.payment(row['payment_id']))['state']),
    )
    expect(states).toEqual(['open', 'cancelled', 'open'])
    expect((await tariffUp(first)).code).toBe('payment_closed')
  })

  it('operators and other companies can neither save nor apply', async () => {
    const { server } = billing
    const payment = await billing.change(2, 1)
    const id = payment['payment_id']
    const operator = { token: await server.signIn('operator'), company: server.world.a }
    const stranger = { token: await server.signIn('owner-b'), company: server.world.b }
    const row = { table: 'payment', row: { type: 1, bill: '15.00' } }
    expect((await server.call('Reference', 'saveData', { tables: [row] }, operator)).code).toBe('forbidden')
    expect((await server.call('Company', 'TariffUp', { order_id: id }, operator)).code).toBe('forbidden')
    expect((await server.call('Company', 'cancelPayment', { payment_id: id }, operator)).code).toBe('forbidden')
    expect((await server.call('Company', 'TariffUp', { order_id: id }, stranger)).code).toBe('not_found')
    expect((await server.call('Company', 'cancelPayment', { payment_id: id }, stranger)).code).toBe('not_found')
    const other = { ...row, row: { ...row.row, company: server.world.a } }
    expect((await server.call('Reference', 'saveData', { tables: [other] }, stranger)).code).toBe('foreign_company')
  })

  it('a deleted company pays nothing more', async () => {
    const payment = await billing.change(2, 1)
    await billing.set({ deleted: '2026-11-10T12:00:00Z' })
    expect((await tariffUp(payment)).status).toBe('FAIL')
    expect((await billing.save({ type: 1, bill: '15.00' })).status).toBe('FAIL')
  })
})

describe('Company/TariffUp', () => {
  it('BILL-31 API-33: a bill of 0 is applied at once, and once', async () => {
    await billing.set({ balance: '50.00' })
    const payment = await billing.change(2, 1, ['allow_ai'])
    expect(payment['bill']).toBe('2.50')
    await billing.set({ balance: '60.00' })
    const covered = await billing.change(2, 1, ['allow_ai'])
    const answers = await Promise.all([tariffUp(covered), tariffUp(covered), tariffUp(covered)])
    for (const answer of answers) expect(answer['data']).toEqual({ status: 'OK' })
    expect(await billing.company()).toMatchObject({
      base_tariff: 2,
      tariff_period: 1,
      balance: '7.50',
      paid_total: '94.00',
      trial: 0,
      allow_ai: 1,
      allow_chat: 1,
      allow_white_lablel: 0,
      limit_order: 1e4,
      limit_merchant: 25,
      overlimit_order_price: '0.05',
      due_date: new Date('2026-12-01T00:00:00Z'),
    })
    expect(await billing.payment(covered['payment_id'])).toMatchObject({ state: 'applied', date_applied: billing.now() })
    expect((await billing.bookings()).filter(({ kind }) => kind === 'subscription')).toMatchObject([{ amount: '-52.50' }])
  })

  it('API-33: returns status and error for a payment that can’t be applied', async () => {
    expect(await tariffUp({ payment_id: 999_999 })).toMatchObject({
      code: 'not_found',
      data: { status: 'FAIL', error: expect.any(String) as string },
    })
    await billing.set({ balance: '60.00' })
    const payment = await billing.change(2, 1)
    await billing.set({ balance: '41.99' })
    // The money has been spent since.
    expect((await tariffUp(payment)).code).toBe('bill_expired')
    await billing.set({ balance: '60.00' })
    billing.setTime('2026-11-10T12:30:00.001Z')
    expect(await tariffUp(payment)).toMatchObject({
      code: 'bill_expired',
      data: { status: 'FAIL', error: expect.any(String) as string },
    })
    expect(await billing.company()).toMatchObject({ base_tariff: 1, balance: '60.00' })
    billing.setTime('2026-11-10T12:30:00.000Z')
    expect((await tariffUp(payment))['data']).toEqual({ status: 'OK' })
  })

  it('refuses a change that no longer fits because records were added since the quote, also for money that arrives', async () => {
    const { database, world } = billing.server
    const addMerchant = () => insertRow(database, 'merchant', { company: world.a, name: { en: 'Fourth' } })
    const removeMerchant = () => database.asOwner(`delete from merchant where name->>'en' = 'Fourth'`)
    await billing.set({ base_tariff: null, tariff_period: null, due_date: null, period_start: null, balance: '19.00' })
    const free = await billing.change(1, 1)
    await addMerchant()
    const refused = { code: 'over_tariff_limits', params: ['merchant 4 > 3'] }
    expect(await tariffUp(free)).toMatchObject(refused)
    await removeMerchant()
    await billing.set({ balance: '0.00' })
    const due = await billing.change(1, 1)
    const page = await pageOf(due)
    await addMerchant()
    expect(await tariffUp(due)).toMatchObject(refused)
    await billing.press(page, 'pay')
    expect(await billing.company()).toMatchObject({ base_tariff: null, balance: '19.00' })
    expect(await billing.payment(due['payment_id'])).toMatchObject({ state: 'cancelled', amount: '19.00' })
    await removeMerchant()
    await tariffUp(await billing.change(1, 1))
    expect(await billing.company()).toMatchObject({ base_tariff: 1, balance: '0.00' })
  })

  it('BILL-24: starts a trial, once for each tariff and person', async () => {
    await billing.set({ trial: 1, due_date: '2026-11-20T00:00:00Z', period_start: null })
    const trial = await billing.change(2, 1)
    await tariffUp(trial)
    expect(await billing.company()).toMatchObject({ base_tariff: 2, trial: 1, due_date: new Date('2026-12-10T12:00:00Z') })
    expect(await billing.change(2, 4)).toMatchObject({ set_trial: 0, set_period: 1, bill: '758.40' })
  })

  it('a trial that another company of the owner has used since the quote is not started', async () => {
    await billing.set({ trial: 1, due_date: '2026-11-20T00:00:00Z', period_start: null })
    const trial = await billing.change(2, 1)
    await billing.server.database.asOwner(
      'insert into tariff_trial (admin, tariff) select owner_id, 2 from company where company_id = $1',
      [billing.server.world.a],
    )
    expect(await tariffUp(trial)).toMatchObject({ code: 'bill_expired' })
    expect(await billing.company()).toMatchObject({ base_tariff: 1, due_date: new Date('2026-11-20T00:00:00Z') })
  })

  it('a first period begins when the trial ends, and the trial is over at once', async () => {
    await billing.set({ trial: 1, due_date: '2026-11-20T09:00:00Z', period_start: null, balance: '19.00' })
    await tariffUp(await billing.change(1, 1))
    expect(await billing.company()).toMatchObject({
      trial: 0,
      balance: '0.00',
      paid_total: '19.00',
      period_start: new Date('2026-11-20T09:00:00Z'),
      due_date: new Date('2026-12-20T09:00:00Z'),
    })
  })

  it('BILL-25: a longer period begins today, and the rest of the current one is credited', async () => {
    await billing.set({ paid_total: '900.00' })
    const payment = await billing.change(1, 4)
    expect(payment).toMatchObject({ bill: '0.00', charge: '-447.60' })
    await tariffUp(payment)
    expect(await billing.company()).toMatchObject({
      balance: '447.60',
      paid_total: '182.40',
      tariff_period: 4,
      period_start: billing.now(),
      due_date: new Date('2027-11-10T12:00:00Z'),
    })
    expect(await billing.bookings()).toMatchObject([{ kind: 'credit', amount: '447.60' }])
  })

  it('BILL-32 BILL-27: a change for later waits, and can be withdrawn', async () => {
    await billing.set({ base_tariff: 2, paid_total: '79.00' })
    const payment = await billing.change(1, 1)
    expect((await tariffUp(payment))['data']).toEqual({ status: 'OK' })
    expect((await billing.payment(payment['payment_id']))['state']).toBe('waiting')
    expect(await billing.company()).toMatchObject({ base_tariff: 2 })
    for (const _ of [1, 2])
      expect((await billing.owner('cancelPayment', { payment_id: payment['payment_id'] }))['data']).toEqual({ status: 'OK' })
    expect((await billing.payment(payment['payment_id']))['state']).toBe('cancelled')
  })

  it('two changes at once: one is applied, nothing is charged twice', async () => {
    await billing.set({ balance: '500.00' })
    const first = await billing.change(2, 1)
    const [one, two] = await Promise.all([tariffUp(first), billing.save({ type: 4, tariff: 1, tariff_period: 4, option: [] })])
    const applied = one.status === 'OK'
    expect(applied || one.code === 'payment_closed').toBe(true)
    if (two.status === 'OK') await tariffUp(two.row)
    const [{ sum } = {}] = await billing.server.database.asOwner<{ sum: string }>('select sum(amount)::text from booking')
    expect((await billing.company())['balance']).toBe(sum)
  })
})

describe('payment page of the sandbox', () => {
  it('BILL-29 BILL-31: opens with language and payment; paying applies the tariff as quoted', async () => {
    const payment = await billing.change(2, 1)
    const page = await pageOf(payment)
    const { pathname, searchParams } = new URL(page, billing.server.url)
    expect([pathname, searchParams.get('lang'), searchParams.get('payment_id')]).toEqual([
      '/pay',
      'en',
      String(payment['payment_id']),
    ])
    const { server } = billing
    const reader = { token: await server.signIn('owner'), company: server.world.a, lang: 'ru' }
    const inRussian = await server.call('Company', 'TariffUp', { order_id: payment['payment_id'] }, reader)
    expect(new URL((inRussian['data'] as { page: string }).page, server.url).searchParams.get('lang')).toBe('ru')
    for (const [lang, text] of Object.entries({ en: 'Decline', ru: 'Отклонить', ar: 'dir="rtl"' })) {
      const html = await (await fetch(`${billing.server.url}${page.replace('lang=en', `lang=${lang}`)}`)).text()
      expect(html).toContain(text)
      if (lang === 'en') expect(html).toContain('$42.00')
    }
    // The price rises before it is paid.
    await billing.server.database.asOwner(`update tariff set amount = 1000 where tariff_id = 2`)
    expect(await billing.press(page, 'pay')).toContain('Payment received')
    expect(await billing.press(page, 'pay')).toContain('Payment received')
    await billing.server.database.asOwner(`update tariff set amount = 79 where tariff_id = 2`)
    expect(await billing.company()).toMatchObject({ base_tariff: 2, balance: '0.00', paid_total: '79.00' })
    expect(await billing.payment(payment['payment_id'])).toMatchObject({ state: 'applied', amount: '42.00' })
    expect(await billing.bookings()).toMatchObject([
      { kind: 'payment', amount: '42.00' },
      { kind: 'subscription', amount: '-42.00' },
    ])
    expect((await tariffUp(payment))['data']).toEqual({ status: 'OK' })
  })

  it('declining books nothing; a wrong key finds nothing', async () => {
    const payment = await billing.change(2, 1)
    const page = await pageOf(payment)
    const wrong = page.replace(/key=.*/, 'key=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA')
    expect((await fetch(`${billing.server.url}${wrong}`)).status).toBe(404)
    expect(await billing.press(wrong, 'pay')).toContain('Payment not found')
    expect((await fetch(`${billing.server.url}/pay`, { method: 'POST' })).status).toBe(404)
    expect(await billing.press(page, 'decline')).toContain('cancelled or has expired')
    expect(await billing.payment(payment['payment_id'])).toMatchObject({ state: 'failed', amount: '0.00' })
    expect(await billing.press(page, 'pay')).toContain('cancelled or has expired')
    expect(await billing.bookings()).toEqual([])
  })

  it('the key of the page is shown to no one', async () => {
    const payment = await billing.change(2, 1)
    expect(payment).not.toHaveProperty('page_key')
    const key = new URL(await pageOf(payment), billing.server.url).searchParams.get('key') ?? ''
    expect(key).toHaveLength(43)
    const stored = JSON.stringify(await billing.server.database.asOwner('select * from payment'))
    expect(stored).not.toContain(key)
  })

  it('a top-up pays a subscription that is late, and ends its block', async () => {
    await billing.set({
      due_date: '2026-10-20T00:00:00Z',
      suspended: 1,
      enable: 0,
      reminder: 14,
      suspended_for_bill: 1,
      blocked_for_bill: 1,
      period_start: '2026-09-20T00:00:00Z',
    })
    const page = await pageOf((await billing.save({ type: 1, bill: '30.00' })).row)
    await billing.press(page, 'pay')
    expect(await billing.company()).toMatchObject({
      enable: 1,
      suspended: 0,
      balance: '11.00',
      period_start: billing.now(),
      due_date: new Date('2026-12-10T12:00:00Z'),
    })
  })

  it('does not enable a company that the platform disabled, or suspended itself', async () => {
    await billing.set({ due_date: '2026-11-09T12:00:00Z', suspended: 1, enable: 0, period_start: '2026-10-09T12:00:00Z' })
    const page = await pageOf((await billing.save({ type: 1, bill: '30.00' })).row)
    await billing.press(page, 'pay')
    expect(await billing.company()).toMatchObject({ enable: 0, suspended: 1, balance: '11.00' })
  })
})

describe('a server without a payment provider', () => {
  it('refuses paid changes, and shows no payment page', async () => {
    const other = await startBillingWorld({ TIFFIN_PAY_PROVIDER: '' })
    try {
      await other.reset()
      for (const payment of [
        { type: 1, bill: '30.00' },
        { type: 4, tariff: 2, tariff_period: 1 },
      ]) {
        const { row } = await other.save(payment)
        const up = () => other.owner('TariffUp', { order_id: row['payment_id'] })
        expect(await up()).toMatchObject({ status: 'FAIL', code: 'service_not_configured' })
        expect(await up()).toMatchObject({ status: 'FAIL', code: 'service_not_configured' })
        expect(await other.payment(row['payment_id'])).toMatchObject({ state: 'cancelled' })
      }
      const pressed = await fetch(`${other.server.url}/pay`, { method: 'POST', body: new URLSearchParams({ action: 'pay' }) })
      expect(await pressed.json()).toMatchObject({ code: 'unknown_call' })
      expect(await other.bookings()).toEqual([])
      // A change that costs nothing needs no provider.
      await other.set({ trial: 1 })
      const trial = await other.change(2, 1)
      expect(await other.owner('TariffUp', { order_id: trial['payment_id'] })).toMatchObject({ status: 'OK' })
    } finally {
      await other.stop()
    }
  })
})
