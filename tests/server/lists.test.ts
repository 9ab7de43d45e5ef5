import { type Actor, readableFields } from '@tiffin/core/rules'
import { listQuery, type Row, screenIn, screens } from '@tiffin/core/screens'
import { type Entity, entities } from '@tiffin/sdk/contract'
import { insertOrder, insertRow, startTestServer, type TestServer } from '@tiffin/server/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as lists from '../fixtures/lists.ts'
import { reportRows } from '../fixtures/reports.ts'
import type { Area } from '../fixtures/screens.ts'

// Requests each list over HTTP with the console's own query, and checks the rows.
const timezone = 'Europe/Berlin'
const now = Date.parse('2026-11-20T12:00:00Z')

let server: TestServer
const tokens = new Map<Area, string>()
/** Keys by row name. */
const known = new Map<string, number>()
beforeAll(async () => {
  server = await startTestServer()
  const { database, world } = server
  await database.asOwner(
    'update company set allow_courier_app = 1, allow_banner = 1, allow_mailing = 1, allow_push = 1, allow_promocode = 1, allow_report = 1',
  )
  tokens.set('company', await server.signIn('owner'))
  tokens.set('administrator', await server.signIn('platform'))
  const { a, b } = world
  known.set('A', a).set('B', b).set('Germany', 1).set('Anna', world.userA).set('Boris', world.userB)
  known.set('Estonia', await insertRow(database, 'country', { country_id: 2, alpha2: 'EE', name: { en: 'Estonia' } }))
  known.set('Nina', await insertRow(database, 'user', { company: a, name: 'Nina' }))
  known.set('Cooking', await insertRow(database, 'order_status', { company: a, value: { en: 'Cooking' }, status: 4 }))
  known
    .set('Carl', world.courierA)
    .set('second merchant', world.merchants[1])
    .set('merchant of B', world.merchantB)
    .set('status of B', world.statusB)
  for (const [name, company] of [
    ['grill type', a],
    ['green type', a],
    ['beta type', b],
  ] as const)
    known.set(name, await insertRow(database, 'merchant_type', { company, type: { en: name } }))
})
afterAll(() => server.stop())

const keyed = (value: unknown): unknown => (typeof value === 'string' ? (known.get(value) ?? value) : value)
const withKeys = (values: Row): Row => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, keyed(value)]))

/** The names of the rows in list order, and the rows. */
async function ask(expected: lists.ExpectedRows, ids: ReadonlyMap<number, string>, asked: lists.ListAddress) {
  const { area = 'company', search = '', filters = {}, sort } = asked
  const path = expected[area] ?? ''
  const screen = screenIn(screens, path)
  if (!screen) throw new Error(`no screen at ${path}`)
  const { world } = server
  const company = area === 'company' ? world.a : 0
  const actor = { admin_id: 0, merchants: new Map<number, readonly number[]>(), dictionary_edit: [] }
  const person: Actor =
    area === 'company'
      ? { ...actor, role: 2, company: world.a, company_role: 1 }
      : { ...actor, role: 1, company: null, company_role: null }
  const query = listQuery(
    screen,
    {
      search,
      filters: Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, String(keyed(value))])),
      sort: sort ? { field: sort.replace('-', ''), dir: sort.startsWith('-') ? 'desc' : 'asc' } : screen.order,
      page: 1,
      size: 100,
    },
    { now, timezone, columns: screen.columns, readable: readableFields(person, screen.entity) },
  )
  const answer = await server.call('Reference', 'getData', { tables: [query] }, { token: tokens.get(area), company })
  expect(answer.status, answer.error).toBe('OK')
  const rows = (answer['data'] as Record<string, { data: Row[] }>)[expected.table]?.data ?? []
  const ours = rows.filter((row) => ids.has(row[screen.entity.key] as number))
  return { names: ours.map((row) => ids.get(row[screen.entity.key] as number)), rows: ours, columns: screen.columns }
}

const auditLog: lists.ExpectedRows = { administrator: '/Administrator/Audit', table: 'audit', rows: {}, shows: [] }

describe('lists', () => {
  it.each([
    ['NAV-18 NAV-53 COUR-02 COUR-03 LIST-08: couriers, across companies and of one', lists.couriers],
    ['REF-18 NAV-19: courier statuses', lists.courierStatuses],
    ['NAV-32 NAV-52 PAY-01 PAY-02: payment types, across companies and of one', lists.paymentTypes],
    ['MAIL-01 NAV-37 NAV-54: mailings, by text and by company', lists.mailings],
    ['CAT-01 NAV-29 NAV-47: categories', lists.categories],
    ['TAG-01 NAV-31 NAV-48 LIST-01 LIST-07: cuisines', lists.cuisines],
    ['USER-01 USER-02 NAV-30 NAV-46 LIST-06: customers', lists.customers],
    ['PROMO-01 PROMO-02 NAV-35 NAV-55: promo codes', lists.promoCodes],
    ['NAV-57: banners', lists.banners],
    ['REF-10 NAV-34 NAV-50: order paths', lists.orderPaths],
    ['MERCH-01 MERCH-03 MERCH-13 NAV-25 NAV-51: merchants', lists.merchants],
    ['PUSH-01 PUSH-02 PUSH-08 NAV-36 NAV-56: push messages', lists.messages],
    ['PAY-10 PAY-11 PAY-12 NAV-39 KDS-21: payments', lists.payments],
    ['REPORT-01 REPORT-02 REPORT-10 NAV-38 NAV-60: orders of the report', reportRows],
    ['DICT-01 NAV-28: texts', lists.texts],
    ['REF-17 NAV-27: cities', lists.cities],
    ['TARIFF-01 NAV-41: tariffs', lists.tariffs],
  ] as const)('%s: show the requested rows, in order, with their values', async (_title, expected: lists.ExpectedRows) => {
    const { database, world } = server
    const entity: Entity = entities[expected.table]
    const own = 'company' in entity.fields ? { company: 'A' } : {}
    const ids = new Map<number, string>()
    for (const [name, values] of Object.entries(expected.rows)) {
      const row = withKeys({ ...own, ...values })
      const isOrder = expected.table === 'order'
      ids.set(await (isOrder ? insertOrder(database, world, row) : insertRow(database, expected.table, row)), name)
    }

    const [first] = expected.shows
    const { rows, columns } = await ask(expected, ids, expected.administrator ? { ...first?.[0], area: 'administrator' } : {})
    expect(rows).toHaveLength(ids.size)
    for (const row of rows) {
      const values = expected.rows[ids.get(row[entity.key] as number) ?? ''] ?? {}
      const shown = Object.entries(withKeys(values)).filter(([name]) => columns.includes(name))
      expect(row).toMatchObject(Object.fromEntries(shown))
      const company = row['company'] === world.b ? 'Beta' : 'Alpha'
      if (expected.companyName) expect(row).toMatchObject({ company_obj: { name: { en: company } } })
    }
    for (const [asked, names] of expected.shows)
      expect((await ask(expected, ids, asked)).names, JSON.stringify(asked)).toEqual(names)
  })

  it('PAY-15: the sum of the payments is that of the amounts of all found rows, not of one page', async () => {
    const { database, world } = server
    for (const amount of ['20.50', '-4.25', '0.00'])
      await insertRow(database, 'payment', { company: world.b, type: 2, bill: '100.00', date: '2025-05-05T10:00:00Z', amount })
    const sumOf = async (filters: Record<string, string>) => {
      const screen = screenIn(screens, '/Administrator/Report/Payments')
      if (!screen) throw new Error('no payments')
      const address = {
        search: '',
        filters: { ...filters, date: '2025-05-01..2025-05-31' },
        sort: screen.order,
        page: 1,
        size: 1,
      }
      const readable = new Set(Object.keys(screen.entity.fields))
      const query = listQuery(screen, address, { now, timezone, columns: screen.columns, readable })
      const session = { token: tokens.get('administrator'), company: 0 }
      const answer = await server.call('Reference', 'getData', { tables: [query] }, session)
      return (answer['data'] as { payment: { statistic: unknown } }).payment.statistic
    }
    expect(await sumOf({})).toEqual({ amount: '16.25' })
    expect(await sumOf({ action: 'write-off' })).toEqual({ amount: '-4.25' })
    expect(await sumOf({ company: String(world.a) })).toEqual({ amount: '0.00' })
  })

  it('AUDIT-01 AUDIT-02 AUDIT-03 AUDIT-05 NAV-40: audit log by action, user and period', async () => {
    const { database, world } = server
    const change = (area: Area, method: string, query: object) =>
      server.call(
        'Reference',
        method,
        { tables: [{ table: 'cuisine', ...query }] },
        { token: tokens.get(area), company: world.a },
      )
    const last = async () =>
      (await database.asOwner<{ id: number }>('select max(audit_id)::int as id from audit_row'))[0]?.id ?? 0
    const ids = new Map<number, string>()
    const made = await change('company', 'saveData', { id: 0, row: { name: { en: 'Thai' } } })
    ids.set(await last(), 'made')
    const { rows } = (made['data'] as { cuisine: { rows: { data: Row }[] } }).cuisine
    const id = rows[0]?.data['cuisine_id']
    await change('administrator', 'saveData', { id, row: { comment: { en: 'Hot' } } })
    ids.set(await last(), 'changed')
    await change('company', 'deleteData', { id })
    ids.set(await last(), 'deleted')
    expect(ids.size).toBe(3)
    const days = { made: '2026-11-18T22:30:00Z', changed: '2026-11-18T23:30:00Z', deleted: '2026-11-20T10:00:00Z' }
    for (const [key, name] of ids)
      await database.asOwner('update audit_row set at = $1 where audit_id = $2', [days[name as keyof typeof days], key])
    const all = { date: 'all' }
    for (const [asked, names] of [
      [{ filters: all }, ['deleted', 'changed', 'made']],
      // By default the last two days (AUDIT-03).
      [{}, ['deleted', 'changed']],
      [{ filters: { date: '2026-11-19..2026-11-19' } }, ['changed']],
      [{ filters: { date: '2026-11-18..2026-11-18' } }, ['made']],
      [{ filters: { ...all, action: 'Create' } }, ['made']],
      [{ filters: { ...all, action: 'Update' } }, ['changed']],
      [{ filters: { ...all, action: 'Delete' } }, ['deleted']],
      [{ filters: { ...all, user_login: 'plat' } }, ['changed']],
      [{ filters: { ...all, user_login: 'owner' } }, ['deleted', 'made']],
      [{ filters: { ...all, user_login: 'nobody' } }, []],
      [{ filters: all, sort: 'date' }, ['made', 'changed', 'deleted']],
      [{ filters: all, search: 'petra' }, ['changed']],
    ] as const)
      expect((await ask(auditLog, ids, { area: 'administrator', ...asked })).names, JSON.stringify(asked)).toEqual(names)
    const { rows: shown } = await ask(auditLog, ids, { area: 'administrator', filters: all })
    expect(shown).toMatchObject([
      {
        audit_id: await last(),
        action: 'Delete',
        table: 'cuisine',
        user_login: 'owner',
        user_name: expect.stringContaining('Olga') as string,
        date: '2026-11-20T10:00:00.000Z',
        data: { before: { name: { en: 'Thai' } }, after: null },
      },
      { action: 'Update', table: 'cuisine', user_login: 'platform', user_name: 'Petra' },
      { action: 'Create', table: 'cuisine', user_login: 'owner' },
    ])
  })
})
