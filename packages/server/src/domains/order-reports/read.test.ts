import type { Figures, ReportAnswer, ReportGrain, ReportName, TableResult } from '@tiffin/sdk/contract'
import { periodBounds } from '@tiffin/core/rules'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertOrder, insertRow } from '#server/test/seed'
import { startTestServer, type TestServer } from '#server/test/test-server'

let server: TestServer
const tokens: Record<string, string> = {}
let anton: number

/** Daylight saving time ends in the company's zone on October 25: from 02:00 to 03:00 twice. */
const period = { from: '2026-10-24', to: '2026-10-25' }

beforeAll(async () => {
  server = await startTestServer()
  for (const login of ['owner', 'operator', 'owner-b', 'platform']) tokens[login] = await server.signIn(login)
  const { database, world } = server
  const { a, b, merchants, courierA, statuses, merchantB, userB, statusB } = world
  anton = await insertRow(database, 'courier', { company: a, name: 'Anton', phone: '49171111111' })
  const [pizzeria, sushi, hidden] = merchants
  const orders = [
    // 02:30, planned for 30 minutes, 10 late.
    { merchant: pizzeria, time_create: '2026-10-25T00:00:00Z', time_finish: '2026-10-25T00:30:00Z', time_delivery: '2026-10-25T00:40:00Z', total: '10.10', delivery: '1.00', discount: '0.10', courier: courierA, promocode: 'TEN', promocode_amount: '1.00', order_status: statuses[8] }, // prettier-ignore
    // 02:30 again, 10 minutes early.
    { merchant: pizzeria, time_create: '2026-10-25T01:00:00Z', time_finish: '2026-10-25T01:30:00Z', time_delivery: '2026-10-25T01:20:00Z', total: '20.20', courier: courierA, promocode: 'TEN', promocode_amount: '0.50', order_status: statuses[8] }, // prettier-ignore
    // The last millisecond of October 24, cancelled.
    { merchant: sushi, time_finish: '2026-10-24T21:59:59.999Z', time_delivery: '2026-10-24T23:00:00Z', total: '30.30', discount: '5.00', courier: anton, order_status: statuses[0] }, // prettier-ignore
    // The first of October 25.
    { merchant: sushi, time_finish: '2026-10-24T22:00:00Z', total: '0.05' },
    // 23:59, 30 minutes late.
    { merchant: hidden, time_create: '2026-10-25T22:00:00Z', time_finish: '2026-10-25T22:59:00Z', time_delivery: '2026-10-25T23:29:00Z', total: '100.00', courier: anton, promocode: 'HUNDRED', promocode_amount: '9.99', order_status: statuses[8] }, // prettier-ignore
    { merchant: pizzeria, time_finish: '2026-10-25T23:00:00Z', total: '7.00' },
    { merchant: pizzeria, time_finish: '2026-10-25T12:00:00Z', total: '999.00', delete: 1 },
    { company: b, merchant: merchantB, user: userB, order_status: statusB, time_finish: '2026-10-25T12:00:00Z', total: '500.00' },
  ]
  for (const order of orders) await insertOrder(database, world, order)
})
afterAll(() => server.stop())

interface Asked {
  report?: string
  login?: string
  company?: number | null
  [option: string]: unknown
}

async function ask({ login = 'owner', company = server.world.a, ...input }: Asked) {
  const data = { report: 'orders', period, ...input }
  return server.call('Report', 'read', data, { token: tokens[login] ?? '', ...(company === null ? {} : { company }) })
}
const read = async (asked: Asked) => (await ask(asked))['data'] as ReportAnswer

const byKey = ({ rows }: Pick<ReportAnswer, 'rows'>): Record<string, Figures> =>
  Object.fromEntries(rows.map(({ key, figures }) => [key, figures]))
const figure = (answer: Pick<ReportAnswer, 'rows'>, name: string) =>
  answer.rows.map(({ key, figures }) => [key, figures[name]] as const)

describe('reports', () => {
  it('sums orders by day of the company, and revenue without cancelled ones', async () => {
    expect(await read({})).toEqual({
      status: 'OK',
      rows: [
        {
          key: '2026-10-24',
          name: null,
          figures: { orders: 1, cancelled: 1, revenue: '0.00', average: null, delivery: '0.00', discount: '0.00' },
        },
        {
          key: '2026-10-25',
          name: null,
          figures: { orders: 4, cancelled: 0, revenue: '130.35', average: '32.59', delivery: '1.00', discount: '0.10' },
        },
      ],
      totals: { orders: 5, cancelled: 1, revenue: '130.35', average: '32.59', delivery: '1.00', discount: '0.10' },
    })
  })

  it('divides any report by hour of day, which occurs twice when clocks change, and by merchant', async () => {
    expect(figure(await read({ by: 'hour' }), 'revenue')).toEqual([
      [0, '0.05'],
      [2, '30.30'],
      [23, '100.00'],
    ])
    const merchants = await read({ by: 'merchant' })
    const [pizzeria, sushi, hidden] = server.world.merchants
    expect(figure(merchants, 'revenue')).toEqual([
      [pizzeria, '30.30'],
      [sushi, '0.05'],
      [hidden, '100.00'],
    ])
    expect(merchants.rows[0]?.name).toEqual({ en: 'Pizzeria' })
    expect(byKey(await read({ report: 'planned-actual', by: 'day' }))).toEqual({
      '2026-10-24': { delivered: 0, planned: null, actual: null, lateness: null, late: null },
      '2026-10-25': { delivered: 3, planned: '39.7', actual: '49.7', lateness: '13.3', late: '66.7' },
    })
  })

  it('KDS-19: compares planned with actual time by merchant', async () => {
    const [pizzeria, sushi, hidden] = server.world.merchants
    expect(await read({ report: 'planned-actual' })).toMatchObject({
      rows: [
        { key: pizzeria, figures: { delivered: 2, planned: '30.0', actual: '30.0', lateness: '5.0', late: '50.0' } },
        { key: hidden, figures: { delivered: 1, planned: '59.0', actual: '89.0', lateness: '30.0', late: '100.0' } },
        // Its only order was cancelled.
        { key: sushi, figures: { delivered: 0, planned: null, actual: null, lateness: null, late: null } },
      ],
      totals: { delivered: 3, planned: '39.7', actual: '49.7', lateness: '13.3', late: '66.7' },
    })
  })

  it('sums couriers, with their names, and orders without one', async () => {
    const { rows } = await read({ report: 'couriers' })
    expect(rows.map(({ key, name, figures: { orders, cancelled, revenue } }) => [key, name, orders, cancelled, revenue])).toEqual(
      [
        [server.world.courierA, 'Carl', 2, 0, '30.30'],
        [anton, 'Anton', 2, 1, '100.00'],
        [0, null, 1, 0, '0.05'],
      ],
    )
  })

  it('sums promo codes', async () => {
    const { rows, totals } = await read({ report: 'promo' })
    expect(rows.map(({ key, figures }) => [key, figures['orders'], figures['promocode_amount'], figures['average']])).toEqual([
      ['TEN', 2, '1.50', '15.15'],
      ['HUNDRED', 1, '9.99', '100.00'],
    ])
    expect(totals['promocode_amount']).toBe('11.49')
  })

  it('compares with as many days before', async () => {
    const day = { from: '2026-10-26', to: '2026-10-26' }
    expect(await read({ period: day, compare: true })).toMatchObject({
      rows: [{ key: '2026-10-26', figures: { orders: 1, revenue: '7.00' } }],
      totals: { orders: 1, revenue: '7.00' },
      before: {
        period: { from: '2026-10-25', to: '2026-10-25' },
        rows: [{ key: '2026-10-25', figures: { orders: 4, revenue: '130.35' } }],
        totals: { orders: 4, revenue: '130.35' },
      },
    })
    const empty = { orders: 0, cancelled: 0, revenue: '0.00', average: null, delivery: '0.00', discount: '0.00' }
    expect(await read({ period: { from: '2020-01-01', to: '2020-01-31' }, compare: true })).toMatchObject({
      rows: [],
      totals: empty,
      before: { period: { from: '2019-12-01', to: '2019-12-31' }, rows: [], totals: empty },
    })
  })
})

/** Revenue of the rows that the list finds, in cents. */
async function listed(search: object[]): Promise<{ orders: number; cents: number }> {
  const tables = [{ table: 'order', mode: 'report', include: ['total', 'order_status'], search, limit: [0, 1000] }]
  const answer = await server.call('Reference', 'getData', { tables }, { token: tokens['owner'] ?? '', company: server.world.a })
  const rows = (answer['data'] as Record<string, TableResult>)['order']?.data ?? []
  const kept = rows.filter((row) => row['order_status'] !== server.world.statuses[0])
  return { orders: rows.length, cents: kept.reduce((sum, row) => sum + Math.round(Number(row['total']) * 100), 0) }
}

describe('a bar and its rows', () => {
  /** The bounds of October 24 to 26 in each zone, typed by hand. */
  const zones = [
    ['Europe/Berlin', { '2026-10-24': ['2026-10-23T22:00:00Z', '2026-10-24T21:59:59.999Z'], '2026-10-25': ['2026-10-24T22:00:00Z', '2026-10-25T22:59:59.999Z'], '2026-10-26': ['2026-10-25T23:00:00Z', '2026-10-26T22:59:59.999Z'] }], // prettier-ignore
    ['Asia/Kathmandu', { '2026-10-24': ['2026-10-23T18:15:00Z', '2026-10-24T18:14:59.999Z'], '2026-10-25': ['2026-10-24T18:15:00Z', '2026-10-25T18:14:59.999Z'], '2026-10-26': ['2026-10-25T18:15:00Z', '2026-10-26T18:14:59.999Z'] }], // prettier-ignore
  ] as const
  const days = { from: '2026-10-24', to: '2026-10-26' }

  it.each(zones)('in %s, add up to the cent at every grain', async (zone, bounds) => {
    const { database, world } = server
    await database.asOwner('update company set timezone = $1 where company_id = $2', [zone, world.a])
    try {
      const all = [bounds['2026-10-24'][0], bounds['2026-10-26'][1]]
      const due = { key: 'time_finish', op: 'between', prm: all }
      const conditions: Record<ReportGrain, (key: number | string) => object[]> = {
        day: (key) => [{ ...due, prm: bounds[key as keyof typeof bounds] }],
        hour: (key) => [due, { key: 'hour', op: 'in', prm: [key] }],
        merchant: (key) => [due, { key: 'merchant', op: 'in', prm: [key] }],
      }
      for (const grain of ['day', 'hour', 'merchant'] as const) {
        const { rows, totals } = await read({ period: days, by: grain })
        expect(totals).toMatchObject({ orders: 6, revenue: '137.35' })
        expect(rows.length).toBeGreaterThan(1)
        for (const { key, figures } of rows) {
          const found = await listed(conditions[grain](key))
          expect([grain, key, figures['orders'], figures['revenue']]).toEqual([grain, key, found.orders, (found.cents / 100).toFixed(2)]) // prettier-ignore
        }
      }
      const hours = figure(await read({ period: days, by: 'hour' }), 'orders')
      // 21:59:59.999Z is 03:44 in Kathmandu.
      if (zone === 'Asia/Kathmandu') expect(hours).toEqual([[3, 2], [4, 2], [6, 1], [7, 1]]) // prettier-ignore
    } finally {
      await database.asOwner('update company set timezone = $1 where company_id = $2', ['Europe/Berlin', world.a])
    }
  })

  it('by hour are found on the whole platform too, each order in the time of its company', async () => {
    await server.database.asOwner('update company set timezone = $1 where company_id = $2', ['Asia/Kathmandu', server.world.b])
    const { rows } = await read({ login: 'platform', company: null, by: 'hour' })
    // 12:00Z is 17:45 in Kathmandu.
    expect(rows.find(({ key }) => key === 17)?.figures).toMatchObject({ orders: 1, revenue: '500.00' })
  })
})

describe('sums by day', () => {
  const build = () => server.database.asOwner('select build_order_days($1)', [server.world.a])
  const drop = () => server.database.asOwner('delete from order_day_build')
  /** Figures and sums of the list, as both are read from the sums by day. */
  const both = async (asked: Asked) => {
    const { login = 'owner', period: days, search = [], ...input } = asked
    const bounds = days as { from: string; to: string } | undefined
    const due = bounds ? [{ key: 'time_finish', op: 'between', prm: periodBounds(bounds, 'Europe/Berlin') }] : []
    const list = { table: 'order', mode: 'report', include: ['order_id'], limit: [0, 1], search: [...(search as object[]), ...due], statistic: ['total', 'discount', 'bonus', 'promocode_amount'] } // prettier-ignore
    const answer = await server.call(
      'Reference',
      'getData',
      { tables: [list] },
      { token: tokens[login] ?? '', company: server.world.a },
    )
    const { count, statistic } = (answer['data'] as Record<string, TableResult>)['order'] ?? {}
    return { report: await read({ ...input, login, period: days, search }), list: { count, statistic } }
  }
  const whole = { period }
  const asked = (): Asked[] => {
    const [pizzeria, sushi] = server.world.merchants
    return [
      whole,
      { period: undefined },
      { ...whole, by: 'merchant' },
      { ...whole, report: 'merchants', compare: true },
      { period: { from: '2026-10-26', to: '2026-10-26' }, compare: true },
      { period: { from: '2020-01-01', to: '2020-01-31' }, compare: true },
      { ...whole, search: [{ key: 'merchant', op: 'in', prm: [sushi] }] },
      { ...whole, search: [{ key: 'order_status', op: 'notin', prm: [server.world.statuses[0]] }, { key: 'merchant', prm: pizzeria }] }, // prettier-ignore
      { ...whole, login: 'operator', report: 'merchants' },
    ]
  }

  it('have the same figures as the orders, also after changes that are not folded', async () => {
    const { database, world } = server
    await drop()
    const scanned = await Promise.all(asked().map(both))
    await build()
    expect(await Promise.all(asked().map(both))).toEqual(scanned)
    const order = await insertOrder(database, world, { time_finish: '2026-10-25T12:00:00Z', total: '1.11' })
    const now = await Promise.all(asked().map(both))
    expect(now[0]?.report.totals).toMatchObject({ orders: 6, revenue: '131.46' })
    await drop()
    expect(await Promise.all(asked().map(both))).toEqual(now)
    await database.asOwner('delete from "order" where order_id = $1', [order])
  })

  it('are read unless the report has another search, another time zone, or the whole platform', async () => {
    await build()
    // A wrong sum shows where it is read.
    await server.database.asOwner('update order_day set total = total + 1000')
    for (const item of asked().filter(({ period: days }) => days === period)) {
      const { report, list } = await both(item)
      expect(Number(report.totals['revenue'])).toBeGreaterThan(1000)
      expect(Number((list.statistic as Record<string, string>)['total'])).toBeGreaterThan(1000)
    }
    const { world } = server
    const others: Asked[] = [
      { ...whole, search: [{ key: 'courier', op: 'in', prm: [world.courierA] }] },
      { ...whole, search: [{ key: 'delete', prm: 0 }] },
      { ...whole, search: [{ text: 'Lindenallee' }] },
    ]
    for (const other of others) {
      const { report, list } = await both(other)
      expect(Number(report.totals['revenue'])).toBeLessThan(1000)
      expect(Number((list.statistic as Record<string, string>)['total'])).toBeLessThan(1000)
    }
    expect(Number((await read({ ...whole, by: 'hour' })).totals['revenue'])).toBeLessThan(1000)
    const platform = await read({ ...whole, login: 'platform', company: null })
    expect(Number(platform.totals['revenue'])).toBeLessThan(1000)
    await server.database.asOwner(`update order_day_build set timezone = 'UTC'`)
    expect((await read(whole)).totals).toMatchObject({ revenue: '130.35' })
    await drop()
  })
})

describe('rights of reports', () => {
  it('PERM-13 PERM-15: operators get the merchants of their report, owners and the platform all', async () => {
    const { merchants } = server.world
    const operator = await read({ login: 'operator', report: 'merchants' })
    expect(figure(operator, 'revenue')).toEqual([
      [merchants[0], '30.30'],
      [merchants[1], '0.05'],
    ])
    expect(operator.totals).toMatchObject({ orders: 4, revenue: '30.35' })
    expect((await read({ report: 'merchants' })).rows).toHaveLength(3)
    const platform = { login: 'platform', company: null }
    expect((await read({ ...platform, timezone: 'Europe/Berlin' })).totals).toMatchObject({ orders: 6, revenue: '630.35' })
    // Days of UTC end later.
    expect((await read(platform)).totals).toMatchObject({ orders: 7, revenue: '637.35' })
    const boardOnly = JSON.stringify([{ user: server.world.operatorA, access: [0, 2, 0, 2] }])
    const [before] = await server.database.asOwner<{ access: object }>('select access from merchant where merchant_id = $1', [merchants[0]]) // prettier-ignore
    await server.database.asOwner('update merchant set access = $1 where merchant_id = $2', [boardOnly, merchants[0]])
    const token = await server.signIn('operator')
    const limited = await server.call('Report', 'read', { report: 'merchants', period }, { token, company: server.world.a })
    expect(figure(limited['data'] as ReportAnswer, 'revenue')).toEqual([[merchants[1], '0.05']])
    await server.database.asOwner('update merchant set access = $1 where merchant_id = $2', [
      JSON.stringify(before?.access),
      merchants[0],
    ])
  })

  it('amounts of several currencies are not added up: each has its own sums', async () => {
    const { database, world } = server
    const platform = { login: 'platform', company: null, timezone: 'Europe/Berlin' }
    const euros = { currency: 'EUR', totals: { revenue: '630.35' } }
    expect(await read(platform)).toMatchObject({ totals: { revenue: '630.35' }, currencies: [euros] })
    const georgia = await insertRow(database, 'country', {
      country_id: 70,
      alpha2: 'GE',
      currency_code: 'GEL',
      currency_symbol: '₾',
    })
    const put = (country: number) => database.asOwner('update company set country = $1 where company_id = $2', [country, world.b])
    await put(georgia)
    const { rows, totals, currencies, before } = await read({ ...platform, compare: true })
    const sums = { orders: 6, cancelled: 1, revenue: null, average: null, delivery: null, discount: null }
    expect(totals).toEqual(sums)
    expect(currencies).toMatchObject([
      { currency: 'EUR', totals: { orders: 5, revenue: '130.35', average: '32.59' } },
      { currency: 'GEL', totals: { orders: 1, revenue: '500.00', average: '500.00' } },
    ])
    expect(before).toMatchObject({ rows: [], currencies: [] })
    expect(rows.map(({ key, currency, figures: { revenue } }) => [key, currency, revenue])).toEqual([
      ['2026-10-24', 'EUR', '0.00'],
      ['2026-10-25', undefined, null],
    ])
    const merchants = await read({ ...platform, report: 'merchants' })
    expect(merchants.rows.map(({ key, currency, figures: { revenue } }) => [key, currency, revenue])).toContainEqual([
      world.merchantB,
      'GEL',
      '500.00',
    ])
    expect(await read({ login: 'owner-b', company: world.b })).not.toHaveProperty('currencies')
    await put(1)
  })

  it('GATE-10: without the option they are refused', async () => {
    const put = (value: number) =>
      server.database.asOwner('update company set allow_report = $1 where company_id = $2', [value, server.world.a])
    await put(0)
    const token = await server.signIn('owner')
    const refused = await server.call('Report', 'read', { report: 'orders', period }, { token, company: server.world.a })
    expect(refused).toMatchObject({ code: 'option_required' })
    await put(1)
  })

  it('finds nothing of another company by its merchant', async () => {
    const search = [{ key: 'merchant', op: 'in', prm: [server.world.merchantB] }]
    expect(await read({ search, report: 'merchants' })).toMatchObject({ rows: [], totals: { orders: 0, revenue: '0.00' } })
    expect(await ask({ login: 'owner-b', report: 'merchants' })).toMatchObject({ status: 'FAIL' })
  })

  it.each<[string, Asked, string]>([
    ['a reversed period', { period: { from: '2026-10-25', to: '2026-10-24' } }, 'invalid_value'],
    ['a comparison without a period', { period: undefined, compare: true }, 'invalid_value'],
    ['a day that does not exist', { period: { from: '2026-02-30', to: '2026-03-01' } }, 'invalid_value'],
    ['a day before the calendar', { period: { from: '0000-01-01', to: '2026-03-01' } }, 'invalid_value'],
    ['thousands of years to compare', { period: { from: '1000-01-01', to: '9999-12-30' }, compare: true }, 'invalid_value'],
    ['an unknown report', { report: 'secrets' }, 'invalid_value'],
    ['the name of a built-in property', { report: 'constructor' }, 'invalid_value'],
    ['an unknown grain', { by: 'minute' }, 'invalid_value'],
    ['an unknown field', { search: [{ key: 'password', prm: 'x' }] }, 'unknown_field'],
    ['a built-in property as a field', { search: [{ key: 'constructor', prm: 1 }] }, 'unknown_field'],
    ['an hour that is a text', { search: [{ key: 'hour', prm: "1'; drop table x" }] }, 'invalid_value'],
  ])('refuse %s', async (_what, asked, code) => {
    expect(await ask(asked)).toMatchObject({ status: 'FAIL', code })
  })

  it.each<ReportName>(['orders', 'couriers', 'merchants', 'promo', 'planned-actual'])(
    '%s answers for ten years',
    async (report) => {
      const answer = await read({ report, period: { from: '2017-01-01', to: '2026-12-31' }, compare: true })
      expect(answer.before?.period).toEqual({ from: '2007-01-02', to: '2016-12-31' })
    },
  )
})

describe('the city of an order', () => {
  it('is that of its merchant, and only cities with merchants are offered', async () => {
    const { database, world } = server
    const [here, empty] = [await insertRow(database, 'city', { country: 1 }), await insertRow(database, 'city', { country: 1 })]
    const address = JSON.stringify({ coords: null, city: here, address: '', info: {} })
    await database.asOwner('update merchant set address = $1 where merchant_id = $2', [address, world.merchants[1]])
    const search = [{ key: 'city', op: 'in', prm: [here] }]
    expect((await read({ search })).totals).toMatchObject({ orders: 2, revenue: '0.05' })
    expect((await listed(search)).orders).toBe(2)
    const tables = [{ table: 'city', include: ['city_id'], search: [{ key: 'has_merchants', prm: 1 }, { key: 'city_id', op: 'in', prm: [here, empty] }] }] // prettier-ignore
    const offered = await server.call('Reference', 'getData', { tables }, { token: tokens['platform'] ?? '' })
    expect((offered['data'] as Record<string, TableResult>)['city']?.data.map((row) => row['city_id'])).toEqual([here])
  })
})
