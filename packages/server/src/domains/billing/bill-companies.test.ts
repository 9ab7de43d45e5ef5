import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { billOf, formatMoney, monthlyBill, parseMoney, periodTotal, sum, type Terms } from '@tiffin/core/rules'
import { type BillingWorld, startBillingWorld } from '#server/test/billing-world'
import { billCompanies } from './bill-companies.ts'
import { nextDue } from './due-dates.ts'

const DAY = 86_400_000
type Row = Record<string, unknown>

let billing: BillingWorld
beforeAll(async () => {
  billing = await startBillingWorld()
  await sql(`update tariff set option = (
    select jsonb_agg(case when e->>'field' = 'limit_merchant' then e || '{"value": ""}' else e end) from jsonb_array_elements(option) e)`)
})
beforeEach(async () => {
  await billing.reset()
  await sql(
    `update company set base_tariff = null, due_date = null, order_limit_date = null, billing_problem = '', timezone = 'UTC'
    where company_id <> $1`,
    [billing.server.world.a],
  )
})
afterAll(() => billing.stop())

const sql = <R extends object = Row>(text: string, values: unknown[] = []) => billing.server.database.asOwner<R>(text, values)
const round = () => billCompanies(billing.server.context)
const roundAt = async (moment: string) => {
  billing.setTime(moment)
  await round()
}
const date = (moment: string) => new Date(moment)
const charges = async () => (await billing.bookings()).flatMap(({ kind, amount }) => (kind === 'subscription' ? [amount] : []))
/** How many changes the history has. */
const changes = async () => (await sql<{ count: number }>('select count(*)::int as count from change'))[0]?.count
/** Runs the round on each day at noon, twice, until `last`; returns what `read` finds whenever it differs from the day before. */
async function dayByDay(first: string, last: string, read: (row: Row) => unknown): Promise<[string, unknown][]> {
  const seen: [string, unknown][] = []
  for (let day = Date.parse(`${first}T12:00:00Z`); day <= Date.parse(`${last}T12:00:00Z`); day += DAY) {
    const moment = new Date(day).toISOString()
    await roundAt(moment)
    await round()
    const value = read(await billing.company())
    if (JSON.stringify(value) !== JSON.stringify(seen.at(-1)?.[1])) seen.push([moment.slice(0, 10), value])
  }
  return seen
}
/** Money arrives as a platform administrator's correction, which bills the company at once. */
const receive = (amount: string) => billing.platform('correct', { amount, reason: 'Paid by bank' })

describe('the reminder days of the platform', () => {
  const set = (value: string) =>
    billing.server.database.asOwner(`update global_settings set value = $1 where name = 'reminder_days'`, [value])
  beforeAll(async () => {
    await sql(`insert into global_settings (name, value) values ('reminder_days', '') on conflict do nothing`)
    return () => set('')
  })

  it.each([
    ['', [-7, -3, -1, 1, 3, 7, 14]],
    ['5, -14 2', [-14, 2, 5, 14]],
    ['-1', [-1, 14]],
    ['nonsense', [-7, -3, -1, 1, 3, 7, 14]],
  ])('are those of the setting: %j', async (value, expected) => {
    await set(value)
    const seen = await dayByDay('2026-11-10', '2026-12-16', ({ reminder }) => reminder)
    expect(seen.flatMap(([, reminder]) => reminder ?? [])).toEqual(expected)
    for (const [day, reminder] of seen)
      if (reminder !== null) expect(Date.parse(day) - Date.parse('2026-12-01')).toBe(Number(reminder) * DAY)
  })

  it('are refused if they are invalid', async () => {
    const { server } = billing
    const token = await server.signIn('platform')
    const save = (value: string) =>
      server.call(
        'Reference',
        'saveData',
        { tables: [{ table: 'global_settings', row: { name: 'reminder_days', value } }] },
        { token },
      )
    for (const value of ['x', '0', '91', '-31', '1.5', '1 2 x', '1e1000']) {
      const { code, field, error } = await save(value)
      expect([code, field, error], value).toEqual([
        'invalid_value',
        'value',
        'Enter days from -30 to 90 without 0, such as -7 -3 1',
      ])
    }
    expect((await save('-5 13')).code).toBeUndefined()
  })
})

describe('the days of suspension and block', () => {
  beforeAll(async () => {
    await sql(`insert into app_settings (name, value) values ('suspend_after', ''), ('block_after', '') on conflict do nothing`)
  })
  const set = async (suspend: string, block: string) => {
    await sql(`update app_settings set value = $1 where name = 'suspend_after'`, [suspend])
    await sql(`update app_settings set value = $1 where name = 'block_after'`, [block])
  }
  afterAll(() => set('', ''))

  it.each([
    ['', '', 1, 14],
    ['3', '30', 3, 30],
    // Blocked without being suspended first.
    ['9', '5', 9, 5],
    ['nonsense', '0', 1, 14],
  ])('are those of the settings: %j and %j', async (suspend, block, suspended, blocked) => {
    await set(suspend, block)
    const seen = await dayByDay('2026-11-28', '2027-01-20', ({ suspended: one, enable }) => [one, enable])
    const dayOf = (test: (state: number[]) => boolean) => {
      const found = seen.find(([, state]) => test(state as number[]))
      return found && (Date.parse(found[0]) - Date.parse('2026-12-01')) / DAY
    }
    expect([dayOf(([one]) => one === 1), dayOf(([, enable]) => enable === 0)]).toEqual([suspended, blocked])
    expect((await billing.company())['reminder']).toBe(blocked)
    await receive('100.00')
    expect(await billing.company()).toMatchObject({ suspended: 0, enable: 1, reminder: null })
  })

  it('a paid change of a company that is late, but not yet blocked, continues from the due date', async () => {
    await set('1', '30')
    await billing.set({ balance: '1000.00' })
    billing.setTime('2026-12-20T12:00:00Z')
    const payment = await billing.change(2, 1)
    await billing.owner('TariffUp', { order_id: payment['payment_id'] })
    expect(await billing.company()).toMatchObject({ base_tariff: 2, period_start: date('2026-12-01T00:00:00Z') })
  })

  it('are refused if they are invalid', async () => {
    const { server } = billing
    const token = await server.signIn('platform')
    const save = (name: string, value: string) =>
      server.call('Reference', 'saveData', { tables: [{ table: 'app_settings', row: { name, value } }] }, { token })
    for (const name of ['suspend_after', 'block_after'])
      for (const value of ['x', '0', '91', '-1', '1.5', '1 2']) {
        const { code, field, error } = await save(name, value)
        expect([code, field, error], `${name} ${value}`).toEqual([
          'invalid_value',
          'value',
          'Enter a number of days from 1 to 90',
        ])
      }
    expect((await save('block_after', '90')).code).toBeUndefined()
  })
})

describe('the due date', () => {
  it('charges one period, once, even by rounds at the same time; a later round changes nothing', async () => {
    await billing.set({ balance: '40.00' })
    await roundAt('2026-11-30T23:59:59.999Z')
    expect(await charges()).toEqual([])
    billing.setTime('2026-12-01T00:00:00.000Z')
    await Promise.all([round(), round(), round()])
    const expected = {
      balance: '21.00',
      paid_total: '19.00',
      suspended: 0,
      enable: 1,
      reminder: null,
      trial: 0,
      period_start: date('2026-12-01T00:00:00Z'),
      due_date: date('2027-01-01T00:00:00Z'),
      period_anchor: date('2026-11-01T00:00:00Z'),
      active: date('2027-01-01T00:00:00Z'),
    }
    expect(await billing.company()).toMatchObject(expected)
    expect(await charges()).toEqual(['-19.00'])
    expect(await sql('select type, state, amount::text, tariff::int from payment')).toEqual([
      { type: 3, state: 'applied', amount: '-19.00', tariff: 1 },
    ])
    const before = await changes()
    await round()
    await roundAt('2026-12-20T00:00:00Z')
    expect(await changes()).toBe(before)
    expect(await billing.company()).toMatchObject(expected)
  })

  it('periods count months from the anchor day: 31 January, 28 February, 31 March', async () => {
    const anchor = '2027-01-31T10:00:00Z'
    await billing.set({ period_start: '2026-12-31T10:00:00Z', period_anchor: anchor, due_date: anchor, balance: '100.00' })
    await billing.set({ order_limit_date: '2028-01-01T00:00:00Z' })
    const dues = []
    for (const moment of [anchor, '2027-02-28T10:00:00Z', '2027-03-31T10:00:00Z', '2027-04-30T10:00:00Z']) {
      await roundAt(moment)
      dues.push(((await billing.company())['due_date'] as Date).toISOString().slice(0, 10))
    }
    expect(dues).toEqual(['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31'])
    expect(await charges()).toEqual(['-19.00', '-19.00', '-19.00', '-19.00'])
  })

  it('an interrupted round continues with the companies that are left, and charges each once', async () => {
    const { a, b } = billing.server.world
    const due = '2026-12-01T00:00:00Z'
    await billing.set({ balance: '100.00' })
    await sql(
      `with added as (
         insert into company (name, creator, owner_id, country, timezone, base_tariff, tariff_period, enable, period_anchor, due_date)
         select name, creator, owner_id, country, 'UTC', 1, 1, 1, $2::timestamptz - interval '1 month', $2
         from company, generate_series(1, 60) where company_id = $1 returning company_id)
       insert into booking (company, kind, amount, reference, date) select company_id, 'opening', 100, 'opening', $2 from added`,
      [a, due],
    )
    const charged = async () =>
      (await sql<{ n: number }>(`select count(*)::int as n from booking where kind = 'subscription'`))[0]?.n ?? 0
    billing.setTime(due)
    const stopping = new AbortController()
    const { context } = billing.server
    const stopAfter = 20
    const feed = {
      ...context.feed,
      published: (feeds: readonly { company: number; number: number }[]) => {
        context.feed.published(feeds)
        if (feeds.some(({ company }) => company > b + stopAfter)) stopping.abort()
      },
    }
    await billCompanies({ ...context, feed }, stopping.signal)
    const before = await charged()
    expect(before).toBeGreaterThan(0)
    expect(before).toBeLessThan(61)
    await round()
    expect(await charged()).toBe(61)
    await round()
    expect(await charged()).toBe(61)
    await sql(`update company set deleted = now() where company_id > $1`, [b])
  })

  it('a clock that is moved back charges nothing twice', async () => {
    await billing.set({ balance: '100.00' })
    await roundAt('2026-12-01T00:00:00Z')
    const before = [await changes(), await billing.company()]
    for (const moment of ['2026-11-15T00:00:00Z', '2026-10-01T00:00:00Z', '2026-12-01T00:00:00Z', '2026-12-02T00:00:00Z'])
      await roundAt(moment)
    expect([await changes(), await billing.company()]).toEqual(before)
    expect(await charges()).toEqual(['-19.00'])
  })

  it('a round that comes months late charges each period that the balance pays', async () => {
    await billing.set({ balance: '50.00' })
    await roundAt('2027-03-02T00:00:00Z')
    expect(await billing.company()).toMatchObject({ balance: '12.00', due_date: date('2027-02-01T00:00:00Z'), suspended: 1 })
    expect(await charges()).toEqual(['-19.00', '-19.00'])
  })

  it.each([
    [
      'the company moves to a zone in the west',
      '2027-01-31T00:00:00.000Z',
      '2027-02-28T00:00:00.000Z',
      1,
      'America/New_York',
      '2027-03-30',
    ],
    ['the company moves from summer time', '2026-12-31T23:00:00.000Z', '2027-06-30T22:00:00.000Z', 1, 'UTC', '2027-07-31'],
    ['a period gets more months', '2026-01-31T00:00:00.000Z', '2026-10-31T00:00:00.000Z', 12, 'UTC', '2027-10-31'],
  ])('a period is never cut short: %s', (_what, anchor, begin, months, zone, due) => {
    expect(nextDue(anchor, months, begin, zone).slice(0, 10)).toBe(due)
  })
})

describe('too little money (AMB-242)', () => {
  const state = ({ suspended, enable }: Row) => [suspended, enable]

  it('suspends from day 1 and blocks from day 14; nothing is charged', async () => {
    await billing.set({ balance: '18.99' })
    expect(await dayByDay('2026-11-28', '2026-12-20', state)).toEqual([
      ['2026-11-28', [0, 1]],
      ['2026-12-02', [1, 1]],
      ['2026-12-15', [1, 0]],
    ])
    expect(await charges()).toEqual([])
    expect(await billing.company()).toMatchObject({ balance: '18.99', due_date: date('2026-12-01T00:00:00Z') })
  })

  it('KDS-21: days of reminders, suspension and block begin at midnight of the company', async () => {
    await billing.set({ timezone: 'Asia/Dubai', due_date: '2026-12-01T10:00:00Z' })
    const all = (company: Row) => [company['reminder'], ...state(company)]
    for (const [moment, expected] of [
      ['2026-12-01T19:59:59Z', [-1, 0, 1]],
      ['2026-12-01T20:00:00Z', [1, 1, 1]],
      ['2026-12-14T19:59:59Z', [7, 1, 1]],
      ['2026-12-14T20:00:00Z', [14, 1, 0]],
    ] as const) {
      await roundAt(moment)
      expect(all(await billing.company()), moment).toEqual(expected)
    }
  })

  it('paying ends a suspension at once; the period begins on the due date', async () => {
    await dayByDay('2026-12-01', '2026-12-10', state)
    await receive('18.99')
    expect(state(await billing.company())).toEqual([1, 1])
    await receive('0.01')
    expect(await billing.company()).toMatchObject({
      suspended: 0,
      enable: 1,
      reminder: null,
      balance: '0.00',
      period_start: date('2026-12-01T00:00:00Z'),
      due_date: date('2027-01-01T00:00:00Z'),
    })
  })

  it('paying ends a block at once; days on which it was blocked are not paid', async () => {
    await dayByDay('2026-12-01', '2026-12-20', state)
    expect(state(await billing.company())).toEqual([1, 0])
    await receive('19.00')
    expect(await billing.company()).toMatchObject({
      suspended: 0,
      enable: 1,
      reminder: null,
      balance: '0.00',
      period_start: date('2026-12-20T12:00:00Z'),
      due_date: date('2027-01-20T12:00:00Z'),
    })
    const before = await changes()
    await round()
    expect(await changes()).toBe(before)
  })

  /** Saves fields of the company as a platform administrator. */
  async function decide(row: Row): Promise<void> {
    const { server } = billing
    const [token, company] = [await server.signIn('platform'), server.world.a]
    const [{ revision } = {}] = await sql<{ revision: number }>('select revision from company where company_id = $1', [company])
    const tables = [{ table: 'company', row: { company_id: company, revision, ...row } }]
    expect((await server.call('Reference', 'saveData', { tables }, { token, company })).code).toBeUndefined()
  }

  it.each<[string, string, Row, unknown]>([
    ['suspended by the platform before it was overdue', '2026-11-20', { suspended: 1 }, [1, 1]],
    ['disabled by the platform before it was blocked', '2026-12-10', { enable: 0 }, [0, 0]],
    ['suspended and disabled by the platform before it was overdue', '2026-11-20', { suspended: 1, enable: 0 }, [1, 0]],
  ])('paying ends only suspensions and blocks by billing: %s', async (_what, day, row, expected) => {
    await dayByDay('2026-11-18', day, state)
    await decide(row)
    await dayByDay(day, '2026-12-20', state)
    await receive('100.00')
    expect(state(await billing.company())).toEqual(expected)
    expect(await billing.company()).toMatchObject({ reminder: null, suspended_for_bill: 0, blocked_for_bill: 0 })
  })

  it('a decision of the platform after billing suspended and blocked a company is kept when the company pays', async () => {
    await dayByDay('2026-12-01', '2026-12-20', state)
    await decide({ suspended: 0, enable: 1 })
    await decide({ suspended: 1, enable: 0 })
    await receive('100.00')
    expect(state(await billing.company())).toEqual([1, 0])
  })

  it('a decision that is undone no longer counts: paying ends the earlier suspension and block', async () => {
    await dayByDay('2026-12-01', '2026-12-20', state)
    await decide({ suspended: 0, enable: 1 })
    const { server } = billing
    const [{ change } = {}] = await sql<{ change: number }>('select max(change_id) as change from change')
    const as = { token: await server.signIn('platform'), company: server.world.a }
    expect(await server.call('Audit', 'undo', { change }, as)).toMatchObject({ status: 'OK' })
    expect(state(await billing.company())).toEqual([1, 0])
    await receive('100.00')
    expect(state(await billing.company())).toEqual([0, 1])
  })

  it('no one can save the marks that billing sets', async () => {
    const { server } = billing
    for (const login of ['platform', 'owner'])
      for (const name of ['suspended_for_bill', 'blocked_for_bill']) {
        const tables = [{ table: 'company', row: { company_id: server.world.a, [name]: 1 } }]
        const as = { token: await server.signIn(login), company: server.world.a }
        expect(await server.call('Reference', 'saveData', { tables }, as)).toMatchObject({ code: 'forbidden', field: name })
      }
    expect(await billing.company()).toMatchObject({ suspended_for_bill: 0, blocked_for_bill: 0 })
  })

  it('a save that repeats the suspended flag is not a decision', async () => {
    await dayByDay('2026-12-01', '2026-12-10', state)
    await decide({ suspended: 1, enable: 1 })
    await receive('100.00')
    expect(state(await billing.company())).toEqual([0, 1])
  })

  it('a company whose trial ends without money is suspended and blocked too, and the first period begins when it is paid', async () => {
    await billing.set({ trial: 1, period_start: null, period_anchor: null, paid_total: '0.00' })
    expect(await dayByDay('2026-11-29', '2026-12-15', ({ trial, suspended, enable }) => [trial, suspended, enable])).toEqual([
      ['2026-11-29', [1, 0, 1]],
      ['2026-12-02', [0, 1, 1]],
      ['2026-12-15', [0, 1, 0]],
    ])
    expect(await billing.bookings()).toEqual([])
    await receive('20.00')
    expect(await billing.company()).toMatchObject({
      trial: 0,
      suspended: 0,
      enable: 1,
      balance: '1.00',
      paid_total: '19.00',
      period_start: date('2026-12-15T12:00:00Z'),
      due_date: date('2027-01-15T12:00:00Z'),
    })
  })

  it('a trial that ends with money becomes a paid period', async () => {
    await billing.set({ trial: 1, period_start: null, period_anchor: null, paid_total: '0.00', balance: '19.00' })
    await roundAt('2026-12-01T00:00:00Z')
    expect(await billing.company()).toMatchObject({ trial: 0, balance: '0.00', due_date: date('2027-01-01T00:00:00Z') })
  })
})

describe('reminders', () => {
  const reminder = (row: Row) => row['reminder']

  it('come 7, 3 and 1 days before the due date and 1, 3 and 7 days after it, each once', async () => {
    await billing.set({ due_date: '2026-12-01T18:00:00Z' })
    expect(await dayByDay('2026-11-20', '2026-12-31', reminder)).toEqual([
      ['2026-11-20', null],
      ['2026-11-24', -7],
      ['2026-11-28', -3],
      ['2026-11-30', -1],
      ['2026-12-02', 1],
      ['2026-12-04', 3],
      ['2026-12-08', 7],
      // Blocked.
      ['2026-12-15', 14],
    ])
  })

  it('do not come while the balance pays the next period, also on the due day itself', async () => {
    await billing.set({ due_date: '2026-12-01T18:00:00Z', balance: '19.00' })
    expect(await dayByDay('2026-11-20', '2026-12-05', reminder)).toEqual([['2026-11-20', null]])
    expect(await charges()).toEqual(['-19.00'])
  })

  it('stop as soon as the money is there', async () => {
    await dayByDay('2026-11-20', '2026-11-29', reminder)
    expect(reminder(await billing.company())).toBe(-3)
    await receive('19.00')
    expect(reminder(await billing.company())).toBeNull()
  })
})

describe('a change that waits for the end of the subscription (AMB-176)', () => {
  beforeEach(() => billing.set({ base_tariff: 2, paid_total: '79.00', balance: '200.00' }))

  it('BILL-32: is applied on its day, once; the newest replaces the older (AMB-240)', async () => {
    const older = await billing.change(1, 2)
    const newest = await billing.change(1, 1)
    await roundAt('2026-11-30T23:59:59Z')
    expect(await billing.company()).toMatchObject({ base_tariff: 2, balance: '200.00' })
    billing.setTime('2026-12-01T00:00:00Z')
    await Promise.all([round(), round()])
    const expected = {
      base_tariff: 1,
      tariff_period: 1,
      balance: '181.00',
      paid_total: '19.00',
      limit_order: 500,
      period_start: date('2026-12-01T00:00:00Z'),
      due_date: date('2027-01-01T00:00:00Z'),
    }
    expect(await billing.company()).toMatchObject(expected)
    await round()
    expect(await billing.company()).toMatchObject(expected)
    expect(await charges()).toEqual(['-19.00'])
    expect(await billing.payment(older['payment_id'])).toMatchObject({ state: 'cancelled', date_applied: null })
    expect(await billing.payment(newest['payment_id'])).toMatchObject({ state: 'applied', date_applied: billing.now() })
  })

  it('is applied from the due date if the round comes 3 days late, at the quoted price', async () => {
    const payment = await billing.change(1, 1)
    await sql('update tariff set amount = 1000 where tariff_id = 1')
    await roundAt('2026-12-04T09:00:00Z')
    await sql('update tariff set amount = 19 where tariff_id = 1')
    expect(await billing.company()).toMatchObject({
      base_tariff: 1,
      balance: '181.00',
      suspended: 0,
      period_start: date('2026-12-01T00:00:00Z'),
      due_date: date('2027-01-01T00:00:00Z'),
    })
    expect((await billing.payment(payment['payment_id']))['state']).toBe('applied')
  })

  it('keeps waiting if the balance is too low, and is applied when it is paid', async () => {
    await billing.change(1, 1)
    await billing.set({ balance: '18.00' })
    await roundAt('2026-12-03T00:00:00Z')
    expect(await billing.company()).toMatchObject({ base_tariff: 2, suspended: 1, balance: '18.00' })
    await receive('1.00')
    expect(await billing.company()).toMatchObject({ base_tariff: 1, suspended: 0, balance: '0.00' })
  })

  it('waits on while the company has more records than the tariff allows, at the price of its current one', async () => {
    const payment = await billing.change(1, 1)
    const limit = (value: string) =>
      sql(
        `update tariff set option = (select jsonb_agg(case when e->>'field' = 'limit_merchant' then e || jsonb_build_object('value', $1::text)
           else e end) from jsonb_array_elements(option) e) where tariff_id = 1`,
        [value],
      )
    await limit('2')
    await roundAt('2026-12-01T00:00:00Z')
    await limit('')
    expect(await billing.company()).toMatchObject({ base_tariff: 2, balance: '121.00', suspended: 0 })
    expect((await billing.payment(payment['payment_id']))['state']).toBe('waiting')
    await roundAt('2027-01-01T00:00:00Z')
    expect(await billing.company()).toMatchObject({ base_tariff: 1, balance: '102.00' })
  })

  it('that was cancelled is not applied', async () => {
    await billing.owner('cancelPayment', { payment_id: (await billing.change(1, 1))['payment_id'] })
    await roundAt('2026-12-01T00:00:00Z')
    expect(await billing.company()).toMatchObject({ base_tariff: 2, balance: '121.00' })
  })
})

describe('orders', () => {
  const count = async () =>
    (
      await sql<{ value: number }>(`select value::int from usage_counter where name = 'order' and company = $1`, [
        billing.server.world.a,
      ])
    )[0]?.value
  const orders = async (many: number) => {
    const token = await billing.server.signIn('owner')
    const { merchants, userA } = billing.server.world
    const save = () =>
      billing.server.call(
        'Reference',
        'saveData',
        { tables: [{ table: 'order', row: { merchant: merchants[0], user: userA, type: 2 } }] },
        { token, company: billing.server.world.a },
      )
    for (const answer of await Promise.all(Array.from({ length: many }, save))) expect(answer.status, answer.error).toBe('OK')
  }
  beforeEach(() =>
    sql(
      `insert into usage_counter (company, name, value) values ($1, 'order', 7) on conflict (company, name) do update set value = 7`,
      [billing.server.world.a],
    ),
  )

  it('the count restarts at order_limit_date, which moves on by a month (AMB-175)', async () => {
    await billing.set({ order_limit_date: '2026-11-15T08:00:00Z' })
    await roundAt('2026-11-15T07:59:59Z')
    expect(await count()).toBe(7)
    billing.setTime('2026-11-15T08:00:00Z')
    await Promise.all([round(), round()])
    expect(await count()).toBe(0)
    expect(await billing.company()).toMatchObject({ order_limit_date: date('2026-12-15T08:00:00Z') })
    await sql(`update usage_counter set value = 3`)
    await round()
    expect(await count()).toBe(3)
    // Months without a round are skipped.
    await roundAt('2027-03-01T00:00:00Z')
    expect(await billing.company()).toMatchObject({ order_limit_date: date('2027-03-15T08:00:00Z') })
  })

  it('the count restarts on the day on which the company was created: 31 January, 28 February, 31 March', async () => {
    const [{ create } = {}] = await sql<{ create: Date }>('select "create" from company where company_id = $1', [
      billing.server.world.a,
    ])
    await billing.set({ create: '2026-12-31T09:00:00Z', order_limit_date: '2027-01-31T09:00:00Z', due_date: null })
    const dates = []
    for (const moment of ['2027-01-31T12:00:00Z', '2027-02-28T12:00:00Z', '2027-03-31T12:00:00Z', '2027-07-01T00:00:00Z']) {
      await roundAt(moment)
      dates.push(((await billing.company())['order_limit_date'] as Date).toISOString())
    }
    expect(dates.map((one) => one.slice(0, 10))).toEqual(['2027-02-28', '2027-03-31', '2027-04-30', '2027-07-31'])
    expect(dates[3]).toBe('2027-07-31T09:00:00.000Z')
    await billing.set({ create })
  })

  it('above the limit are charged once each, also while rounds run (AMB-085)', async () => {
    await billing.set({
      limit_order: 9,
      overlimit_order_price: '0.10',
      balance: '30.00',
      order_limit_date: '2027-06-01T00:00:00Z',
    })
    billing.setTime('2026-12-01T00:00:00Z')
    await Promise.all([orders(6), round(), round()])
    expect(await count()).toBe(13)
    const booked = await billing.bookings()
    expect(booked.filter(({ kind }) => kind === 'order').map(({ amount }) => amount)).toEqual([
      '-0.10',
      '-0.10',
      '-0.10',
      '-0.10',
    ])
    expect(new Set(booked.map(({ reference }) => reference)).size).toBe(booked.length)
    expect(await charges()).toEqual(['-19.00'])
    expect(await billing.company()).toMatchObject({ balance: '10.60', limit_order: 9 })
  })

  it('ten that race for the last place of the limit are all saved, and nine are charged', async () => {
    await billing.set({ limit_order: 8, overlimit_order_price: '0.10', balance: '30.00' })
    await orders(10)
    expect(await count()).toBe(17)
    expect((await billing.bookings()).filter(({ kind }) => kind === 'order').map(({ amount }) => amount)).toEqual(
      Array.from({ length: 9 }, () => '-0.10'),
    )
    expect(await billing.company()).toMatchObject({ balance: '29.10' })
  })

  it('made after the moment of the restart belong to the new month, even before the round', async () => {
    await billing.set({ limit_order: 7, overlimit_order_price: '0.10', order_limit_date: '2026-11-15T08:00:00Z' })
    billing.setTime('2026-11-15T08:00:01Z')
    await orders(2)
    expect(await billing.bookings()).toEqual([])
    await round()
    expect(await count()).toBe(2)
  })
})

describe('a company that can not be billed (AMB-243)', () => {
  const b = async () =>
    (await sql('select *, balance::text from company where company_id = $1', [billing.server.world.b]))[0] ?? {}
  const retry = async (role: 'owner-b' | 'platform') =>
    billing.server.call(
      'Company',
      'retryBilling',
      {},
      { token: await billing.server.signIn(role), company: billing.server.world.b },
    )

  it('is parked with the reason; the others finish; a retry resumes it', async () => {
    const { world } = billing.server
    await billing.set({ balance: '19.00' })
    await sql(
      `update company set base_tariff = 1, tariff_period = 1, trial = 0, enable = 1, suspended = 0, due_date = '2026-12-01T00:00:00Z',
         period_start = '2026-11-01T00:00:00Z', period_anchor = '2026-11-01T00:00:00Z' where company_id = $1`,
      [world.b],
    )
    await sql(`insert into booking (company, kind, amount, reference, date) values ($1, 'opening', 100, 'opening', now())`, [
      world.b,
    ])
    await sql(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no money today'; end $$`)
    await sql(
      `create trigger refuse before insert on booking for each row when (new.company = ${world.b}) execute function refuse()`,
    )
    await roundAt('2026-12-01T00:00:00Z')
    expect(await b()).toMatchObject({
      billing_problem: 'no money today',
      balance: '100.00',
      due_date: date('2026-12-01T00:00:00Z'),
    })
    expect(await billing.company()).toMatchObject({
      billing_problem: '',
      balance: '0.00',
      due_date: date('2027-01-01T00:00:00Z'),
    })

    // It is left out, so nothing repeats every ten minutes.
    const before = await changes()
    await round()
    expect(await changes()).toBe(before)
    expect((await retry('owner-b')).code).toBe('forbidden')
    expect((await retry('platform'))['data']).toMatchObject({ status: 'FAIL', error: 'no money today' })
    expect((await b())['billing_problem']).toBe('no money today')

    await sql('drop trigger refuse on booking')
    expect((await retry('platform'))['data']).toEqual({ status: 'OK' })
    expect(await b()).toMatchObject({ billing_problem: '', balance: '81.00', due_date: date('2027-01-01T00:00:00Z') })
    await sql('drop function refuse')
  })
})

describe('two years of a company', () => {
  it('the bookings are what the rules predict, to the cent', async () => {
    const tariffs = await sql<{ tariff_id: number } & Row>('select *, amount::text from tariff')
    const periods = await sql<{ subscribe_period_id: number } & Row>('select *, discount::float from subscribe_period')
    const termsOf = (tariff: number, period: number, addOns: string[] = []) =>
      ({
        tariff: tariffs.find(({ tariff_id }) => tariff_id === tariff),
        period: periods.find(({ subscribe_period_id }) => subscribe_period_id === period),
        addOns,
      }) as unknown as Terms
    const total = ({ tariff, period, addOns }: Terms) => periodTotal(monthlyBill({ tariff, addOns }), period)
    await sql('update company set order_limit_date = null')
    await billing.set({ balance: '3000.00' })
    const predicted: bigint[] = []
    let terms = termsOf(1, 1)
    let waiting: Terms | null = null
    let due = '2026-12-01T00:00:00.000Z'
    const wanted: Record<string, Terms> = {
      '2026-12-13': termsOf(2, 1, ['allow_ai']),
      '2027-02-02': termsOf(1, 1),
      '2027-03-20': termsOf(2, 2),
      '2027-10-05': termsOf(1, 1),
      '2028-02-29': termsOf(2, 1),
      '2028-05-11': termsOf(2, 4, ['allow_ai']),
    }
    for (let day = Date.parse('2026-11-11T06:00:00Z'); day < Date.parse('2028-11-11T06:00:00Z'); day += DAY) {
      const now = new Date(day).toISOString()
      await roundAt(now)
      while (due <= now) {
        terms = waiting ?? terms
        waiting = null
        predicted.push(-total(terms))
        // All periods of this test begin on a day that each month has.
        const next = new Date(due)
        next.setUTCMonth(next.getUTCMonth() + terms.period.month)
        due = next.toISOString()
      }
      const row = await billing.company()
      expect([now, (row['due_date'] as Date).toISOString()]).toEqual([now, due])
      const choice = wanted[now.slice(0, 10)]
      if (!choice) continue
      const moment = (name: string) => (row[name] as Date).toISOString()
      const bill = billOf(
        {
          trial: 0,
          balance: String(row['balance']),
          timezone: 'UTC',
          due_date: due,
          usedTariffs: [1, 2],
          terms,
          period_start: moment('period_start'),
          paid_total: String(row['paid_total']),
        },
        choice,
        day,
      )
      const payment = await billing.change(choice.tariff.tariff_id, choice.period.subscribe_period_id, [...choice.addOns])
      expect(payment).toMatchObject({ type: bill?.type, charge: bill?.beforeBalance, total: bill?.total })
      expect((await billing.owner('TariffUp', { order_id: payment['payment_id'] })).status).toBe('OK')
      if (bill?.type === 5) waiting = choice
      else {
        predicted.push(-parseMoney(bill?.beforeBalance ?? '0'))
        terms = choice
        waiting = null
        if (bill?.set_period === 1) {
          const next = new Date(now)
          next.setUTCMonth(next.getUTCMonth() + choice.period.month)
          due = next.toISOString()
        }
      }
    }
    const booked = (await billing.bookings()).filter(({ kind }) => kind !== 'opening').map(({ amount }) => amount)
    expect(booked).toEqual(predicted.filter((amount) => amount !== 0n).map(formatMoney))
    expect(booked.length).toBeGreaterThan(12)
    expect((await billing.company())['balance']).toBe(formatMoney(parseMoney('3000.00') + sum(predicted)))
  }, 120_000)
})
