import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import { type ExportParams, exportParamsSchema } from '@tiffin/sdk/contract'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { read, type WorkBook } from 'xlsx'
import { type Answer, type CallOptions, startTestServer, type TestServer } from '#server/test/test-server'
import { actorsOf, insertOrder, insertRow } from '#server/test/seed'
import { checkExport, openExport } from './open-export.ts'
import { createWorkbook } from './workbook.ts'
import { createCells } from './cells.ts'
import { fullRunOnly } from '#server/test/full'

let server: TestServer
const tokens = new Map<string, string>()
const tokenOf = (login: string): string => tokens.get(login) as string

beforeAll(async () => {
  server = await startTestServer()
  await server.database.asOwner('update company set allow_promocode = 1, allow_banner = 1')
  for (const login of ['owner', 'operator', 'owner-b', 'platform']) tokens.set(login, await server.signIn(login))
})
afterAll(() => server.stop())

const ask = (login: string, params: ExportParams, options: CallOptions = {}): Promise<Answer> =>
  server.call('Export', 'ticket', { params }, { token: tokenOf(login), ...options })

async function ticketOf(login: string, params: ExportParams, options: CallOptions = {}): Promise<string> {
  const answer = await ask(login, params, options)
  expect(answer).toMatchObject({ status: 'OK' })
  return (answer['data'] as { ticket: string }).ticket
}

const fetchSheet = (login: string, ticket: string, query: Record<string, string> = {}, signal?: AbortSignal) =>
  fetch(`${server.url}/api?${new URLSearchParams({ api: 'Export', method: 'Excel', token: ticket, ...query }).toString()}`, {
    headers: { authorization: `Bearer ${tokenOf(login)}` },
    ...(signal ? { signal } : {}),
  })

const refusalOf = async (response: Response): Promise<unknown> => ((await response.json()) as { code: string }).code

async function exported(login: string, params: ExportParams, options: CallOptions = {}): Promise<WorkBook> {
  const response = await fetchSheet(login, await ticketOf(login, params, options))
  expect(response.headers.get('content-type')).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  return read(new Uint8Array(await response.arrayBuffer()), { dense: true, cellNF: true })
}

interface Cell {
  t: string
  v: unknown
  z?: string
}

/** The contents of a sheet, row by row: type and value of each cell. */
const cellsOf = (book: WorkBook, index = 0): string[][] =>
  dataOf(book, index).map((row) => Array.from(row ?? [], (cell) => (cell ? `${cell.t} ${String(cell.v)}` : '')))

function dataOf(book: WorkBook, index = 0): (Cell | undefined)[][] {
  return book.Sheets[book.SheetNames[index] ?? '']?.['!data'] as unknown as (Cell | undefined)[][]
}

const couriers = (more: Partial<ExportParams['tables'][number]> = {}): ExportParams['tables'] => [
  { table: 'courier', order: [{ field: 'courier_id' }], ...more },
]

describe('API-24: sheet', () => {
  it('API-24, LIST-03: writes each kind of field in its form, joined rows by name, words for choices, and the filters above', async () => {
    const { world, database } = server
    const order = await insertOrder(database, world, {
      total: '1234.5',
      // Half past midnight of the next day in Berlin, where the company is.
      time_create: '2026-07-01T22:30:00.000Z',
      comment: 'no onions',
      paid: 1,
    })
    const book = await exported('owner', {
      tables: [{ table: 'order', search: [{ key: 'order_id', prm: order }] }],
      columns: [
        'order_id',
        { field: 'total', title: 'Total' },
        'time_create',
        { field: 'user', title: 'Customer' },
        'user.phone',
        'order_status',
        { field: 'paid', title: 'Paid', words: { 0: 'No', 1: 'Yes' } },
        'paid',
        'courier',
        'comment',
      ],
      title: 'Orders',
      filters: ['Number: 1', '=HYPERLINK("x")'],
    })
    expect(book.SheetNames).toEqual(['Orders'])
    expect(cellsOf(book)).toEqual([
      ['s Orders', 's Number: 1', `s '=HYPERLINK("x")`],
      ['order_id', 'Total', 'time_create', 'Customer', 'user.phone', 'order_status', 'Paid', 'paid', 'courier', 'comment'].map(
        (title) => `s ${title}`,
      ),
      [`n ${order}`, 'n 1234.5', 'n 46205.02083333333', 's Anna', 's 49301234567', 's New', 's Yes', 'n 1', '', 's no onions'],
    ])
    const line = dataOf(book)[2] ?? []
    expect([1, 2, 3].map((at) => line[at]?.z)).toEqual(['#,##0.00', 'yyyy\\-mm\\-dd\\ hh:mm:ss', '@'])
    expect(book.Sheets['Orders']?.['!autofilter']).toEqual({ ref: 'A2:J3' })
  })

  it('API-24: writes reference lists by name, texts in the reader’s language, and one sheet for each table', async () => {
    const { world, database } = server
    await database.asOwner(`update merchant set name = '{"en": "Pizzeria", "ru": "Пиццерия"}' where merchant_id = $1`, [
      world.merchants[0],
    ])
    const promo = await insertRow(database, 'promocode', {
      company: world.a,
      merchant: [world.merchants[0], world.merchants[1]],
    })
    const params: Parameters<typeof exported>[1] = {
      tables: [
        { table: 'promocode', search: [{ key: 'promocode_id', prm: promo }] },
        { table: 'merchant', include: ['merchant_id', 'name'], order: [{ field: 'merchant_id' }], limit: [0, 1] },
      ],
      columns: ['merchant'],
      title: 'a/b:c',
    }
    const book = await exported('owner', params, { lang: 'ru' })
    expect(book.SheetNames).toEqual(['a b c', 'merchant'])
    expect(cellsOf(book)).toEqual([['s a/b:c'], ['s merchant'], ['s Пиццерия, Sushi']])
    expect(cellsOf(book, 1)[2]).toEqual([`n ${world.merchants[0]}`, 's Пиццерия'])
    expect(cellsOf(await exported('owner', params, { lang: 'ar' }))[2]).toEqual(['s Pizzeria، Sushi'])
  })

  it('API-24 LIST-08: writes times of several companies in the time zone of the screen, not only in UTC', async () => {
    const order = await insertOrder(server.database, server.world, { time_create: '2026-07-01T22:30:00.000Z' })
    const params = { tables: [{ table: 'order', search: [{ key: 'order_id', prm: order }] }], columns: ['time_create'] }
    const shown = async (more: object): Promise<string | undefined> =>
      cellsOf(await exported('platform', { ...params, ...more }))[2]?.[0]
    expect(await shown({})).toBe('n 46204.9375')
    expect(await shown({ timezone: 'Asia/Tokyo' })).toBe('n 46205.3125')
    expect(await ask('platform', { ...params, timezone: 'Asia/Atlantis' })).toMatchObject({ code: 'invalid_value' })
  })

  it('API-24, DICT-03: writes the dictionary with a column for each language', async () => {
    const { database } = server
    await insertRow(database, 'dictionary', { application: 'sheets', texts: { en: 'Export', ru: 'Экспорт' } })
    const tables = [{ table: 'dictionary', search: [{ key: 'application', prm: 'sheets' }] }]
    const book = await exported('platform', { tables, columns: ['en', 'ru', { field: 'de', title: 'Deutsch' }] }, { company: 0 })
    expect(cellsOf(book).slice(1)).toEqual([
      ['s en', 's ru', 's Deutsch'],
      ['s Export', 's Экспорт'],
    ])
  })

  it('API-24: writes counts and sums of groups', async () => {
    const { world } = server
    const book = await exported('owner', {
      tables: [{ table: 'order', search: [{ key: 'total', prm: '1234.50' }], group: ['merchant'], statistic: ['total'] }],
    })
    expect(cellsOf(book).slice(1)).toEqual([
      ['s merchant', 's count', 's total'],
      ['s Pizzeria', 'n 1', 'n 1234.5'],
    ])
    expect(world.merchants).toHaveLength(3)
  })

  it.each([
    ['=1+1', "'=1+1"],
    ['+49 30', "'+49 30"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', "'\r=1"],
    ['＝1', "'＝1"],
    ["=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"],
    ['a=1', 'a=1'],
    ['<b> & "q" _x0041_ \u0007', '<b> & "q" _x0041_ \u0007'],
    ['漢字 👩‍🍳 عربي', '漢字 👩‍🍳 عربي'],
    ['x'.repeat(40_000), `${'x'.repeat(32_766)}…`],
    ['half \ud83d of a pair', 'half \ufffd of a pair'],
    ['  two  spaces ', '  two  spaces '],
  ])('API-24: never makes text %# a formula', async (text, shown) => {
    const workbook = createWorkbook(new AbortController().signal)
    const sheet = await workbook.sheet({
      name: text,
      top: [],
      columns: [
        { title: text, width: 10, kind: 'text', write: createCells('UTC').text },
        { title: 'shared', width: 10, kind: 'text', write: (value) => workbook.recurring(String(value)) },
      ],
    })
    await sheet.add([[text]], [0, 0])
    await sheet.end()
    workbook.end()
    const parts: Buffer[] = []
    for await (const part of workbook.output) parts.push(part as Buffer)
    const [, heading, line] = dataOf(read(Buffer.concat(parts), { dense: true }))
    for (const cell of [heading?.[0], line?.[0], line?.[1]]) expect(cell).toMatchObject({ t: 's', v: shown })
    for (const cell of line ?? []) expect(cell).not.toHaveProperty('f')
  })

  it('REPORT-21 API-24: has a form in lines, with the same values as the sheet', async () => {
    const { world, database } = server
    const order = await insertOrder(database, world, {
      total: '1234.5',
      time_create: '2026-07-01T22:30:00.000Z',
      comment: 'two\nlines, "quoted"',
      courier: null,
      paid: 1,
    })
    const ticket = await ticketOf('owner', {
      format: 'ndjson',
      tables: [{ table: 'order', search: [{ key: 'order_id', prm: order }], limit: [0, 99_999_999] }],
      columns: [
        'order_id',
        'user',
        'total',
        'time_create',
        'comment',
        'courier',
        { field: 'paid', title: 'Paid', words: { 1: 'Yes' } },
      ],
      title: 'Orders',
      filters: ['Paid: Yes'],
    })
    const response = await fetchSheet('owner', ticket)
    expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
    expect(response.headers.get('content-disposition')).toMatch(/\.ndjson"$/)
    const lines = (await response.text()).split('\n').map((line): unknown => (line === '' ? '' : JSON.parse(line)))
    const kinds = { order_id: 'number', user: 'text', total: 'money', time_create: 'moment', comment: 'text', courier: 'text' }
    expect(lines).toEqual([
      {
        top: ['Orders', 'Paid: Yes'],
        columns: [...Object.entries(kinds).map(([title, kind]) => ({ title, kind })), { title: 'Paid', kind: 'text' }],
      },
      [String(order), 'Anna', '1234.50', '2026-07-01T22:30:00.000Z', 'two\nlines, "quoted"', '', 'Yes'],
      '',
    ])
  })

  it('API-24: continues a full sheet in another one with the same header', async () => {
    const workbook = createWorkbook(new AbortController().signal, 5)
    const head = {
      name: 'x',
      top: ['x'],
      columns: [{ title: 'n', width: 10, kind: 'number' as const, write: createCells('UTC').number }],
    }
    const sheet = await workbook.sheet(head)
    await sheet.add(
      [1, 2, 3, 4, 5, 6, 7].map((n) => [n]),
      [0],
    )
    await sheet.end()
    workbook.end()
    const parts: Buffer[] = []
    for await (const part of workbook.output) parts.push(part as Buffer)
    const book = read(Buffer.concat(parts), { dense: true })
    expect(book.SheetNames).toEqual(['x', 'x (2)', 'x (3)'])
    expect([0, 1, 2].map((at) => cellsOf(book, at).slice(2).flat())).toEqual([
      ['n 1', 'n 2', 'n 3'],
      ['n 4', 'n 5', 'n 6'],
      ['n 7'],
    ])
    for (const at of [0, 1, 2]) expect(cellsOf(book, at).slice(0, 2)).toEqual([['s x'], ['s n']])
  })
})

describe('API-24, PERM: rights', () => {
  const visibleTo = async (login: string, company?: number): Promise<string[]> => {
    const book = await exported(
      login,
      { tables: [{ table: 'merchant', include: ['name'], order: [{ field: 'merchant_id' }] }] },
      company === undefined ? {} : { company },
    )
    return cellsOf(book).slice(2).flat()
  }

  it('API-24: has exactly the rows that its reader sees in lists', async () => {
    expect(await visibleTo('owner')).toEqual(['s Pizzeria', 's Sushi', 's Hidden'])
    expect(await visibleTo('operator')).toEqual(['s Pizzeria', 's Sushi'])
    expect(await visibleTo('owner-b')).toEqual(['s Foreign'])
    expect(await visibleTo('platform', server.world.b)).toEqual(['s Foreign'])
    expect(await visibleTo('platform', 0)).toEqual(['s Pizzeria', 's Sushi', 's Hidden', 's Foreign'])
  })

  it('writes a report as its rows, with headings and words of the reader, and its sums', async () => {
    const { world, database } = server
    const day = (at: string) => ({ time_finish: `2031-03-0${at}T12:00:00.000Z`, courier: null })
    await insertOrder(database, world, { ...day('1'), total: '1.50' })
    await insertOrder(database, world, { ...day('2'), total: '10.10', courier: world.courierA })
    const period = { from: '2031-03-02', to: '2031-03-02' }
    const columns = [
      { field: 'courier', title: 'Courier', words: { 0: 'Nobody', total: 'Total', before: 'Previous period' } },
      'orders',
      { field: 'revenue', title: 'Revenue' },
    ]
    const couriers = await exported('owner', { tables: [], report: { report: 'couriers', period, compare: true }, columns, title: 'Couriers', filters: ['March'] }) // prettier-ignore
    expect(cellsOf(couriers)).toEqual([
      ['s Couriers', 's March'],
      ['s Courier', 's orders', 's Revenue'],
      ['s Carl', 'n 1', 'n 10.1'],
      ['s Total', 'n 1', 'n 10.1'],
      ['s Previous period', 'n 1', 'n 1.5'],
    ])
    expect(dataOf(couriers)[2]?.[2]?.z).toBe('#,##0.00')
    const days = await exported('owner', { tables: [], report: { report: 'orders', period } })
    expect(cellsOf(days).slice(1)).toEqual([
      ['day', 'orders', 'cancelled', 'revenue', 'average', 'delivery', 'discount'].map((name) => `s ${name}`),
      ['n 47909', 'n 1', 'n 0', 'n 10.1', 'n 10.1', 'n 0', 'n 0'],
      ['s total', 'n 1', 'n 0', 'n 10.1', 'n 10.1', 'n 0', 'n 0'],
    ])
    await database.asOwner(`delete from "order" where time_finish between '2031-03-01' and '2031-03-03'`)
  })

  it('a report of several currencies has the sums of each', async () => {
    const { world, database } = server
    const { userB: user, merchantB: merchant, statusB: order_status } = world
    const time_finish = '2031-03-02T12:00:00.000Z'
    await insertRow(database, 'country', { country_id: 70, alpha2: 'GE', currency_symbol: '₾', currency_code: 'GEL' })
    await database.asOwner('update company set country = 70 where company_id = $1', [world.b])
    await insertOrder(database, world, { time_finish, total: '1.50' })
    await insertOrder(database, world, {
      time_finish,
      total: '9.00',
      company: world.b,
      user,
      merchant,
      order_status,
      courier: null,
    })
    const columns = [{ field: 'day', title: 'Day', words: { total: 'Total' } }, 'orders', 'revenue']
    const report = { report: 'orders' as const, period: { from: '2031-03-02', to: '2031-03-02' } }
    const lines = [
      ['n 47909', 'n 2'],
      ['s Total', 'n 2'],
      ['s Total, EUR', 'n 1', 'n 1.5'],
      ['s Total, GEL', 'n 1', 'n 9'],
    ]
    expect(cellsOf(await exported('platform', { tables: [], report, columns })).slice(2)).toEqual(lines)
    await database.asOwner(`delete from "order" where time_finish = $1`, [time_finish])
    await database.asOwner('update company set country = 1')
  })

  it('a report of an operator has the merchants of the report', async () => {
    const { world, database } = server
    for (const merchant of world.merchants)
      await insertOrder(database, world, { merchant, time_finish: '2031-03-01T12:00:00.000Z' })
    const report = { report: 'merchants' as const, period: { from: '2031-03-01', to: '2031-03-01' } }
    const merchantsOf = async (login: string) =>
      cellsOf(await exported(login, { tables: [], report, columns: ['merchant'] })).slice(2).flat().toSorted() // prettier-ignore
    expect(await merchantsOf('owner')).toEqual(['s Hidden', 's Pizzeria', 's Sushi', 's total'])
    expect(await merchantsOf('operator')).toEqual(['s Pizzeria', 's Sushi', 's total'])
    await database.asOwner(`delete from "order" where time_finish between '2031-03-01' and '2031-03-03'`)
  })

  it.each<[string, ExportParams, string]>([
    [
      'a figure that the report does not have',
      { tables: [], report: { report: 'merchants' }, columns: ['late'] },
      'unknown_field',
    ],
    ['neither tables nor a report', { tables: [] }, 'invalid_value'],
    ['both', { tables: couriers(), report: { report: 'merchants' } }, 'invalid_value'],
    ['a missing table', { tables: [{ table: 'nothing' }] }, 'unknown_table'],
    ['an unreadable field', { tables: [{ table: 'admin' }], columns: ['password'] }, 'unknown_field'],
    ['a search by it', { tables: [{ table: 'admin', search: [{ key: 'password', prm: 'x' }] }] }, 'unknown_field'],
    ['a sign-in code', { tables: couriers(), columns: ['token'] }, 'unknown_field'],
    ['a field that a joined row does not share', { tables: [{ table: 'order' }], columns: ['user.comment'] }, 'unknown_field'],
    ['a field beyond a joined row', { tables: [{ table: 'order' }], columns: ['user.company.name'] }, 'unknown_field'],
    ['a part of a field that is no reference', { tables: [{ table: 'order' }], columns: ['total.x'] }, 'unknown_field'],
    ['no field at all', { tables: couriers({ include: [] }) }, 'invalid_value'],
    ['no column', { tables: couriers(), columns: [] }, 'invalid_value'],
    ['an unknown field to sort by', { tables: couriers({ order: [{ field: 'nothing' }] }) }, 'unknown_field'],
  ])('API-24: refuses %s', async (_what, params, code) => {
    expect(await ask('operator', params)).toMatchObject({ http: 200, status: 'FAIL', code })
  })

  it('API-24: does not name other companies', async () => {
    expect(await ask('owner', { tables: couriers() }, { company: server.world.b })).toMatchObject({ code: 'foreign_company' })
  })

  it('API-24: checks the rights again when the ticket is redeemed', async () => {
    const { database, world } = server
    const ticket = await ticketOf('operator', { tables: [{ table: 'merchant', include: ['name'] }] })
    await database.asOwner(`update merchant set access = '[]' where merchant_id = $1`, [world.merchants[1]])
    // Sessions cache rights for a second.
    await new Promise((resolve) => setTimeout(resolve, 1100))
    const response = await fetchSheet('operator', ticket)
    const book = read(new Uint8Array(await response.arrayBuffer()), { dense: true })
    expect(cellsOf(book).slice(2)).toEqual([['s Pizzeria']])
  })

  it('PERM-13: orders are those of the report, also if the reader has them on a board', async () => {
    const { database, world } = server
    await insertOrder(database, world, { comment: 'on the board' })
    const params: ExportParams = { tables: [{ table: 'order', mode: 'board', include: ['comment'] }] }
    const access = async (report: 0 | 1): Promise<void> => {
      const entries = JSON.stringify([{ user: world.operatorA, access: [0, 2, report, 2] }])
      await database.asOwner('update merchant set access = $1 where merchant_id = $2', [entries, world.merchants[0]])
      // Sessions cache rights for a second.
      await new Promise((resolve) => setTimeout(resolve, 1100))
    }
    await access(0)
    expect(cellsOf(await exported('operator', params)).slice(2)).toEqual([])
    await access(1)
    expect(cellsOf(await exported('operator', params)).slice(2)).toContainEqual(['s on the board'])
  })
})

describe('API-24, AMB-005: ticket', () => {
  it('API-24: works once, for its own session and params', async () => {
    const params = { tables: couriers({ include: ['name'] }) }
    const ticket = await ticketOf('owner', params)
    expect(await refusalOf(await fetchSheet('operator', ticket))).toBe('ticket_used')
    expect(await refusalOf(await fetchSheet('owner', ticket, { params: '{"tables":[{"table":"user"}]}' }))).toBe('invalid_value')
    const response = await fetchSheet('owner', ticket, { params: JSON.stringify(params) })
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="courier-\d{4}-\d\d-\d\d\.xlsx"$/)
    await response.arrayBuffer()
    expect(await refusalOf(await fetchSheet('owner', ticket))).toBe('ticket_used')
  })

  it('API-24: is stored only as a hash, and expires after a minute or with its session', async () => {
    const { database } = server
    const ticket = await ticketOf('owner', { tables: couriers() })
    const [kept] = await database.asOwner<{ seconds: number; row: string }>(
      `select extract(epoch from expires - now())::float8 as seconds, t::text as row from export_ticket t`,
    )
    expect(kept?.seconds).toBeGreaterThan(50)
    expect(kept?.seconds).toBeLessThanOrEqual(60)
    expect(kept?.row).not.toContain(ticket)
    await database.asOwner(`update export_ticket set expires = now() - interval '1 second'`)
    expect(await refusalOf(await fetchSheet('owner', ticket))).toBe('ticket_used')

    await database.asOwner('delete from export_ticket')
    const token = await server.signIn('owner')
    const other = await server.call('Export', 'ticket', { params: { tables: couriers() } }, { token })
    await server.call('Auth', 'SignOut', {}, { token })
    const address = new URLSearchParams({ api: 'Export', method: 'Excel', token: (other['data'] as { ticket: string }).ticket })
    const response = await fetch(`${server.url}/api?${address.toString()}`, { headers: { authorization: `Bearer ${token}` } })
    expect(await refusalOf(response)).toBe('session_required')
    const [left] = await database.asOwner<{ count: number }>('select count(*)::int as count from export_ticket')
    expect(left?.count).toBe(0)
  })

  it('API-24: is useless with the address alone, and no other call answers GET', async () => {
    const ticket = await ticketOf('owner', { tables: couriers() })
    const address = (query: Record<string, string>) => `${server.url}/api?${new URLSearchParams(query).toString()}`
    const bare = await fetch(address({ api: 'Export', method: 'Excel', token: ticket }))
    expect(await refusalOf(bare)).not.toBe('OK')
    expect(bare.headers.get('content-type')).toMatch('application/json')
    const headers = { authorization: `Bearer ${tokenOf('owner')}` }
    const read = await fetch(address({ api: 'Reference', method: 'getData', token: tokenOf('owner'), data: '{}' }), { headers })
    expect([read.status, await refusalOf(read)]).toEqual([400, 'malformed'])
    expect((await fetch(address({ api: 'Export', method: 'Excel', token: ticket }), { headers, method: 'HEAD' })).status).toBe(
      404,
    )
    const without = await fetch(address({ api: 'Export', method: 'Excel' }), { headers })
    expect([without.status, await refusalOf(without)]).toEqual([400, 'malformed'])
    const twice = await fetch(`${address({ api: 'Export', method: 'Excel', token: ticket })}&token=x`, { headers })
    expect(await refusalOf(twice)).toBe('invalid_value')
  })

  it('API-24: is limited to twenty per session at a time', async () => {
    await server.database.asOwner('delete from export_ticket')
    for (let count = 0; count < 20; count += 1) await ticketOf('owner', { tables: couriers() })
    expect(await ask('owner', { tables: couriers() })).toMatchObject({ code: 'rate_limited', params: [60] })
    expect(await ask('operator', { tables: couriers() })).toMatchObject({ status: 'OK' })
    await server.database.asOwner('delete from export_ticket')
  })
})

describe('many rows', () => {
  const MANY = 60_000
  const users = (limit?: [number, number]): ExportParams => ({
    tables: [{ table: 'user', order: [{ field: 'user_id' }], ...(limit ? { limit } : {}) }],
    columns: ['user_id', 'name', 'phone', 'create'],
  })
  const all = users()
  const wide = { ...all, columns: [...(all.columns ?? []), 'img'] }
  const context = () => ({ db: server.context.db, lang: 'en', stopping: server.context.stopping })
  const open = async (params: ExportParams, more: Partial<Parameters<typeof openExport>[2]> = {}) => {
    const opened = await openExport(actorsOf(server.world).ownerA, exportParamsSchema.parse(params), { ...context(), ...more })
    return opened.stream
  }
  const running = async (): Promise<number> => {
    const [row] = await server.database.asOwner<{ count: number }>(
      // Each export holds three slots: one of its user, one of its company, one of all.
      `select (count(*) / 3)::int as count from pg_locks
       where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
    )
    return row?.count ?? 0
  }

  beforeAll(async () => {
    await server.database.asOwner(
      `insert into "user" (company, name, phone, img) select $1, 'Customer ' || n, (4900000000 + n)::text,
         (select string_agg(md5((n * 100 + m)::text), '') from generate_series(1, 24) m)
       from generate_series(1, $2::int) n`,
      [server.world.a, MANY],
    )
  })

  it('API-24, LIST-03: come in one file, complete and in order, however slow the reader', async () => {
    const answer = await ask('owner', all)
    expect((answer['data'] as { rows: number }).rows).toBe(MANY + 1)
    const response = await fetchSheet('owner', (answer['data'] as { ticket: string }).ticket)
    const book = read(new Uint8Array(await response.arrayBuffer()), { dense: true })
    const rows = dataOf(book).slice(2)
    expect(rows).toHaveLength(MANY + 1)
    const ids = rows.map((row) => row[0]?.v as number)
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    expect(rows.at(-1)?.[2]?.v).toBe(String(4_900_000_000 + MANY))
  })

  it('API-24: show references by name, batch after batch', async () => {
    const { database, world } = server
    const first = await insertOrder(database, world, { comment: 'copied' })
    const [copied] = await database.asOwner<{ list: string }>(
      `select string_agg(quote_ident(column_name), ', ') as list from information_schema.columns
       where table_schema = 'public' and table_name = 'order' and column_name not in ('order_id', 'user')`,
    )
    await database.asOwner(
      `insert into "order" ("user", ${copied?.list}) select u.user_id, ${copied?.list?.replaceAll(/[^, ]+/g, (name) => `o.${name}`)}
       from "order" o, (select user_id from "user" where company = $2 and phone like '49%' order by user_id limit 4500) u where o.order_id = $1`,
      [first, world.a],
    )
    const book = await exported('owner', {
      tables: [{ table: 'order', search: [{ key: 'comment', prm: 'copied' }], order: [{ field: 'order_id' }] }],
      columns: ['user', 'user.phone', 'courier', 'merchant'],
    })
    const rows = cellsOf(book).slice(2)
    const people = await database.asOwner<{ name: string; phone: string }>(
      `select u.name, u.phone from "order" o join "user" u on u.user_id = o."user" where o.comment = 'copied' order by o.order_id`,
    )
    expect(rows).toHaveLength(4501)
    expect(rows).toEqual(people.map(({ name, phone }) => [`s ${name}`, `s ${phone}`, '', 's Pizzeria']))
    await database.asOwner(`delete from "order" where comment = 'copied' and order_id <> $1`, [first])
  })

  it('API-24: are abandoned if the reader stalls for long, which frees their slot', async () => {
    const stalled = await open(wide, { limits: { stalledMs: 300 } })
    stalled.on('error', () => {})
    await once(stalled, 'readable')
    expect(await running()).toBe(1)
    await expect.poll(running, { timeout: 3000 }).toBe(0)
    expect(stalled.errored).toMatchObject({ code: 'export_broken' })
    const slow = await open(users([0, 8000]), { limits: { stalledMs: 300, stalledBytes: 4800 } })
    let taken = 0
    for await (const part of slow) {
      taken += (part as Buffer).length
      await new Promise((resolve) => setTimeout(resolve, 60))
    }
    expect(taken).toBeGreaterThan(100_000)
  })

  it('API-24: are abandoned if the reader only trickles', async () => {
    const stream = await open(wide, { limits: { stalledMs: 300, stalledBytes: 4800 } })
    stream.on('error', () => {})
    await once(stream, 'readable')
    const trickling = setInterval(() => void stream.read(100), 30)
    await expect.poll(running, { timeout: 5000 }).toBe(0)
    clearInterval(trickling)
    expect(stream.errored).toMatchObject({ code: 'export_broken' })
  })

  it('API-24: are limited for a person in all companies, and for the server, which says so', async () => {
    const { ownerA, ownerB } = actorsOf(server.world)
    const openB = (admin_id: number, limits = {}) =>
      openExport({ ...ownerB, admin_id }, exportParamsSchema.parse(all), { ...context(), limits })
    const first = await open(wide)
    await expect(openB(ownerA.admin_id, { ofPerson: 1 })).rejects.toMatchObject({ code: 'export_busy' })
    await expect(openB(ownerB.admin_id, { ofAll: 1 })).rejects.toMatchObject({ code: 'exports_full' })
    for (const { stream } of [await openB(ownerA.admin_id), await openB(ownerB.admin_id)]) await finished(stream.resume())
    first.destroy()
    await expect.poll(running, { timeout: 3000 }).toBe(0)
  })

  fullRunOnly.it('API-24: stay in the database while the reader stalls', async () => {
    const stream = await open(wide)
    let taken = 0
    await once(stream, 'readable')
    await new Promise((resolve) => setTimeout(resolve, 500))
    // Unread data is limited to the buffers in between, much less than the file.
    expect(stream.readableLength).toBeLessThan(200_000)
    expect(await running()).toBe(1)
    for await (const part of stream) taken += (part as Buffer).length
    expect(taken).toBeGreaterThan(20_000_000)
  })

  it('API-24: stop being read when the download is cancelled', async () => {
    const leaving = new AbortController()
    const response = await fetchSheet('owner', await ticketOf('owner', wide), {}, leaving.signal)
    await response.body?.getReader().read()
    expect(await running()).toBe(1)
    leaving.abort()
    await expect.poll(running, { timeout: 3000 }).toBe(0)
  })

  it('API-24: also stop within a slow statement, and when their time is over', async () => {
    const owner = new Client({ connectionString: server.database.urls.owner })
    await owner.connect()
    const ticket = await ticketOf('owner', { tables: [{ table: 'banner' }] })
    await owner.query('begin; lock table banner in access exclusive mode')
    const leaving = new AbortController()
    const fetching = fetchSheet('owner', ticket, {}, leaving.signal)
    await expect.poll(running).toBe(1)
    leaving.abort()
    await expect(fetching).rejects.toThrow()
    await expect.poll(running, { timeout: 3000 }).toBe(0)
    await owner.query('rollback')
    await owner.end()

    const stream = await open(wide, { limits: { ms: 300 } })
    await expect(finished(stream)).rejects.toMatchObject({ name: 'TimeoutError' })
    await expect.poll(running, { timeout: 3000 }).toBe(0)
  })

  it('API-24: are refused before they are read if they exceed the limit of an export', async () => {
    const check = (params: ExportParams) =>
      checkExport(actorsOf(server.world).ownerA, exportParamsSchema.parse(params), { ...context(), limits: { rows: 1000 } })
    await expect(check(all)).rejects.toMatchObject({
      code: 'too_many',
      params: [1000],
    })
    expect(await check(users([0, 1000]))).toBe(1000)
    const stream = await open(all, { limits: { rows: 1000 } })
    stream.resume()
    await expect(finished(stream)).rejects.toMatchObject({ code: 'too_many' })
  })

  fullRunOnly.it('API-24: are limited to two exports of a company at a time', async () => {
    const first = await fetchSheet('owner', await ticketOf('owner', wide))
    const second = await fetchSheet('owner', await ticketOf('owner', wide))
    expect(await refusalOf(await fetchSheet('owner', await ticketOf('owner', all)))).toBe('export_busy')
    const foreign = await fetchSheet('owner-b', await ticketOf('owner-b', all))
    expect(foreign.headers.get('content-type')).toMatch('spreadsheet')
    await Promise.all([first, second, foreign].map((response) => response.arrayBuffer()))
    await expect.poll(running, { timeout: 3000 }).toBe(0)
    await (await fetchSheet('owner', await ticketOf('owner', all))).arrayBuffer()
  })
})
