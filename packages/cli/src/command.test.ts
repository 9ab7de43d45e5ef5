import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { read, utils, type WorkBook, type WorkSheet } from 'xlsx'
import { createMachine, type Machine, type Run } from './test/run-command.ts'

const { insertOrder, insertRow, PASSWORD, startEmbedded, startTestServer } = await import('@tiffin/server/test')
const { fullRunOnly } = await import('@tiffin/server/test/full')
// Each run is a separate process, which starts slowly on a loaded machine.
vi.setConfig({ testTimeout: 60_000 })
let server: Awaited<ReturnType<typeof startTestServer>>
let machine: Machine

const json = (run: Run): unknown => JSON.parse(run.out)
const tiffin = (...args: string[]): Promise<Run> => machine.run(args)
const profileFile = (name: string) => path.join(machine.home, '.local/state/tiffin/profiles', `${name}.json`)

beforeAll(async () => {
  server = await startTestServer()
  machine = createMachine({ TIFFIN_URL: server.url })
  const signedIn = await machine.run(['login', '--login', 'owner', '--password-stdin'], { input: `${PASSWORD}\n` })
  if (signedIn.code !== 0) throw new Error(signedIn.err)
})
afterAll(async () => {
  machine.remove()
  await server.stop()
})

describe('help', () => {
  it.each([
    [['promo-codes'], 'Promo codes\n\nCodes that lower the price of an order'],
    [['promo', 'codes', '--lang', 'ru'], 'Промокоды\n\nКоды, снижающие цену заказа'],
    [['merchants', '--lang', 'ar'], 'المتاجر\n\nالمطابخ والمتاجر'],
    // A command takes precedence over the topic of its name.
    [['webhook'], 'Usage: tiffin webhook'],
    [['orders', 'move'], 'Usage: tiffin orders move'],
  ])('%s explains a page of the console or a command', async (words, text) => {
    const run = await tiffin('help', ...words)
    expect(run).toMatchObject({ code: 0, err: '' })
    expect(run.out).toContain(text)
  })

  it('without an argument it lists commands and topics; an unknown topic is wrong usage with a suggestion', async () => {
    const { out } = await tiffin('help')
    expect(out).toContain('Usage: tiffin')
    expect(out).toMatch(/Topics:[^]*  promo-codes +Promo codes\n/)
    const unknown = await tiffin('help', 'promo-cods')
    expect(unknown.code).toBe(2)
    expect(unknown.err).toContain('Did you mean promo-codes?')
  })
})

describe('lint workflow', () => {
  it('MOON-09: names each problem with its fix, and exits with 1', async () => {
    const lost = await insertRow(server.database, 'order_status', { company: server.world.a, status: 90, value: { en: 'Attic' } })
    try {
      const run = await tiffin('lint', 'workflow', '--json')
      expect(run.code).toBe(1)
      const found = json(run) as { order_status_id: number }[]
      expect(found.filter((item) => item.order_status_id === lost)).toEqual([
        {
          code: 'dead_end',
          order_status_id: lost,
          problem: 'Orders can never leave Attic',
          fix: 'Choose the next statuses, or turn on "Done"',
        },
        {
          code: 'unreachable',
          order_status_id: lost,
          problem: 'Orders never reach Attic',
          fix: 'Add it to the next statuses of another status, or delete it',
        },
      ])
      const russian = await tiffin('lint', 'workflow', '--lang', 'ru')
      expect(russian.out).toContain('Заказы не могут покинуть статус Attic')
    } finally {
      await server.database.asOwner('delete from order_status where order_status_id = $1', [lost])
    }
  })
})

describe('report', () => {
  const [from, to] = ['2026-10-24', '2026-10-25']
  beforeAll(async () => {
    const { database, world } = server
    // Daylight saving time ends on October 25 in the company's zone; 22:00Z is the next day.
    const orders = [
      { merchant: world.merchants[0], time_create: '2026-10-24T10:00:00Z', time_finish: '2026-10-24T10:30:00Z', time_delivery: '2026-10-24T10:45:00Z', total: '10.10', order_status: world.statuses[8] }, // prettier-ignore
      { merchant: world.merchants[1], time_finish: '2026-10-24T22:00:00Z', total: '0.05' },
      { merchant: world.merchants[0], time_finish: '2026-10-24T22:30:00Z', total: '5.00', order_status: world.statuses[0] },
      { merchant: world.merchants[0], time_finish: '2026-10-22T12:00:00Z', total: '3.00' },
    ]
    for (const order of orders) await insertOrder(database, world, order)
  })
  afterAll(() => server.database.asOwner(`delete from "order" where time_finish < '2026-10-25'`))

  it('KDS-19: compares planned and actual time by merchant', async () => {
    const run = await tiffin('report', 'planned-actual', '--from', from, '--to', to, '--json')
    const figures = { delivered: 1, planned: '30.0', actual: '45.0', lateness: '15.0', late: '100.0' }
    expect(json(run)).toEqual([
      { merchant: server.world.merchants[0], name: { en: 'Pizzeria' }, ...figures },
      { merchant: 'total', name: null, ...figures },
    ])
  })

  it('has the figures of orders by day, merchant and hour in each format', async () => {
    const csv = await tiffin('report', 'orders', '--from', from, '--to', to, '--format', 'csv')
    expect(csv.out.split('\r\n')).toEqual([
      'day,orders,cancelled,revenue,average,delivery,discount',
      '2026-10-24,1,0,10.10,10.10,0.00,0.00',
      '2026-10-25,2,1,0.05,0.05,0.00,0.00',
      'total,3,1,10.15,5.08,0.00,0.00',
      '',
    ])
    const hours = await tiffin('report', 'orders', '--from', from, '--to', to, '--by', 'hour', '--json', 'hour,orders')
    expect(json(hours)).toEqual([
      { hour: 0, orders: 2 },
      { hour: 12, orders: 1 },
      { hour: 'total', orders: 3 },
    ])
    const merchant = String(server.world.merchants[1])
    const item = await tiffin('report', 'merchants', '--from', from, '--to', to, '--merchant', merchant, '--json', 'name,revenue')
    expect(json(item)).toEqual([
      { name: { en: 'Sushi' }, revenue: '0.05' },
      { name: null, revenue: '0.05' },
    ])
    const cancelled = await tiffin('report', 'orders', '--from', from, '--to', to, '--status', 'Cancelled', '--where', 'total>=5', '--json', 'day,cancelled') // prettier-ignore
    expect(json(cancelled)).toEqual([
      { day: '2026-10-25', cancelled: 1 },
      { day: 'total', cancelled: 1 },
    ])
  })

  it('compares with as many days before', async () => {
    const run = await tiffin('report', 'orders', '--from', from, '--to', to, '--compare', '--json', 'period,day,revenue')
    const [period, before] = ['2026-10-24..2026-10-25', '2026-10-22..2026-10-23']
    expect(json(run)).toEqual([
      { period, day: '2026-10-24', revenue: '10.10' },
      { period, day: '2026-10-25', revenue: '0.05' },
      { period, day: 'total', revenue: '10.15' },
      { period: before, day: '2026-10-22', revenue: '3.00' },
      { period: before, day: 'total', revenue: '3.00' },
    ])
  })

  it('of all companies has the sums of each currency, and says that they are not added up', async () => {
    const { database, world } = server
    await machine.run(['login', '--login', 'platform', '--profile', 'overview'], { env: { TIFFIN_PASSWORD: PASSWORD } })
    await insertRow(database, 'country', { country_id: 70, alpha2: 'GE', currency_symbol: '₾', currency_code: 'GEL' })
    await database.asOwner('update company set country = 70 where company_id = $1', [world.b])
    const time_finish = '2026-10-24T22:10:00Z'
    const { userB: user, merchantB: merchant, statusB: order_status } = world
    await insertOrder(database, world, { time_finish, total: '500.00', company: world.b, user, merchant, order_status })
    const run = await tiffin('report', 'orders', '--from', from, '--to', to, '--profile', 'overview', '--format', 'csv')
    await database.asOwner('delete from "order" where time_finish = $1', [time_finish])
    await database.asOwner('update company set country = 1')
    expect(run.err).toContain('Amounts in several currencies are not added up.')
    expect(run.out.split('\r\n')).toEqual([
      'day,currency,orders,cancelled,revenue,average,delivery,discount',
      '2026-10-24,,4,1,,,,',
      'total,,4,1,,,,',
      'total,EUR,3,1,10.15,5.08,0.00,0.00',
      'total,GEL,1,0,500.00,500.00,0.00,0.00',
      '',
    ])
  })

  it('writes the same figures as a sheet', async () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'tiffin-report-')), 'merchants.xlsx')
    const run = await tiffin('report', 'merchants', '--from', from, '--to', to, '--compare', '--out', file, '--json')
    expect(json(run)).toMatchObject({ file, rows: 2 })
    const book = read(readFileSync(file))
    expect(utils.sheet_to_json(book.Sheets[book.SheetNames[0] ?? ''] as WorkSheet, { header: 1 })).toEqual([
      ['Orders report: Merchants', '2026-10-24 – 2026-10-25'],
      [
        'Merchant',
        'Orders',
        'Cancelled orders',
        'Revenue without cancelled orders',
        'Average without cancelled orders',
        'Delivery',
        'Discount',
      ],
      ['Pizzeria', 2, 1, 10.1, 10.1, 0, 0],
      ['Sushi', 1, 0, 0.05, 0.05, 0, 0],
      ['Total', 3, 1, 10.15, 5.08, 0, 0],
      ['Previous period', 1, 0, 3, 3, 0, 0],
    ])
    const again = await tiffin('report', 'merchants', '--from', from, '--to', to, '--out', file)
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('already exists')])
  })

  it('runs a report that was saved in the console, with further options on top', async () => {
    const { database, world } = server
    const settings = {
      compact: true,
      reports: [
        { name: 'Hours of the pizzeria', query: `chart=hour&merchant=${world.merchants[0]}&time_finish=${from}..${to}` },
        { name: 'All merchants', query: 'report=merchants&time_finish=Last+month' },
        { name: 7 },
      ],
    }
    await database.asOwner(
      'insert into kanban_settings (admin, settings) values ($1, $2) on conflict (admin) do update set settings = $2',
      [world.ownerA, JSON.stringify(settings)],
    )
    const hours = await tiffin('report', '--saved', 'Hours of the pizzeria', '--json', 'hour,orders')
    expect(json(hours)).toEqual([
      { hour: 0, orders: 1 },
      { hour: 12, orders: 1 },
      { hour: 'total', orders: 2 },
    ])
    const entry = await tiffin('report', '--saved', 'All merchants', '--from', from, '--to', to, '--where', 'total<1', '--json', 'name,revenue') // prettier-ignore
    expect(json(entry)).toEqual([
      { name: { en: 'Sushi' }, revenue: '0.05' },
      { name: null, revenue: '0.05' },
    ])
    const query = async (...args: string[]) =>
      Object.fromEntries(new URL((await tiffin('report', ...args, '--web')).out.trim()).searchParams)
    const merchant = String(world.merchants[0])
    expect(await query('--saved', 'Hours of the pizzeria')).toMatchObject({
      report: 'orders',
      chart: 'hour',
      merchant,
      time_finish: `${from}..${to}`,
    })
    const other = await query('--saved', 'All merchants', '--period', 'Yesterday', '--by', 'day')
    expect(other).toMatchObject({ report: 'merchants', by: 'day', time_finish: 'Yesterday' })
    expect(await query('orders', '--by', 'merchant')).toMatchObject({ report: 'orders', chart: 'merchant' })
    const unknown = await tiffin('report', '--saved', 'All merchant')
    expect([unknown.code, unknown.err]).toEqual([3, 'Saved report not found: All merchant [nothing]\nDid you mean All merchants?\n']) // prettier-ignore
  })

  it.each<[string, string, number, string]>([
    ['planned-actual', 'late>10%', 5, 'Condition met: late>10% (late 100.0)\n'],
    ['planned-actual', 'late > 100', 0, ''],
    ['orders', 'revenue<=10.15', 5, 'Condition met: revenue<=10.15 (revenue 10.15)\n'],
    ['orders', 'revenue<10.15', 0, ''],
    ['orders', 'cancelled!=1', 0, ''],
  ])('%s --fail-if %s exits with %i', async (name, condition, code, err) => {
    const run = await tiffin('report', name, '--from', from, '--to', to, '--fail-if', condition, '--json')
    expect([run.code, run.err]).toEqual([code, err])
    expect(json(run)).not.toEqual([])
  })

  it('--fail-if also judges a period without orders, where averages have no value', async () => {
    const empty = ['report', 'orders', '--from', '2001-01-01', '--to', '2001-01-02', '--fail-if']
    const run = await tiffin(...empty, 'orders<1', '--fail-if', 'average<100')
    expect([run.code, run.err]).toEqual([5, 'No results\nCondition met: orders<1 (orders 0)\n'])
    expect((await tiffin(...empty, 'average<100')).code).toBe(0)
  })

  it('--watch prints a report again when it has changed, and ends when a condition is met', async () => {
    const { database, world } = server
    const days = ['--from', '2026-09-01', '--to', '2026-09-02']
    const add = (total: string) => insertOrder(database, world, { merchant: world.merchants[0], time_finish: '2026-09-01T12:00:00Z', total }) // prettier-ignore
    const totals = (out: string) => [...out.matchAll(/"day":"total".*"revenue":"([\d.]+)"/g)].map(([, revenue]) => revenue)
    /** Added after each print. */
    const more = ['2.00', '4.00']
    let answered = 0
    await add('1.00')
    const { code, out, err } = await machine.run(
      ['report', 'orders', ...days, '--watch', '1', '--fail-if', 'orders>=3', '--format', 'ndjson'],
      {
        onOut(sofar) {
          const next = totals(sofar).length > answered ? more[answered++] : undefined
          if (next !== undefined) void add(next)
        },
      },
    )
    expect(totals(out)).toEqual(['1.00', '3.00', '7.00'])
    expect([code, err]).toEqual([5, 'Condition met: orders>=3 (orders 3)\n'])
  })

  it.each<[string[], number, string]>([
    [['orders', '--fail-if', 'late>10%'], 2, 'The report has no figure late [usage]'],
    [['planned-actual', '--fail-if', 'lates>10%'], 2, 'Did you mean late?'],
    [['planned-actual', '--fail-if', 'late'], 2, 'Invalid condition: late [usage]'],
    [['planned-actual', '--fail-if', 'late>ten'], 2, 'Invalid condition: late>ten [usage]'],
    [['orders', '--fail-if', 'revenue<5%'], 2, 'revenue is not a percentage: revenue<5% [usage]'],
    [['orders', '--fail-if', 'orders>1', '--out', 'x.xlsx'], 2, "--fail-if can't be used with --out [usage]"],
    [['orders', '--watch', '0'], 2, '--watch must be a whole number from 1 to 86400: 0 [usage]'],
    [['orders', '--saved', 'Mine'], 2, "--saved can't be used with orders [usage]"],
    [[], 2, 'Specify a report, or a saved one with --saved [usage]'],
    [['secrets'], 2, 'Report not found: secrets [usage]'],
    [['merchant'], 2, 'Did you mean merchants?'],
    [['orders', '--from', to, '--to', from], 2, 'The period ends before it begins: 2026-10-25 to 2026-10-24 [usage]'],
    [['orders', '--from', '2026-02-30'], 2, '--from: invalid date 2026-02-30. Example: 2026-11-21 [usage]'],
    [['orders', '--by', 'minute'], 2, 'minute'],
    [['orders', '--from', '2001-01-01', '--to', '2001-01-02'], 0, 'No results'],
  ])('%j exits with %i', async (args, code, text) => {
    const run = await tiffin('report', ...args)
    expect([run.code, run.err]).toEqual([code, expect.stringContaining(text)])
  })
})

describe('signing in', () => {
  it('stores the session in a file that only its owner can read, and never prints it', async () => {
    const { token } = JSON.parse(readFileSync(profileFile('default'), 'utf8')) as { token: string }
    expect(statSync(profileFile('default')).mode & 0o777).toBe(0o600)
    expect(statSync(path.dirname(profileFile('default'))).mode & 0o777).toBe(0o700)
    const who = await tiffin('whoami', '--json')
    expect(json(who)).toMatchObject({
      login: 'owner',
      role: 'owner',
      company_id: server.world.a,
      url: server.url,
      profile: 'default',
    })
    expect(who.out + who.err).not.toContain(token)
  })

  fullRunOnly.it('follows XDG_STATE_HOME and separates profiles', async () => {
    const env = { XDG_STATE_HOME: path.join(machine.home, 'elsewhere'), TIFFIN_PASSWORD: PASSWORD }
    const other = await machine.run(['login', '--login', 'operator', '--profile', 'kitchen', '--json', 'login,role'], { env })
    expect(json(other)).toEqual({ login: 'operator', role: 'operator' })
    expect(readdirSync(path.join(machine.home, 'elsewhere/tiffin/profiles'))).toEqual(['kitchen.json'])
    expect((await machine.run(['whoami'], { env })).code).toBe(4)
  })

  it('ignores an empty TIFFIN_PROFILE', async () => {
    const who = await machine.run(['whoami', '--json', 'login,profile'], { env: { TIFFIN_PROFILE: '' } })
    expect(json(who)).toEqual({ login: 'owner', profile: 'default' })
  })

  it('exits with 4 and says how to sign in without a session', async () => {
    const run = await tiffin('orders', 'list', '--profile', 'nobody')
    expect(run).toMatchObject({ code: 4, out: '' })
    expect(run.err).toContain('[session_required]')
    expect(run.err).toContain('tiffin login')
  })

  it('exits with 1 on a wrong password, and never prompts without a terminal', async () => {
    const wrong = await machine.run(['login', '--login', 'owner', '--password-stdin', '--profile', 'x'], { input: 'wrong' })
    expect(wrong).toMatchObject({ code: 1, out: '' })
    expect(wrong.err).toContain('[bad_credentials]')
    expect((await tiffin('login', '--profile', 'x')).err).toContain('--login')
    const silent = await tiffin('login', '--login', 'owner', '--profile', 'x')
    expect(silent).toMatchObject({ code: 2, out: '' })
    expect(silent.err).toContain('--password-stdin')
    const endless = await machine.run(['login', '--login', 'owner', '--password-stdin'], { input: 'x'.repeat(65e6) })
    expect(endless).toMatchObject({ code: 2, out: '' })
    expect(endless.err).toContain('[too_large]')
  })

  it('never sends its token to another server', async () => {
    const heard: string[] = []
    const stranger = createServer((request, response) => {
      heard.push(JSON.stringify(request.headers))
      request.on('data', (chunk) => heard.push(String(chunk))).on('end', () => response.end('{"status":"OK","server_time":1}'))
    })
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`
    try {
      expect((await tiffin('whoami', '--url', url)).code).toBe(4)
      await tiffin('list', 'courier', '--url', url)
    } finally {
      stranger.close()
    }
    const { token } = JSON.parse(readFileSync(profileFile('default'), 'utf8')) as { token: string }
    expect(heard.length).toBeGreaterThan(0)
    expect(heard.join()).not.toContain(token)
  })

  it('prefers TIFFIN_TOKEN to the profile', async () => {
    const token = await server.signIn('owner-b')
    const run = await machine.run(['whoami', '--json', 'login'], { env: { TIFFIN_TOKEN: token } })
    expect(json(run)).toEqual({ login: 'owner-b' })
  })

  it('AUTH-12: signs out on the server too', async () => {
    await machine.run(['login', '--login', 'viewer-to-be', '--profile', 'leaver'], { env: { TIFFIN_PASSWORD: PASSWORD } })
    await machine.run(['login', '--login', 'operator', '--profile', 'leaver'], { env: { TIFFIN_PASSWORD: PASSWORD } })
    const { token } = JSON.parse(readFileSync(profileFile('leaver'), 'utf8')) as { token: string }
    expect(await tiffin('logout', '--profile', 'leaver')).toMatchObject({ code: 0, out: '' })
    expect(readFileSync(profileFile('leaver'), 'utf8')).not.toContain(token)
    expect((await server.call('Auth', 'checkAuth', {}, { token })).code).toBe('session_required')
    expect((await tiffin('whoami', '--profile', 'leaver')).code).toBe(4)
  })
})

describe('companies', () => {
  it('COMP-16 COMP-17 COMP-18: lists the available companies and switches only this profile', async () => {
    await machine.run(['login', '--login', 'platform', '--profile', 'boss'], { env: { TIFFIN_PASSWORD: PASSWORD } })
    const list = json(await tiffin('company', 'list', '--profile', 'boss', '--json')) as { company_id: number }[]
    expect(list.map((row) => row.company_id)).toEqual([server.world.a, server.world.b])
    const used = await tiffin('company', 'use', 'beta', '--profile', 'boss')
    expect(used).toMatchObject({ code: 0 })
    expect(used.err).toContain('Company selected')
    expect(json(await tiffin('whoami', '--profile', 'boss', '--json', 'company_id'))).toEqual({ company_id: server.world.b })
    expect(json(await tiffin('whoami', '--json', 'company_id'))).toEqual({ company_id: server.world.a })
    expect((await tiffin('company', 'use', 'nowhere', '--profile', 'boss')).code).toBe(3)
    const own = json(await tiffin('company', 'list', '--json', 'company_id'))
    expect(own).toEqual([{ company_id: server.world.a }])
  })

  it('COMP-16: does not offer disabled companies', async () => {
    await server.database.asOwner('update company set status = 0 where company_id = $1', [server.world.b])
    const list = json(await tiffin('company', 'list', '--profile', 'boss', '--json', 'company_id'))
    const used = await tiffin('company', 'use', String(server.world.b), '--profile', 'boss')
    await server.database.asOwner('update company set status = 1 where company_id = $1', [server.world.b])
    expect(list).toEqual([{ company_id: server.world.a }])
    expect(used.code).toBe(3)
  })

  fullRunOnly.it('creates the first company only for the profile that asked', async () => {
    await insertRow(server.database, 'admin', { login: 'starter', name: 'Sam', role: 1 })
    await server.database.asOwner(
      `update admin set password = (select password from admin where login = 'owner') where login = 'starter'`,
    )
    for (const profile of ['starter', 'bystander'])
      await machine.run(['login', '--login', 'starter', '--profile', profile], { env: { TIFFIN_PASSWORD: PASSWORD } })
    expect(await tiffin('company', 'create', '--name', 'First', '--country', 'DE', '--profile', 'starter')).toMatchObject({
      code: 0,
    })
    const company = async (profile: string) =>
      (json(await tiffin('whoami', '--profile', profile, '--json', 'company_id')) as { company_id: number | null }).company_id
    expect([await company('starter'), await company('bystander')]).toEqual([expect.any(Number), null])
    await machine.run(['login', '--login', 'starter', '--profile', 'bystander'], { env: { TIFFIN_PASSWORD: PASSWORD } })
    expect(await company('bystander')).toBe(await company('starter'))
  })

  it('PERM-07: acts for the company in a flag, and is refused a foreign one', async () => {
    const rows = json(
      await tiffin('list', 'merchant', '--json', 'name', '--profile', 'boss', '--company', String(server.world.a)),
    ) as { name: unknown }[]
    expect(rows).toHaveLength(3)
    const foreign = await tiffin('list', 'merchant', '--company', String(server.world.b))
    expect(foreign).toMatchObject({ code: 1, out: '' })
    expect(foreign.err).toContain('[foreign_company]')
  })
})

describe('tables', () => {
  fullRunOnly.it('lists with filters, search, order, limit and fields', async () => {
    const ids = async (...args: string[]) =>
      (json(await tiffin('list', 'merchant', ...args, '--json', 'merchant_id')) as { merchant_id: number }[]).map(
        (row) => row.merchant_id,
      )
    const [item, two, three] = server.world.merchants
    expect(await ids()).toEqual([item, two, three])
    expect(await ids('--where', `merchant_id=${item},${three}`)).toEqual([item, three])
    expect(await ids('-w', `id>=${two}`, '--order', '-id')).toEqual([three, two])
    expect(await ids('--where', 'name~SUSH')).toEqual([two])
    expect(await ids('--search', 'pizz')).toEqual([item])
    expect(await ids('--limit', '1')).toEqual([item])
  })

  it.each([
    ['json', '[\n  {\n    "name": "Anna",\n    "phone": "49301234567"\n  }\n]\n'],
    ['ndjson', '{"user_id":1,"name":"Anna","phone":"49301234567"}\n'],
    ['csv', 'user_id,name,phone\r\n1,Anna,49301234567\r\n'],
    ['tsv', 'user_id\tname\tphone\n1\tAnna\t49301234567\n'],
    ['table', 'user_id  name        phone\n      1  Anna  49301234567\n'],
  ])('writes %s', async (format, expected) => {
    const fields = format === 'json' ? ['--json', 'name,phone'] : ['--fields', 'name,phone', '--format', format]
    const run = await tiffin('list', 'user', '--where', 'name=Anna', ...fields)
    expect(run.out.replaceAll(String(server.world.userA), '1')).toBe(expected.replaceAll(String(server.world.userA), '1'))
  })

  it('AUDIT-05: lists the audit log in words: which record, which company, what changed; JSON has the data', async () => {
    const { a } = server.world
    const id = await insertRow(server.database, 'user', { company: a, name: 'Ida', bonus_score: '1.00' })
    await tiffin('save', 'user', String(id), '--set', 'bonus_score=50', '--yes')
    await machine.run(['login', '--login', 'platform', '--profile', 'boss'], { env: { TIFFIN_PASSWORD: PASSWORD } })
    const log = (...more: string[]) =>
      tiffin('list', 'audit', '-w', 'table=user', '-o', '-audit_id', '-n', '1', '--profile', 'boss', '--company', '0', ...more)
    const { out } = await log('--format', 'tsv')
    expect(out.split('\n')[0]).toBe('audit_id\tdate\tuser_name\taction\trecord\tcompany\tchanges')
    expect(out).toMatch(/\tUpdate\tCustomer Ida\tAlpha\tBonus points: 1(\.00)? € → 50(\.00)? €/)
    expect(json(await log('--json'))).toMatchObject([
      { table: 'user', data: { key: String(id), after: { bonus_score: '50.00' } } },
    ])
  })

  it('API-24: escapes texts in CSV and TSV that a spreadsheet would take for a formula, but not in JSON', async () => {
    await insertRow(server.database, 'user', { company: server.world.a, name: '=cmd|1', comment: '-5', phone: '49170222' })
    const listed = async (format: string) =>
      (await tiffin('list', 'user', '-w', 'phone=49170222', '--fields', 'name,comment', '--format', format)).out
    expect(await listed('csv')).toMatch(/,'=cmd\|1,-5\r\n$/)
    expect(await listed('tsv')).toMatch(/\t'=cmd\|1\t-5\n$/)
    expect(await listed('ndjson')).toContain('"name":"=cmd|1"')
  })

  it('says on stderr which columns of a table did not fit', async () => {
    const fields = 'user_id,company,status,phone,name,comment,bonus_score,has_session,platform,active,create,chat_date'
    const run = await tiffin('list', 'user', '--fields', fields, '--format', 'table')
    expect(run).toMatchObject({ code: 0, err: 'Columns that do not fit: create, chat_date\n' })
    expect(run.out).not.toContain('Columns that do not fit')
  })

  fullRunOnly.it('writes complete TSV into a pipe without escape sequences, whatever the data', async () => {
    const long = `${'x'.repeat(300)}\u001b[31mred\u001b[0m\ttab\nline`
    await insertRow(server.database, 'courier', { company: server.world.a, name: long, phone: '49170111' })
    const run = await machine.run(['list', 'courier', '--fields', 'name'], { env: { COLUMNS: '40', FORCE_COLOR: '1' } })
    expect(run.out).not.toContain('\u001b')
    expect(run.out).toContain(`${'x'.repeat(300)}\\u001b[31mred\\u001b[0m\\ttab\\nline\n`)
    for (const args of [['--help'], ['list', '--help'], ['nonsense'], ['whoami']]) {
      const { out, err } = await machine.run(args, { env: { FORCE_COLOR: '1' } })
      expect(out + err).not.toContain('\u001b')
    }
  })

  fullRunOnly.it('API-24, LIST-03: exports with the filters of list into a file, in the reader’s language', async () => {
    const { database, world } = server
    const order = await insertOrder(database, world, { total: '77.70', comment: '=1+1', paid: 1 })
    const file = path.join(machine.home, 'orders.xlsx')
    const args = ['export', 'order', '--where', `id=${order}`, '--fields', 'id,total,paid,user.phone,comment', '--lang', 'ru']
    const run = await tiffin(...args, '--out', file, '--json')
    expect(run).toMatchObject({ code: 0 })
    expect(json(run)).toMatchObject({ file, rows: 1, bytes: statSync(file).size })
    const sheet = (book: WorkBook) =>
      utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0] ?? ''] as WorkSheet, { header: 1 })
    const rows = sheet(read(readFileSync(file)))
    expect(rows[0]).toEqual(['order', `id=${order}`])
    expect(rows[1]).toEqual(expect.arrayContaining(['ID', 'Телефон']))
    expect(rows[2]).toEqual([order, 77.7, 'Да', '49301234567', "'=1+1"])

    expect(await tiffin(...args, '--out', file)).toMatchObject({ code: 1, out: '' })
    expect((await tiffin(...args, '--out', file, '--yes')).code).toBe(0)
    const all = await tiffin('export', 'courier', '--out', path.join(machine.home, 'couriers.xlsx'))
    const listed = json(await tiffin('list', 'courier', '--json')) as unknown[]
    expect(all.err).toContain(`Exported: ${listed.length} rows`)
    const [, headings, ...couriers] = sheet(read(readFileSync(path.join(machine.home, 'couriers.xlsx'))))
    expect(couriers).toHaveLength(listed.length)
    expect(headings).toEqual(expect.arrayContaining(['ID', 'Name', 'Phone']))
    expect(headings).not.toContain('revision')
  })

  fullRunOnly.it('API-24: explains why nothing was exported, and leaves no file', async () => {
    const file = path.join(machine.home, 'none.xlsx')
    expect(await tiffin('export', 'nothing', '--out', file)).toMatchObject({ code: 2 })
    expect(await tiffin('export', 'order', '--fields', 'user.comment', '--out', file)).toMatchObject({ code: 2 })
    expect(await tiffin('export', 'order', '--out', file, '--profile', 'nobody')).toMatchObject({ code: 4 })
    expect(readdirSync(machine.home).filter((name) => name.startsWith('none'))).toEqual([])
  })

  fullRunOnly.it('API-24: writes a sheet into a pipe completely or not at all', async () => {
    const whole = await machine.shell('sh', 'tiffin export courier --out - | wc -c', { TIFFIN_URL: server.url })
    expect(Number(whole)).toBeGreaterThan(1000)
    const cutting = createServer((asked, answer) => {
      const headers = { ...asked.headers, host: new URL(server.url).host }
      const forwarded = request(server.url + (asked.url ?? ''), { method: asked.method, headers }, (given) => {
        answer.writeHead(given.statusCode ?? 500, given.headers)
        const isSheet = given.headers['content-type']?.includes('sheet') === true
        given.on('data', (part: Buffer) =>
          isSheet ? answer.write(part.subarray(0, 100), () => answer.destroy()) : answer.write(part),
        )
        given.on('end', () => answer.end())
      })
      asked.pipe(forwarded)
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => cutting.once('listening', resolve))
    const token = await server.signIn('owner')
    const env = { TIFFIN_URL: `http://127.0.0.1:${(cutting.address() as AddressInfo).port}`, TIFFIN_TOKEN: token }
    const broken = await machine.run(['export', 'courier', '--out', '-'], { env })
    expect(broken).toMatchObject({ code: 1, out: '' })
    expect(broken.err).toContain('[export_broken]')
    cutting.close()
  })

  fullRunOnly.it('joins tables and accepts paths into joined rows', async () => {
    const id = await insertOrder(server.database, server.world)
    const run = await tiffin('get', 'order', String(id), '--join', 'user,merchant', '--json', 'order_id,user_obj.name')
    expect(json(run)).toEqual({ order_id: id, 'user_obj.name': 'Anna' })
    const unassigned = await tiffin('get', 'order', String(id), '--join', 'courier', '--json', 'order_id,courier_obj.name')
    expect(json(unassigned)).toEqual({ order_id: id, 'courier_obj.name': null })
    expect((await tiffin('get', 'order', '999999')).code).toBe(3)
  })

  it('creates a row, changes only the fields that were set, and says if nothing changed', async () => {
    const made = await tiffin('save', 'user', '--set', 'name=Dora', '--set', 'phone=+49 170 223', '--json')
    expect(made).toMatchObject({ code: 0 })
    const { user_id, phone } = json(made) as { user_id: number; phone: string }
    expect(phone).toBe('49170223')
    const planned = await tiffin('save', 'user', String(user_id), '--set', 'name=Dora K', '--dry-run', '--json')
    expect(json(planned)).toEqual([{ action: 'update', id: user_id, field: 'name', before: 'Dora', after: 'Dora K' }])
    expect(json(await tiffin('save', 'user', String(user_id), '--set', 'name=Dora K', '--json', 'name'))).toEqual({
      name: 'Dora K',
    })
    expect(await tiffin('save', 'user', String(user_id), '--set', 'name=Dora K')).toMatchObject({ code: 3, out: '' })
  })

  fullRunOnly.it('keeps the other languages of a text', async () => {
    const [id] = server.world.merchants
    await tiffin('save', 'merchant', String(id), '--set', 'name.ru=Пиццерия')
    const row = json(await tiffin('get', 'merchant', String(id), '--json', 'name'))
    expect(row).toEqual({ name: { en: 'Pizzeria', ru: 'Пиццерия' } })
  })

  it('plans changes to many rows and applies them only when confirmed', async () => {
    const input = JSON.stringify([
      { user_id: server.world.userA, name: 'Annette' },
      { name: 'Edda', phone: '49170333' },
    ])
    const unsure = await machine.run(['save', 'user', '-'], { input })
    expect(unsure).toMatchObject({ code: 2, out: '' })
    expect(unsure.err).toContain('1 new, 1 changed, 0 unchanged')
    expect(unsure.err).toContain('--yes')
    expect(json(await tiffin('get', 'user', String(server.world.userA), '--json', 'name'))).toEqual({ name: 'Anna' })
    const confirmed = await machine.run(['save', 'user', '--yes', '--json', 'name'], { input })
    expect(json(confirmed)).toEqual([{ name: 'Annette' }, { name: 'Edda' }])
  })

  it('LIST-03: deletes all rows that a filter finds, even over a thousand, and says how many', async () => {
    await server.database.asOwner(
      `insert into "user" (company, name, phone) select $1, 'Many ' || n, '4930' || n from generate_series(1, 1203) n`,
      [server.world.a],
    )
    const dry = await tiffin('delete', 'user', '--where', 'name~Many', '--dry-run')
    expect(dry.err).toContain('These would be deleted: 1203')
    const done = await tiffin('delete', 'user', '--where', 'name~Many', '--yes')
    expect(done).toMatchObject({ code: 0 })
    expect(done.err).toContain('Deleted: 1203')
    expect(await server.database.asOwner(`select 1 from "user" where name like 'Many%'`)).toEqual([])
  })

  it('deletes after confirmation, and says what still uses a row', async () => {
    const made = json(await tiffin('save', 'pay_type', '--set', 'name=Voucher', '--json')) as { promocode_id: number }
    const id = String(Object.values(made)[0])
    expect((await tiffin('delete', 'pay_type', id)).err).toContain('--yes')
    expect((await tiffin('delete', 'pay_type', id, '--dry-run')).code).toBe(0)
    expect((await tiffin('get', 'pay_type', id)).code).toBe(0)
    expect((await tiffin('delete', 'pay_type', id, '--yes')).code).toBe(0)
    expect((await tiffin('delete', 'pay_type', id, '--yes')).code).toBe(3)
    await insertOrder(server.database, server.world)
    const used = await tiffin('delete', 'user', String(server.world.userA), '--yes')
    expect(used).toMatchObject({ code: 1, out: '' })
    expect(used.err).toMatch(/Record is in use: Orders \(\d+\) \(user #1\) \[in_use\]/)
  })

  it.each([
    [['list', 'curier'], 'Did you mean courier?'],
    [['list', 'oders'], 'Did you mean orders?'],
    [['list', 'order', '--where', 'total=>5'], 'Did you mean >=?'],
    [['list', 'order', '--where', 'total==5'], 'Did you mean =?'],
    [['list', 'courier', '--where', 'name!~x'], 'field~text'],
    [['list', 'order', '--where', 'total~5'], 'Unknown condition: like'],
    [['list', 'courier', '--where', 'nmae=x'], 'Did you mean name?'],
    [['list', 'courier', '--where', 'name'], 'field=value'],
    [['list', 'order', '--where', 'total'], 'field=value'],
    [['list', 'order', '--join', 'usr'], 'Did you mean user?'],
    [['list', 'order', '--limit', 'many'], '--limit'],
    [['list', 'courier', '--json', 'nmae'], 'Did you mean name?'],
    [['list', 'courier', '--format', 'xml'], 'Allowed choices'],
    [['list', 'courier', '--json', '--format', 'csv'], '--json'],
    [['get', 'courier', 'seven'], 'seven'],
    [['save', 'courier'], 'Nothing to save'],
    [['save', 'courier', '--set', 'revisoin=1'], 'Did you mean revision?'],
    [['save', 'courier', '--set', 'code_value=1'], 'code_value'],
    [['save', 'order', '--set', 'cutlery=lots'], 'cutlery'],
    [['delete', 'courier'], '--where'],
    [['list'], "missing required argument 'entity'"],
    [['lst'], 'Did you mean list?'],
    [['orders', 'mve'], 'Did you mean move?'],
    [['orders', 'move', '1'], '--to'],
    [['orders', 'move', '1', '--to', 'Acceptd'], 'Did you mean Accepted?'],
    [['whoami', '--profil', 'x'], '--profile'],
    [['whoami', '--url', 'ftp://x'], 'http'],
    [['api', 'Refrence', 'getData'], 'Did you mean Reference?'],
    [['api', 'Order', 'mvoe'], 'Did you mean move?'],
    [['api', 'Auth', 'checkAuth', '{'], 'JSON'],
    [['board'], 'terminal'],
    [['backup', 'x', '--dry-run'], '--dry-run'],
    [['completion', 'csh'], 'Allowed choices'],
  ])('reports wrong usage for %j and suggests the nearest match', async (args, words) => {
    const run = await tiffin(...args)
    expect(run).toMatchObject({ code: 2, out: '' })
    expect(run.err).toContain(words)
  })
})

describe('orders', () => {
  it('KDS-16: moves several orders and reports each by name, refusals in words', async () => {
    const { statuses } = server.world
    const fine = await insertOrder(server.database, server.world, { ticket: 6 })
    const there = await insertOrder(server.database, server.world, { order_status: statuses[3], ticket: 0 })
    const run = await tiffin(
      'orders',
      'move',
      String(fine),
      String(there),
      '999999',
      '--to',
      'accepted',
      '--json',
      'order_id,order,result,code',
    )
    expect(run.code).toBe(3)
    expect(json(run)).toEqual([
      { order_id: fine, order: '#6 Pizzeria', result: 'moved', code: null },
      { order_id: there, order: `#${there} Pizzeria`, result: 'unchanged', code: null },
      { order_id: 999_999, order: '', result: 'missing', code: 'not_found' },
    ])
    const locked = await machine.run(['orders', 'move', String(fine), '--to', 'Closed'], { env: { LANG: 'en_US.UTF-8' } })
    expect(locked).toMatchObject({ code: 1 })
    expect(locked.err).toContain(`#6 Pizzeria (${fine}): The column Closed is locked [column_locked]`)
  })

  it('KDS-23: asks for the reason of a cancellation', async () => {
    const id = await insertOrder(server.database, server.world)
    const bare = await tiffin('orders', 'move', String(id), '--to', 'Cancelled')
    expect(bare).toMatchObject({ code: 1 })
    expect(bare.err).toContain('[reason_required]')
    expect((await tiffin('orders', 'move', String(id), '--to', 'Cancelled', '--reason', 'Called')).code).toBe(0)
    expect(json(await tiffin('get', 'order', String(id), '--json', 'cancel_reason'))).toEqual({ cancel_reason: 'Called' })
  })

  it('KDS-13: takes the hand-off code, or a reason to do without', async () => {
    const { database, world } = server
    await database.asOwner('update company set handoff_codes = 1')
    const ids = [await insertOrder(database, world, { type: 1 }), await insertOrder(database, world, { type: 1 })].map(String)
    const [first = '', second = ''] = ids
    const bare = await tiffin('orders', 'move', first, '--to', 'Delivered')
    expect(bare).toMatchObject({ code: 1 })
    expect(bare.err).toContain('[handoff_required]')
    await database.asOwner(`insert into order_handoff (company, order_id, code) values ($1, $2, '0042')`, [world.a, first])
    const wrong = await tiffin('orders', 'move', first, '--to', 'Delivered', '--code', '4200')
    expect(wrong.err).toContain('[handoff_wrong]')
    expect((await tiffin('orders', 'move', first, '--to', 'Delivered', '--code', '0042')).code).toBe(0)
    expect((await tiffin('orders', 'move', second, '--to', 'Delivered', '--without-code', 'Phone is off')).code).toBe(0)
    expect(json(await tiffin('get', 'order', second, '--json', 'handoff_reason'))).toEqual({ handoff_reason: 'Phone is off' })
    await database.asOwner('update company set handoff_codes = 0')
  })

  it('only checks the rules with --dry-run', async () => {
    const id = await insertOrder(server.database, server.world)
    const allowed = await tiffin('orders', 'move', String(id), '--to', 'Ready', '--dry-run', '--json', 'result')
    expect(json(allowed)).toEqual([{ result: 'allowed' }])
    const refused = await tiffin('orders', 'move', String(id), '--to', 'Closed', '--dry-run', '--json', 'code')
    expect(refused.code).toBe(1)
    expect(json(refused)).toEqual([{ code: 'column_locked' }])
    expect(json(await tiffin('get', 'order', String(id), '--json', 'order_status'))).toEqual({
      order_status: server.world.statuses[2],
    })
  })

  it('KDS-14: shows an order with its history', async () => {
    const id = await insertOrder(server.database, server.world)
    await tiffin('orders', 'move', String(id), '--to', 'Ready')
    const shown = json(await tiffin('orders', 'show', String(id), '--json')) as { timeline: { app: string }[] }
    expect(shown.timeline.map((event) => event.app)).toEqual(['cli'])
  })

  it('lists active orders by default, or those in a status given by name', async () => {
    const done = await insertOrder(server.database, server.world, { order_status: server.world.statuses[8] })
    const active = await insertOrder(server.database, server.world)
    const ids = async (...args: string[]) =>
      (json(await tiffin('orders', 'list', ...args, '--json', 'order_id')) as { order_id: number }[]).map((row) => row.order_id)
    expect(await ids()).toContain(active)
    expect(await ids()).not.toContain(done)
    expect(await ids('--all')).toEqual(expect.arrayContaining([active, done]))
    const delivered = await ids('--status', 'Delivered')
    expect(delivered).toContain(done)
    expect(delivered).not.toContain(active)
  })
})

describe('where', () => {
  it('KDS-26: finds the orders of a customer by phone, name or ticket, across merchants and dates, open ones first', async () => {
    const { database, world } = server
    const user = await insertRow(database, 'user', { company: world.a, name: 'Zora Kern', phone: '4915155501' })
    const [here, there] = world.merchants
    const make = (merchant: number, status: number, more: object = {}) =>
      insertOrder(database, world, { user, merchant, order_status: world.statuses[status], ...more })
    const cooking = await make(here, 3, { ticket: 871 })
    const old = await make(there, 8, { time_create: '2026-03-01T10:00:00Z', time_finish: '2026-03-01T11:00:00Z' })
    for (const text of ['+49 151 55501', '0151 55501', 'zora', 'Kern']) {
      const found = json(await tiffin('where', text, '--json')) as { order_id: number; status: string; customer: string }[]
      expect(
        found.map((order) => [order.order_id, order.status]),
        text,
      ).toEqual([
        [cooking, 'Accepted'],
        [old, 'Delivered'],
      ])
      expect(found[0]).toMatchObject({ merchant: 'Pizzeria', customer: 'Zora Kern', phone: '4915155501' })
    }
    expect(json(await tiffin('where', '#871', '--json'))).toMatchObject([{ order_id: cooking }])
    const shown = (await tiffin('where', 'zora')).out.trimEnd().split('\n').slice(-2)
    expect(shown[0]).toMatch(new RegExp(`${cooking}.*871.*Pizzeria.*Accepted.*Zora Kern`))
    expect(shown[1]).toMatch(new RegExp(`${old}.*Sushi.*Delivered.*Zora Kern`))
    expect(await tiffin('where', 'z')).toMatchObject({ code: 2 })
    expect((await tiffin('where', 'nobody at all')).err).toContain('No results')
  })

  it('finds an order by its ID, however many later ones have this ticket number', async () => {
    const { database, world } = server
    const delivered = world.statuses[8]
    const old = await insertOrder(database, world, { order_status: delivered, ticket: 1 })
    for (let later = 0; later < 20; later += 1) await insertOrder(database, world, { order_status: delivered, ticket: old })
    const open = await insertOrder(database, world, { ticket: old })
    const found = json(await tiffin('where', `#${old}`, '--json')) as { order_id: number }[]
    expect(found.slice(0, 2).map(({ order_id }) => order_id)).toEqual([open, old])
    expect(found).toHaveLength(20)
    await database.asOwner('update "order" set "delete" = 1 where ticket = $1 or order_id = $1', [old])
  })
})

describe('call', () => {
  it('announces a ringing phone, however it is written', async () => {
    expect(json(await tiffin('call', '+49 151 55501', '--json'))).toEqual({ phone: '4915155501' })
    expect(json(await tiffin('call', 'anonymous', '--json'))).toEqual({ phone: '' })
    expect(await tiffin('call', 'Zora')).toMatchObject({ code: 1 })
  })
})

describe('which-merchant', () => {
  it('ranks merchants for a cart and a place, with reasons', async () => {
    const { database, world } = server
    const [near, far] = world.merchants
    await database.asOwner(`update merchant set work_time = '[]', status = 1, paused_until = null`)
    await database.asOwner(`update merchant set address = '{"coords":[52.5,13.4],"radius":5000}' where merchant_id = $1`, [near])
    await database.asOwner(`update merchant set address = '{"coords":[52.6,13.4],"radius":2000}' where merchant_id = $1`, [far])
    const found = async (...args: string[]) =>
      json(await tiffin('which-merchant', '2 Soup 4.50', ...args, '--json')) as Record<string, unknown>[]
    const ranked = await found('--at', '52.52,13.4')
    expect(ranked.find(({ merchant_id }) => merchant_id === near)).toMatchObject({ takes: true, why: '' })
    expect(ranked.find(({ merchant_id }) => merchant_id === far)).toMatchObject({
      takes: false,
      why: 'Outside the delivery area by 6 km',
    })
    expect((await found('--pickup')).every(({ takes }) => takes)).toBe(true)
    expect(await tiffin('which-merchant', 'Soup')).toMatchObject({ code: 2 })
    expect(await tiffin('which-merchant', 'Soup 4', '--at', '91,0')).toMatchObject({ code: 2 })
    expect(await tiffin('which-merchant', 'Soup 4', '--address', 'Nowhere 999')).toMatchObject({ code: 3 })
  })
})

describe('why', () => {
  it('MOON-03: explains an order in lines, as data, and as a table for scripts', async () => {
    const { database, world } = server
    const id = await insertOrder(database, world, { cost: '3.00', fee: '1.50', total: '4.50', order_status: world.statuses[0] })
    const run = await tiffin('why', 'order', String(id))
    expect(run).toMatchObject({ code: 0, err: '' })
    expect(run.out).toContain(
      'Price\n  Cost: 3.00 € (Items total 0.00 €)\n  Fee: 1.50 € (Set manually, or settings have changed. Current calculation: 0.00 €)\n',
    )
    expect(run.out).toContain('Board\n  Not on the board: Its status Cancelled is not a column\n')
    expect(json(await tiffin('why', 'order', String(id), '--json', 'board'))).toEqual({
      board: [{ label: 'Not on the board', passed: false, why: 'Its status %1 is not a column', params: ['Cancelled'] }],
    })
    expect((await tiffin('why', 'order', String(id), '--format', 'tsv')).out).toContain('Price\tTotal: 4.50 €\n')
    expect((await tiffin('why', 'order', String(id), '--lang', 'ru')).out).toContain(
      'Не на доске: Для его статуса Cancelled нет столбца',
    )
  })

  it('MOON-03: looks at the board that the person saved', async () => {
    const { database, world } = server
    const id = await insertOrder(database, world)
    const settings = { merchants: { [world.a]: [world.merchants[1]] }, hidden: [world.statuses[2]] }
    await database.asOwner('delete from kanban_settings')
    await insertRow(database, 'kanban_settings', { admin: world.ownerA, settings })
    try {
      expect((await tiffin('why', 'order', String(id))).out).toContain(
        'Board\n  Not on the board: Its merchant is not selected\n  Not on the board: The column New is hidden\n',
      )
    } finally {
      await database.asOwner('delete from kanban_settings')
    }
  })

  it('MOON-03: explains a promo code for an order, also one that does not exist', async () => {
    const { database, world } = server
    const id = await insertOrder(database, world)
    await database.asOwner('update company set allow_promocode = 1')
    const terms = {
      type: 2,
      use: 5,
      discount_type: 1,
      discount: 2,
      date_start: '2020-01-01',
      date_finish: '2020-02-01',
      merchant: [],
    }
    await insertRow(database, 'promocode', { company: world.a, code: 'OLD', ...terms })
    const why = (code: string, order = String(id)) => tiffin('why', 'promo', code, '--order', order)
    expect((await why('old')).out).toBe(
      `Promo code old
  Code: Exists
  Dates: The promo code expired on Feb 1, 2020
  Merchant: Valid for all merchants
  Uses in total: In other orders: 0. The limit is 5
  Uses by this customer: In other orders: 0. No limit
`,
    )
    expect((await why('\u001b[31mX')).out).toBe('Promo code [31mX\n  Code: Promo code not found\n')
    expect(await why('OLD', '999999')).toMatchObject({ code: 3, out: '' })
    expect(await why('OLD', 'x')).toMatchObject({ code: 2, out: '' })
    expect(await tiffin('why', 'promo', 'OLD')).toMatchObject({ code: 2, out: '' })
    expect((await why('')).err).toContain('[invalid_value]')
  })
})

fullRunOnly.describe('kitchen devices', () => {
  it('KDS-25: confirms a device by its code for the given merchants, lists it, and revokes it', async () => {
    const asked = await server.call('Device', 'pair', { name: 'kitchen-1' })
    const { code, secret } = asked['data'] as { code: string; secret: string }
    const wrong = await tiffin('device', 'confirm', 'AAAA-AAAA')
    expect(wrong).toMatchObject({ code: 1, out: '' })
    expect(wrong.err).toContain('[pairing_code_unknown]')
    expect((await tiffin('device', 'confirm', code, '--merchants', 'Pizzaria')).err).toContain('Pizzeria')
    const named = await tiffin('device', 'confirm', code, '--merchants', 'pizzeria', '--name', 'Grill', '--json')
    const device = json(named) as { device_id: number }
    expect(device).toMatchObject({ name: 'Grill', merchants: [server.world.merchants[0]] })
    expect(await server.call('Auth', 'checkAuth', {}, { token: secret })).toMatchObject({ status: 'OK' })
    const names = async (...args: string[]) =>
      (json(await tiffin('device', 'list', ...args, '--json', 'name')) as { name: string }[]).map(({ name }) => name)
    expect(await names()).toEqual(['Grill'])
    const revoked = await tiffin('device', 'revoke', String(device.device_id))
    expect(revoked).toMatchObject({ code: 0, out: `device_id\trevoked\n${device.device_id}\t1\n` })
    expect(await server.call('Auth', 'checkAuth', {}, { token: secret })).toMatchObject({ code: 'session_required' })
    expect(await names()).toEqual([])
    expect(await names('--all')).toEqual(['Grill'])
  })
})

describe('other commands', () => {
  it('CONST-02: prints version and build', async () => {
    expect(await tiffin('--version')).toMatchObject({ code: 0, out: 'tiffin 0.0.1 (build 2025030301)\n' })
  })

  it('starts each help page with examples', async () => {
    for (const args of [[], ['list'], ['save'], ['orders', 'move'], ['backup'], ['demo'], ['company', 'create']]) {
      const run = await tiffin(...args, '--help')
      expect(run).toMatchObject({ code: 0, err: '' })
      expect(run.out).toMatch(/^Examples:\n {2}\S/)
    }
  })

  it('makes any call of the API', async () => {
    const run = await tiffin(
      'api',
      'reference',
      'getdata',
      '{"tables":[{"table":"merchant","include":["merchant_id"],"limit":[0,1]}]}',
    )
    expect(json(run)).toMatchObject({ status: 'OK', data: { merchant: { data: [{ merchant_id: server.world.merchants[0] }] } } })
    const refused = await tiffin('api', 'Reference', 'getData', '{"tables":[{"table":"nothing"}]}')
    expect(refused).toMatchObject({ code: 2, out: '' })
    expect(refused.err).toContain('[unknown_table]')
  })

  it('exits with 3 if the server does not have the record', async () => {
    const refused = await tiffin('api', 'Order', 'timeline', '{"order_id":999999}')
    expect(refused).toMatchObject({ code: 3, out: '' })
    expect(refused.err).toContain('[not_found]')
  })

  it.each([
    [['list', 'nope'], 2, 'Entity not found: nope [usage]'],
    [['list', 'order', '--where', 'foo=1'], 2, 'The table order has no field foo [usage]'],
    [['list', 'order', '--where', 'total=abc'], 2, 'total must be a number: abc [usage]'],
    [['get', 'order', 'abc'], 2, 'Invalid ID: abc [usage]'],
    [['orders', 'list', '--status', 'Nowhere'], 2, 'Status not found: Nowhere [usage]'],
    [['orders', 'show', '999999'], 3, 'order 999999 does not exist [nothing]'],
    [['api', 'Order', 'timeline', '{'], 2, 'The data is not JSON [usage]'],
  ])('%o exits with %i and a code', async (args, code, said) => {
    const run = await tiffin(...args)
    expect(run).toMatchObject({ code, out: '' })
    expect(run.err.split('\n')[0]).toBe(said)
  })

  it('accepts an amount as a filter', async () => {
    expect(await tiffin('list', 'order', '--where', 'total>=10.50', '--json')).toMatchObject({ code: 0 })
  })

  fullRunOnly.it('prints the console link of a record', async () => {
    const { a } = server.world
    expect((await tiffin('open', 'order', '42')).out).toBe(`${server.url}/Company/Order?id=42&company=${a}\n`)
    expect((await tiffin('open', 'user', '7', '--company', '5')).out).toBe(`${server.url}/Company/User?id=7&company=5\n`)
    expect((await tiffin('open', 'company', '9')).out).toBe(`${server.url}/Company/Settings?id=9&company=9\n`)
    expect((await tiffin('open', 'role', '1')).code).toBe(2)
    expect((await tiffin('open', 'chat_message', '1')).out).toBe(`${server.url}/Company/Chat?id=1&company=${a}\n`)
  })

  it('KDS-25: has exactly the board flags that the docs list', async () => {
    const docs = readFileSync(path.resolve(import.meta.dirname, '../../../docs/operating.md'), 'utf8')
    const told = /^\| flag of `tiffin board`[^]*?\n\n/m.exec(docs)?.[0].matchAll(/^\| .*\|/gm) ?? []
    const named = [...told].flatMap(([row]) => row.split('|')[1]?.match(/--[a-z][a-z-]*/g) ?? [])
    const options = (await tiffin('board', '--help')).out.split(/^(?:Global )?Options:$/m)[1] ?? ''
    const own = [...options.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, flag]) => flag)
    expect(new Set(named)).toEqual(new Set(own))
  })

  fullRunOnly.it('uses the language of the environment or of --lang', async () => {
    const russian = await machine.run(['get', 'order', '999999'], { env: { LANG: 'ru_RU.UTF-8' } })
    expect(russian.err).toContain('не существует')
    expect((await tiffin('get', 'order', '999999', '--lang', 'ru')).err).toContain('не существует')
    const help = (await tiffin('print', 'test', '--help', '--lang=ru')).out
    expect(help).toMatch(/^Примеры:[^]*на бумаге 80 мм[^]*Использование: tiffin print test/)
    expect(help).toMatch(/--make <make> +марка \(кодовые страницы\) \(epson, clone, rongta, plain\)\s+\(по\s+умолчанию: epson\)/)
  })

  fullRunOnly.it("says that it can't reach the server, and what to do", async () => {
    const token = await server.signIn('owner')
    const down = await machine.run(['list', 'courier', '--url', 'http://127.0.0.1:9'], { env: { TIFFIN_TOKEN: token } })
    expect(down).toMatchObject({ code: 1, out: '' })
    expect(down.err).toContain('[network]')
    expect(down.err).toContain('tiffin serve')
  })

  it.each([
    [400, 'Bad Request'],
    [200, '<html>'],
  ])('says to check the address if the server there is not Tiffin: %i %s', async (status, body) => {
    const other = createServer((_, response) => response.writeHead(status).end(body))
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    const run = await machine.run(['login', '--url', url, '--login', 'a', '--password-stdin', '--profile', 'x'], { input: 'b' })
    other.close()
    expect(run).toMatchObject({ code: 1, out: '' })
    expect(run.err).toContain('No Tiffin server at this address: check it')
  })

  fullRunOnly.it('completes commands, tables, fields and live ids', async () => {
    const words = async (...typed: string[]) =>
      (await tiffin('complete', '--', ...typed)).out.split('\n').map((line) => line.split('\t')[0])
    expect(await words('ord')).toContain('orders')
    expect(await words('list', '')).toContain('courier')
    expect(await words('list', 'courier', '--where', '')).toContain('courier_status')
    expect(await words('get', 'merchant', '')).toContain(String(server.world.merchants[0]))
    expect(await words('orders', 'move', '1', '--to', '')).toContain(String(server.world.statuses[3]))
    for (const shell of ['bash', 'zsh', 'fish']) expect((await tiffin('completion', shell)).out).toContain('tiffin complete --')
  })

  it.each([
    ['http://127.0.0.1:9/console', 'host and a port'],
    ['http://127.0.0.1:9/?a=1', 'host and a port'],
    ['ftp://127.0.0.1:9', 'http://'],
  ])('refuses an address such as %s', async (TIFFIN_URL, words) => {
    const run = await machine.run(['whoami'], { env: { TIFFIN_URL } })
    expect(run).toMatchObject({ code: 2, out: '' })
    expect(run.err).toContain(words)
  })

  it("says what to do if sessions can't be stored", async () => {
    const XDG_STATE_HOME = path.join(machine.home, 'a-file')
    writeFileSync(XDG_STATE_HOME, '')
    for (const args of [['whoami'], ['login', '--login', 'owner', '--password-stdin']]) {
      const run = await machine.run(args, { input: PASSWORD, env: { XDG_STATE_HOME } })
      expect(run).toMatchObject({ code: 1, out: '' })
      expect(run.err).toMatch(/\[profile_unusable\]\n.*is a file.*\nSet XDG_STATE_HOME/)
    }
  })

  it('does not create a database when a backup finds none', async () => {
    const home = path.join(machine.home, 'typo')
    const run = await tiffin('backup', path.join(machine.home, 'a.backup'), '--home', home)
    expect(run).toMatchObject({ code: 1, out: '' })
    expect(run.err).toContain('[database_missing]')
    expect(existsSync(home)).toBe(false)
  })
})

fullRunOnly.it('makes a file with a printed password unreadable to others', async () => {
  const home = mkdtempSync(path.join(tmpdir(), 'tiffin-db-init-'))
  // When root starts PostgreSQL, it runs as another account.
  chmodSync(home, 0o755)
  const own = await startEmbedded({ dataDir: path.join(home, 'postgresql') })
  try {
    const inShell = (script: string, env: Record<string, string>) => machine.shell('sh', `cd ${home}; umask 022; ${script}`, env)
    await inShell('tiffin db init --yes > tiffin.env', { DATABASE_ADMIN_URL: own.adminUrl })
    const settings = readFileSync(path.join(home, 'tiffin.env'), 'utf8').trim().split('\n')
    const env = Object.fromEntries(settings.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]))
    await inShell('tiffin admin create --login ann > made.txt', env)
    for (const [file, words] of [
      ['tiffin.env', 'DATABASE_WORKER_URL=postgres'],
      ['made.txt', 'password'],
    ] as const) {
      expect((statSync(path.join(home, file)).mode & 0o777).toString(8)).toBe('600')
      expect(readFileSync(path.join(home, file), 'utf8')).toContain(words)
    }
  } finally {
    await own.stop()
    rmSync(home, { recursive: true, force: true })
  }
})
