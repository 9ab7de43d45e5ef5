import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  changeVerb,
  commandLine,
  commandPages,
  deleteVerb,
  listVerbs,
  moveWords,
  orderVerbs,
  recordVerbs,
  reportVerbs,
} from '@tiffin/core/command-line'
import { pages, quickPeriods } from '@tiffin/core/rules'
import {
  type Area,
  areaOf,
  type Filter,
  filterName,
  type ListState,
  listQuery,
  NO_FILTER,
  readListState,
  routesOf,
  type Screen,
  screens,
  searchableField,
  searchOf,
  type Today,
} from '@tiffin/core/screens'
import { companyOptions, type Condition, reportNames } from '@tiffin/sdk/contract'
import type { Command } from 'commander'
import { createProgram } from './program.ts'
import { readFilter } from './services/read-condition.ts'
import { createMachine, type Machine, type Run } from './test/run-command.ts'

const { insertOrder, insertRow, PASSWORD, startTestServer } = await import('@tiffin/server/test')
const { sampled } = await import('@tiffin/server/test/full')
// Each run is a separate process, which starts slowly on a loaded machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const today: Today = { now: Date.UTC(2026, 10, 26, 12), timezone: 'Europe/Berlin' }
const hostile = [
  '=x',
  ' x',
  '~',
  "it's",
  '$(id)',
  '`id`',
  '"',
  'a\nb',
  '\u001B[2J\u0003',
  'null',
  '{"key":1}',
  '!=',
  'Имя',
  '%1',
  '-1',
]

/** Every list of the console: a declared screen in each area that shows it. */
const lists = screens
  .flatMap((screen) => routesOf(screen).map((route) => ({ screen, path: pages[route].path, area: areaOf(pages[route].path) })))
  .filter(({ screen }) => screen.editor.kind === 'dialog' || screen.editor.kind === 'full')
  .map((item) => [`${item.screen.name} at ${item.path}`, item] as const)

/** Values of a filter as its control writes them into the address, and hostile ones. */
function valuesOf(screen: Screen, filter: Filter): string[] {
  if ('name' in filter) return [...filter.choices.map((choice) => choice.value), 'nonsense']
  const field = searchableField(screen.entity, filter.field)
  if (field?.kind === 'date' || field?.kind === 'moment')
    return [...quickPeriods, '2026-11-01..2026-11-30', '2026-11-30..2026-11-01']
  if (field?.kind === 'word') return [...(field.values ?? []).map(String), 'nonsense']
  if (['reference', 'choice', 'flag', 'id'].includes(field?.kind ?? '')) return ['1', '1,2,3', '0', '1,x', 'x', '9'.repeat(20)]
  return ['Anna', ...hostile]
}

const filtersOf = ({ entity, filters }: Screen): readonly Filter[] =>
  'company' in entity.fields ? [{ field: 'company' }, ...filters] : filters

const state = (screen: Screen, change: Partial<ListState> = {}): ListState => ({
  search: '',
  filters: {},
  sort: screen.order,
  page: 1,
  size: 15,
  ...change,
})

/** The values after an option. */
const given = (words: readonly string[], option: string): string[] =>
  words.flatMap((word, at) => (word === option ? [words[at + 1] ?? ''] : []))

/** One value in a list and the value alone mean the same. */
const normalized = ({ key, op = '=', prm }: Condition): unknown => {
  const isSingle = op === 'in' && Array.isArray(prm) && prm.length === 1
  return { key, op: isSingle ? '=' : op, prm: isSingle ? prm[0] : prm }
}
/** The conditions of a search, each once. */
const meaning = (search: ReturnType<typeof searchOf>): string[] => [
  ...new Set(
    (search ?? [])
      .map((part) => ('key' in part ? normalized(part) : 'any' in part ? { any: part.any.map(normalized) } : part))
      .map((part) => JSON.stringify(part))
      .toSorted(),
  ),
]

const tables = screens.filter(({ editor }) => editor.kind === 'dialog' || editor.kind === 'full')

describe('the filters of every list', () => {
  // Also those that are part of an editor, such as the users of a company.
  it.each(tables.map((screen) => [screen.name, { screen }] as const))(
    'MOON-05: are the same in the copied command: %s',
    (_name, { screen }) => {
      const cases = filtersOf(screen).flatMap((filter) =>
        valuesOf(screen, filter).map((value) => ({ [filterName(filter)]: value })),
      )
      for (const filters of [{}, ...cases]) {
        const place = { screen, state: state(screen, { filters, search: " it's\n$(id) " }), today, company: 1 }
        for (const { words } of listVerbs(place, screen.columns)) {
          const read = given(words, '--where').flatMap((text) => {
            const filter = readFilter(screen.entity, text)
            return typeof filter === 'function' ? filter(today) : filter
          })
          const search = [...read, ...given(words, '--search').map((text) => ({ text }))]
          expect([filters, meaning(search)]).toEqual([filters, meaning(searchOf(screen, place.state, today))])
        }
      }
    },
  )
})

describe('copied commands', () => {
  let server: Awaited<ReturnType<typeof startTestServer>>
  let owner: Machine
  let platform: Machine
  const tokens = new Map<Machine, string>()

  /** Runs a copied line in a shell, as a person pastes it. */
  const paste = async (who: Machine, words: readonly string[], more = '--json'): Promise<unknown> => {
    const out = await who.shell('sh', `${commandLine(words)} ${more}`, { TIFFIN_URL: server.url })
    return more === '--json' ? JSON.parse(out) : out
  }
  /** IDs of the records that the console lists. */
  async function shown(who: Machine, screen: Screen, area: Area, list: ListState): Promise<unknown[]> {
    const { entity } = screen
    const readable = new Set(Object.keys(entity.fields))
    const query = listQuery(screen, { ...list, size: 100 }, { ...today, now: Date.now(), columns: [entity.key], readable })
    const { statistic: _, join: _none, ...asked } = { ...query, include: [entity.key] }
    const company = area === 'platform' ? 0 : server.world.a
    const answer = await server.call('Reference', 'getData', { tables: [asked] }, { token: tokens.get(who) ?? '', company })
    const rows = (answer['data'] as Record<string, { data: Record<string, unknown>[] }>)[entity.name]?.data ?? []
    return rows.map((row) => row[entity.key])
  }

  beforeAll(async () => {
    server = await startTestServer()
    owner = createMachine({ TIFFIN_URL: server.url })
    platform = createMachine({ TIFFIN_URL: server.url })
    for (const [who, login] of [
      [owner, 'owner'],
      [platform, 'platform'],
    ] as const) {
      const signedIn = await who.run(['login', '--login', login, '--password-stdin'], { input: `${PASSWORD}\n` })
      if (signedIn.code !== 0) throw new Error(signedIn.err)
      tokens.set(who, await server.signIn(login))
    }
    const { database, world } = server
    const options = companyOptions.map((option) => `${option} = 1`).join(', ')
    await database.asOwner(`update company set ${options} where company_id = $1`, [world.a])
    const now = Date.now()
    const due = (days: number) => new Date(now + days * 86_400_000).toISOString()
    for (const days of [0, -1, -3, -40]) await insertOrder(database, world, { time_finish: due(days), time_create: due(days) })
    for (const working of [1, 2])
      for (const courier_status of [1, 2, 3])
        await insertRow(database, 'courier', { company: world.a, name: `It's ${working}$(id)\n${courier_status}`, working, courier_status, phone: `49${working}${courier_status}` }) // prettier-ignore
  })
  afterAll(async () => {
    owner.remove()
    platform.remove()
    await server.stop()
  })

  sampled.it.each(lists)('MOON-05: shows the rows of the list: %s', async (_name, { screen, area }) => {
    const who = area === 'platform' ? platform : owner
    const company = area === 'platform' ? 0 : server.world.a
    const list = state(screen)
    const [verb] = listVerbs({ screen, state: list, today: { ...today, now: Date.now() }, company }, screen.columns)
    const rows = (await paste(who, verb?.words ?? [])) as Record<string, unknown>[]
    expect(rows.map((row) => row[screen.entity.key])).toEqual(await shown(who, screen, area, list))
  })

  const screenNamed = (name: string): Screen => screens.find((screen) => screen.name === name) as Screen
  const couriers = screenNamed('courier')
  const at = (list: Partial<ListState> = {}) => ({
    screen: couriers,
    state: state(couriers, list),
    today: { ...today, now: Date.now() },
    company: server.world.a,
  })
  const stored = () =>
    server.database.asOwner<Record<string, unknown>>(
      'select courier_id::int, comment, working::int, courier_status::int as status from courier where company = $1 order by courier_id',
      [server.world.a],
    )

  it('MOON-05: finds and exports the same rows for a hostile search and a state, and opens the same list', async () => {
    for (const change of [
      { search: "It's 1$(id)\n2" },
      { filters: { state: 'busy' } },
      { sort: { field: 'phone', dir: 'desc' } },
    ] as const) {
      const [list, sheet, open] = listVerbs(at(change), couriers.columns)
      const expected = await shown(owner, couriers, 'company', state(couriers, change))
      const rows = (await paste(owner, list?.words ?? [])) as Record<string, unknown>[]
      expect(rows.map((row) => row['courier_id'])).toEqual(expected)
      const csv = (await paste(
        owner,
        (sheet?.words ?? []).map((word) => (word.endsWith('.xlsx') ? '-' : word)),
        '--format csv',
      )) as string
      expect(csv.split('\r\n').filter((line) => /^\d+,/.test(line))).toHaveLength(expected.length)
      const link = new URL((await paste(owner, open?.words ?? [], '')) as string)
      expect([link.pathname, readListState(link.searchParams, couriers, 'company')]).toEqual([
        '/Company/CourierList',
        state(couriers, change),
      ])
    }
  })

  it('MOON-05: shows, opens, changes and deletes the selected records', async () => {
    const before = await stored()
    const [first, second, third] = before.map((row) => row['courier_id'] as number) as [number, number, number]
    const [get, open] = recordVerbs(couriers.entity, first, server.world.a, true)
    expect(await paste(owner, get?.words ?? [])).toMatchObject({ courier_id: first })
    expect(await paste(owner, open?.words ?? [], '')).toBe(
      `${server.url}/Company/CourierList?id=${first}&company=${server.world.a}\n`,
    )
    const text = '"it\'s"\n$(id) `id` {x} =1'
    const change = changeVerb(at(), [first, second], { kind: 'edit', field: 'comment', value: { en: text } })
    await paste(owner, change?.words ?? [], '--yes')
    const status = changeVerb(at({ filters: { state: 'busy' } }), 'found', { kind: 'edit', field: 'courier_status', value: 1 })
    await paste(owner, status?.words ?? [], '--yes')
    await paste(owner, deleteVerb(at(), [third]).words, '--yes')
    expect(await stored()).toEqual(
      before
        .filter((row) => row['courier_id'] !== third)
        .map((row) => ({
          ...row,
          ...(row['courier_id'] === first || row['courier_id'] === second ? { comment: { en: text } } : {}),
          status: row['status'] === 2 && row['working'] === 1 ? 1 : row['status'],
        })),
    )
  })

  it('MOON-05: moves, shows and deletes orders of the board', async () => {
    const { world, database } = server
    const orders = [await insertOrder(database, world), await insertOrder(database, world)]
    const target = world.statuses[3] as number
    await paste(owner, moveWords(orders, target, world.a))
    const now = await database.asOwner('select order_status::int from "order" where order_id = any($1)', [orders])
    expect(now).toEqual([{ order_status: target }, { order_status: target }])
    const [show, open, remove] = orderVerbs([orders[0] as number], world.a, true)
    expect(await paste(owner, show?.words ?? [])).toMatchObject({ order_id: orders[0] })
    expect(await paste(owner, open?.words ?? [], '')).toBe(`${server.url}/Company/Order?id=${orders[0]}&company=${world.a}\n`)
    await paste(owner, remove?.words ?? [], '--yes')
    expect(await owner.run(['get', 'order', String(orders[0])])).toMatchObject({ code: 3 })
  })

  sampled.it.each(reportNames.map((name) => [name]))(
    'MOON-05: shows the report %s with the filters of the console',
    async (report) => {
      const screen = screenNamed('orders report')
      const filters = { time_finish: 'Yesterday', merchant: String(server.world.merchants[0]) }
      const [verb] = reportVerbs(
        { screen, state: { search: 'Ring', filters }, today: { ...today, now: Date.now() }, company: server.world.a },
        { report, compare: true },
      )
      const printed = await paste(owner, verb?.words ?? [])
      const same = await paste(owner, [
        'tiffin',
        'report',
        report,
        '--period',
        'yesterday',
        '--merchant',
        filters.merchant,
        '--compare',
        '--search',
        'Ring',
      ])
      expect(printed).toEqual(same)
      const all = reportVerbs(
        { screen, state: { search: '', filters: { time_finish: NO_FILTER } }, today, company: server.world.a },
        { report, compare: true },
      )
      expect(all[0]?.words).toEqual(['tiffin', 'report', report, '--period', 'all', '--company', String(server.world.a)])
      expect(await paste(owner, all[0]?.words ?? [])).toBeInstanceOf(Array)
      const link = new URL((await paste(owner, verb?.words ?? [], '--web')) as string)
      expect(Object.fromEntries(link.searchParams)).toMatchObject({ ...filters, search: 'Ring', report, compare: '1' })
      const chosen = ['--merchant', filters.merchant, '--status', String(server.world.statuses[2])]
      const named = new URL((await paste(owner, ['tiffin', 'report', report, ...chosen], '--web')) as string)
      expect(Object.fromEntries(named.searchParams)).toMatchObject({
        merchant: filters.merchant,
        order_status: String(server.world.statuses[2]),
      })
    },
  )
})

describe('--web', () => {
  const commandsOf = (command: Command, parents: string[] = []): [name: string, command: Command][] =>
    command.commands.flatMap((item) => {
      const path = [...parents, item.name()]
      return item.commands.length > 0 ? commandsOf(item, path) : [[path.join(' '), item]]
    })
  const io = { out: () => {}, err: () => {} } as never
  const names = commandsOf(createProgram({ io, exit: 0 }, (text) => text)).map(([name]) => name)
  /** Commands about this machine, a server or a session, which no page shows. */
  const withoutPage =
    /^(login|logout|whoami|token .*|device .*|each-company|api|help|open|completion.*|complete|man|serve|demo|admin .*|db .*|backup|restore)$/

  it('MOON-05: has a page for each command that shows or changes data', () => {
    expect(names.filter((name) => !withoutPage.test(name) && !(name in commandPages))).toEqual([])
    // `tiffin tariff` is a command with another below it.
    const isCommand = (page: string) => names.some((name) => name === page || name.startsWith(`${page} `))
    expect(Object.keys(commandPages).filter((page) => !isCommand(page) && page !== 'dictionary translate')).toEqual([])
  })

  it.each([
    ['/Company/Order', ['orders list', 'orders show', 'orders move', 'board', 'where', 'call', 'which-merchant', 'why order']],
    ['/Company/Marketing/Promocode', ['why promo']],
    ['/Company/OrderStatus', ['lint workflow']],
    ['/Company/Printer', ['print list', 'print status', 'print test']],
    ['/Administrator/Company', ['company list', 'company use', 'company create']],
    ['/Company/Tariff', ['tariff', 'tariff change', 'tariff invoices', 'tariff invoice']],
    ['/Administrator/Dictionary', ['import', 'export', 'missing', 'translate'].map((verb) => `dictionary ${verb}`)],
    ['/Company/Import', ['import']],
    ['/Administrator/Audit', ['undo']],
    ['/Company/Settings', ['config pull', 'config plan', 'config apply', 'config diff']],
    ['/Company/Chat', ['chat list', 'chat read', 'chat send']],
    [
      '/Company/Marketing/Mailing',
      ['list', 'count', 'test', 'start', 'schedule', 'pause', 'resume', 'stop', 'why'].map((verb) => `mailing ${verb}`),
    ],
    ['/Company/Marketing/Push', ['outbox']],
    ['/Company/Webhook', ['list', 'create', 'rotate', 'test', 'delete', 'listen'].map((verb) => `webhook ${verb}`)],
    ['/Company/WebhookDelivery', ['webhook deliveries', 'webhook replay']],
  ])('MOON-05: %s is the page of %j, and of no other command', (path, commands) => {
    const found = Object.entries(commandPages).filter(([, page]) => page.shows === 'page' && pages[page.route].path === path)
    expect(found.map(([name]) => name)).toEqual(commands)
  })

  const link = async (...args: string[]): Promise<[number | null, string]> => {
    const machine = createMachine({})
    try {
      const run: Run = await machine.run([...args, '--web', '--company', '7'])
      return [run.code, run.code === 0 ? run.out : run.err]
    } finally {
      machine.remove()
    }
  }

  /** The link with the command's arguments that an address can contain. */
  const links: [line: string, link: string][] = [
    ['list courier --where state=free --search Ann --order -name', '/Company/CourierList?search=Ann&sort=-name&state=free'],
    ['export courier --where state=free --search Ann --order -name --out -', '/Company/CourierList?search=Ann&sort=-name&state=free'], // prettier-ignore
    ['import courier couriers.csv', '/Company/Import?table=courier'],
    ['schema courier', '/Company/CourierList'],
    ['get courier 5', '/Company/CourierList?id=5'],
    ['save courier 5 --set name=x', '/Company/CourierList?id=5'],
    ['save courier -', '/Company/CourierList'],
    ['save courier --where state=free --search Ann --set name=x', '/Company/CourierList?search=Ann&state=free'],
    ['delete courier --where state=free --search Ann', '/Company/CourierList?search=Ann&state=free'],
    [
      'report couriers --period Yesterday --by day --compare --merchant 3 --status 4 --search Ring',
      '/Company/Report/Orders?search=Ring&merchant=3&order_status=4&time_finish=Yesterday&report=couriers&by=day&compare=1',
    ],
    ['report orders --from 2026-11-01 --to 2026-11-03 --by hour', '/Company/Report/Orders?time_finish=2026-11-01..2026-11-03&report=orders&chart=hour'], // prettier-ignore
    ['report orders --where merchant=3', '/Company/Report/Orders?merchant=3&report=orders'],
    ['report orders --to 2026-11-08', '/Company/Report/Orders?time_finish=2026-11-01..2026-11-08&report=orders'],
    ['orders list --merchant 3,4 --search Ring', '/Company/Order?merchants=3%2C4&search=Ring'],
    ['orders list --status 4 --order -total', '/Company/Report/Orders?sort=-total&order_status=4&time_finish=all'],
    ['orders list --where merchant=3 --search Ring', '/Company/Report/Orders?search=Ring&merchant=3&time_finish=all'],
    ['orders list --all', '/Company/Report/Orders?time_finish=all'],
    ['orders show 42', '/Company/Order?id=42'],
    ['orders move 42 --to Ready', '/Company/Order?id=42'],
    ['board', '/Company/Order'],
    ['where 0151', '/Company/Order?search=0151'],
    ['call +49151', '/Company/Order?search=%2B49151'],
    ['call anonymous', '/Company/Order'],
    ['which-merchant "2 Soup"', '/Company/Order'],
    ['why order 42', '/Company/Order?id=42'],
    ['why promo HALF --order 42', '/Company/Marketing/Promocode?search=HALF'],
    ['lint workflow', '/Company/OrderStatus'],
    ['print list', '/Company/Printer'],
    ['print status tcp://10.0.0.9', '/Company/Printer'],
    ['print test tcp://10.0.0.9', '/Company/Printer'],
    ['company list', '/Administrator/Company'],
    ['company use 5', '/Administrator/Company?id=5'],
    ['company use Pizza', '/Administrator/Company?search=Pizza'],
    ['company create --name Pizza', '/Administrator/Company'],
    ['tariff', '/Company/Tariff'],
    ['tariff change Pro', '/Company/Tariff'],
    ['tariff invoices', '/Company/Tariff?tab=Billing'],
    ['tariff invoice 2026-1', '/Company/Tariff?tab=Billing'],
    ['dictionary import de.xlsx --lang de', '/Administrator/Dictionary?sort=de'],
    ['dictionary export --lang pt-BR --out de.xlsx', '/Administrator/Dictionary?sort=pt-BR'],
    ['dictionary missing --lang de', '/Administrator/Dictionary?sort=de'],
    ['dictionary missing', '/Administrator/Dictionary'],
    ['dictionary translate --lang de', '/Administrator/Dictionary?sort=de'],
    ['undo 1234', '/Administrator/Audit?date=all&change=1234&state=all'],
    ['config pull', '/Company/Settings'],
    ['config plan company.yaml', '/Company/Settings'],
    ['config apply company.yaml', '/Company/Settings'],
    ['config diff company.yaml', '/Company/Settings'],
    ['config diff company.yaml 5', '/Company/Settings?company=5'],
    ['config diff 5 company.yaml', '/Company/Settings?company=5'],
    ['chat list --mine', '/Company/Chat?assigned=mine'],
    ['chat list --unassigned', '/Company/Chat?assigned=none'],
    ['chat read 12', '/Company/Chat?user=12'],
    ['chat send 12 Hello', '/Company/Chat?user=12'],
    ['mailing list', '/Company/Marketing/Mailing'],
    ...['count', 'test', 'start', 'pause', 'resume', 'stop'].map((verb): [string, string] => [`mailing ${verb} 3`, '/Company/Marketing/Mailing?id=3']), // prettier-ignore
    ['mailing schedule 3 2026-12-01T10:00Z', '/Company/Marketing/Mailing?id=3'],
    ['mailing why 3 12', '/Company/Marketing/Mailing?id=3'],
    ['outbox', '/Company/Marketing/Push'],
    ['outbox --platform', '/Administrator/Outbox'],
    ['webhook list', '/Company/Webhook'],
    ['webhook create https://shop.example.com', '/Company/Webhook'],
    ...['rotate', 'test', 'delete'].map((verb): [string, string] => [`webhook ${verb} 4`, '/Company/Webhook?id=4']),
    ['webhook listen --forward-to http://localhost:3000', '/Company/Webhook'],
    ['webhook deliveries 4', '/Company/WebhookDelivery?webhook=4'],
    ['webhook deliveries 4 --state failed', '/Company/WebhookDelivery?webhook=4&state=failed'],
    ['webhook replay 4 1201', '/Company/WebhookDelivery?id=1201'],
    ['webhook replay 4 --from 2026-11-20T08:00Z --to 2026-11-21T08:00Z', '/Company/WebhookDelivery?webhook=4&created=2026-11-20..2026-11-21'], // prettier-ignore
  ]

  /** The link of a command of a signed-in owner, without its company; or why there is none. */
  async function webLink(line: string): Promise<string> {
    const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '')
    const said: string[] = []
    const write = (text: string): void => void said.push(text)
    const env = { HOME: '/nonexistent', TIFFIN_URL: server.url, TIFFIN_TOKEN: token }
    const app = { io: { env, out: write, err: write, columns: 80 } as never, exit: 0 }
    await createProgram(app, (text) => text).parseAsync([...words, '--web', '--company', String(server.world.a)], {
      from: 'user',
    })
    const link = URL.parse(said.join('').trim())
    if (!link) return said.join('')
    if (link.searchParams.get('company') === String(server.world.a)) link.searchParams.delete('company')
    return link.pathname + link.search
  }

  let server: Awaited<ReturnType<typeof startTestServer>>
  let token: string
  beforeAll(async () => {
    server = await startTestServer()
    token = await server.signIn('owner')
  })
  afterAll(() => server.stop())

  it('MOON-05: the table of links has each command with a page', () => {
    const isListed = (page: string) => links.some(([line]) => line === page || line.startsWith(`${page} `))
    expect(Object.keys(commandPages).filter((page) => !isListed(page))).toEqual([])
  })

  /** Options that say what to do or print, and how, but not which records to show. `command.test.ts` has saved reports. */
  const shownNothing = new Set(
    `limit fields columns join out raw set save openapi template map value rows sheet encoding decimal key clear-empty
     skip-refused again rejected forget-map show html id-column lang-column fail-if watch plan prune names unchanged reason code
     without-code to count answer quote seen keep-unread events name forward-to since country langs timezone add-ons period
     address at pickup make printer scan ascii low-bandwidth screen-reader mouse board pair saved`
      .trim()
      .split(/\s+/),
  )

  it('MOON-05: each option that chooses records is in the table of links, or of refusals', () => {
    const lines = [...links, ...refused].map(([line]) => line)
    const missing = commandsOf(createProgram({ io, exit: 0 }, (text) => text)).flatMap(([name, { options }]) =>
      options.flatMap(({ long = '' }) => {
        const isListed = lines.some((line) => line.startsWith(name) && line.split(' ').includes(long))
        return !(name in commandPages) || isListed || shownNothing.has(long.slice(2)) ? [] : [`${name} ${long}`]
      }),
    )
    expect(missing).toEqual([])
  })

  it.each(links)('MOON-05: the link has the arguments of the command: %s', async (line, expected) => {
    expect(await webLink(line)).toBe(expected)
  })

  const refused: [line: string, given: string][] = [
    ['get courier 5 6', '6'],
    ['orders move 42 43 --to Ready', '43'],
    ['webhook delete 4 5', '5'],
    ['list courier --order name --order phone', '--order phone'],
    ['chat list --unread', '--unread'],
    ['chat list --search Ann', '--search'],
    ['chat read 12 --search Ann', '--search'],
    ['config diff 3 5', '5'],
    ['config diff 3', '3'],
    ['dictionary export --lang de --missing --out de.xlsx', '--missing'],
    ['webhook replay 4 --undelivered', '--undelivered'],
  ]

  it.each(refused)('MOON-05: a link that would show something else is refused: %s', async (line, given) => {
    expect(await webLink(line)).toContain(`A link can't have ${given} [usage]`)
  })

  it('MOON-05: the link of a report has the IDs of statuses given by name', async () => {
    const second = server.world.statuses[2]
    const [row] = await server.database.asOwner<{ name: string }>(
      `select value ->> 'en' as name from order_status where order_status_id = $1`,
      [second],
    )
    expect(await webLink(`report orders --status "${row?.name}"`)).toContain(`order_status=${second}`)
  })

  it('refuses a command without a page, and a filter that the list does not have', async () => {
    expect(await link('whoami')).toEqual([2, expect.stringContaining('tiffin whoami has no page in the console')])
    expect(await link('list', 'zone')).toEqual([2, expect.stringContaining('Entity not found: zone')])
  })
})
