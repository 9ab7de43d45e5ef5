import { spawn } from 'node:child_process'
import type { Command } from 'commander'
import { addressFilters, commandPages, filterNames, listPage, listQueryText, recordPath } from '@tiffin/core/command-line'
import { pages, type RouteName } from '@tiffin/core/rules'
import { NO_FILTER, type Area, grainParam, initialFilter, type Today } from '@tiffin/core/screens'
import { reportNames } from '@tiffin/sdk/contract'
import type { Call } from '../call.ts'
import type { Connection } from '../connection.ts'
import { wrongUsage } from '../failure.ts'
import { readList } from '../global-options.ts'
import type { Result } from '../results/result.ts'
import { findEntity, readKey } from './find-entity.ts'
import { findStatus, readStatuses } from './find-status.ts'
import { splitCondition } from './read-condition.ts'
import { textLanguage } from './read-dictionary.ts'
import { type ListOptions, readOrder, readToday } from './read-rows.ts'
import type { ReportOptions } from './report.ts'
import { findSaved, readDays } from './report-request.ts'

const areaOf = ({ company }: Connection): Area => (company === 0 ? 'platform' : 'company')

/** A link into the console. It names the company, because the browser may be using another. */
async function linkTo(
  { url, company, token, user }: Connection,
  path: string,
  params: URLSearchParams,
  own?: number,
): Promise<string> {
  const link = new URL(path, url)
  for (const [name, value] of params) link.searchParams.append(name, value)
  // Without a sign-in or a server, the browser's current company applies.
  const chosen = async () => (token === undefined ? undefined : (await user().catch(() => null))?.company?.company_id)
  const companyId = own ?? company ?? (await chosen())
  if (companyId && !link.searchParams.has('company')) link.searchParams.set('company', String(companyId))
  return link.href
}

/** The link of a record. */
export async function recordLink(connection: Connection, entityName: string, id: string): Promise<string> {
  const entity = findEntity(entityName)
  const path = recordPath(entity.name, areaOf(connection))
  if (path === undefined) throw wrongUsage('The console has no screen for %1', { params: [entity.name] })
  const key = readKey(entity, id)
  const own = entity.name === 'company' ? Number(id) : undefined
  return linkTo(connection, path, new URLSearchParams({ id: String(key) }), own)
}

/** The link of a list with the filters of these conditions; @throws wrong usage for a condition without a filter in the list */
export async function listLink(connection: Connection, entityName: string, options: ListOptions): Promise<string> {
  const entity = findEntity(entityName)
  const page = listPage(entity.name, areaOf(connection))
  if (page === undefined) throw wrongUsage('The console has no screen for %1', { params: [entity.name] })
  const { screen, area, path } = page
  const conditions = (options.where ?? []).map((text) => {
    const { name, ...rest } = splitCondition(text)
    return { name: name === 'id' && !('id' in entity.fields) ? entity.key : name, ...rest }
  })
  const today: Today = conditions.length > 0 ? await readToday(connection) : { now: Date.now(), timezone: 'UTC' }
  const { filters, unknown } = addressFilters(screen, conditions, today)
  if (unknown)
    throw wrongUsage("The console's list has no such filter: %1", {
      params: [`${unknown.name}${unknown.sign}${unknown.value}`],
      next: [{ message: filterNames(screen).join(', ') }],
    })
  const [, ...otherSorts] = options.order ?? []
  if (otherSorts.length > 0) throw notInLink(`--order ${otherSorts.join(' ')}`)
  const sort = options.order?.[0] === undefined ? undefined : readOrder(entity, options.order[0])
  // The list would otherwise start with its own period or state.
  const unset = screen.filters
    .filter((filter) => initialFilter(filter, today) !== '')
    .map((filter) => ['name' in filter ? filter.name : filter.field, NO_FILTER] as const)
  const chosen = { ...Object.fromEntries(unset), ...filters }
  return linkTo(connection, path, listQueryText({ screen, area }, { search: options.search ?? '', filters: chosen, sort }))
}

/** The link of a report with its period, filters and rows; of a saved one with these options on top. */
async function reportLink(connection: Connection, [name]: readonly string[], options: ReportOptions): Promise<string> {
  const { from, to, period, search = '', compare, by } = options
  const stored = new URLSearchParams(options.saved === undefined ? '' : (await findSaved(connection, options.saved)).query)
  const report = reportNames.find((item) => item === (name ?? stored.get('report'))) ?? 'orders'
  const chosen = from === undefined && to === undefined ? undefined : readDays(options, await readToday(connection))
  const days = period ?? (chosen ? `${chosen.from}..${chosen.to}` : undefined)
  const where = [
    ...(await orderConditions(connection, options)),
    ...(days === undefined || days.toLowerCase() === 'all' ? [] : [`time_finish=${days}`]),
  ]
  const link = new URL(await listLink(connection, 'order', { where, search }))
  if (days === undefined) link.searchParams.delete('time_finish')
  for (const [param, value] of stored) if (!link.searchParams.has(param)) link.searchParams.set(param, value)
  link.searchParams.set('report', report)
  if (by !== undefined) link.searchParams.set(grainParam(report), by)
  if (compare === true) link.searchParams.set('compare', '1')
  return link.href
}

type OrderOptions = Pick<ReportOptions, 'merchant' | 'status' | 'where'>

/** The conditions of orders. An address has statuses by ID only. */
async function orderConditions(connection: Connection, { merchant, status, where = [] }: OrderOptions): Promise<string[]> {
  const given = readList(status ?? '')
  const byId = given.every((text) => /^\d+$/.test(text))
  const statuses = byId ? [] : await readStatuses(connection)
  const ids = byId ? given : given.map((text) => findStatus(statuses, text, connection.lang).order_status_id)
  return [
    ...where,
    ...(merchant === undefined ? [] : [`merchant=${merchant}`]),
    ...(ids.length === 0 ? [] : [`order_status=${ids.join(',')}`]),
  ]
}

/** Target of a link: parameters of the page's address, or a list with these conditions. */
type Shown = { params: Record<string, string | undefined> } | { table: string; where: string[] }

interface PageOptions extends ListOptions, OrderOptions {
  all?: boolean
  mine?: boolean
  unassigned?: boolean
  unread?: boolean
  state?: string
  from?: string
  to?: string
  lang?: string
  missing?: boolean
  undelivered?: boolean
}

/** A page can open one record. */
function oneOf(ids: readonly string[]): string | undefined {
  if (ids.length > 1) throw notInLink(ids.slice(1).join(' '))
  return ids[0]
}

const notInLink = (given: string) => wrongUsage("A link can't have %1", { params: [given] })

/** Refuses options that the page has no filter for. */
function refuseGiven(options: Readonly<Record<string, unknown>>): void {
  const given = Object.keys(options).find((name) => options[name] !== undefined)
  if (given !== undefined) throw notInLink(`--${given}`)
}

const byId = (ids: readonly string[]): Shown => ({ params: { id: oneOf(ids) } })
const first = ([id]: readonly string[]): Shown => ({ params: { id } })
const search = ([text]: readonly string[]): Shown => ({ params: { search: text } })
const bills = (): Shown => ({ params: { tab: 'Billing' } })

/** The page has the configuration of one company; the selected one is in the link anyway. */
const companyOfDiff = (sides: readonly string[]): Shown => {
  const companies = sides.filter((side) => /^\d{1,15}$/.test(side))
  if (companies.length > 0 && sides.length === 1) throw notInLink(sides.join(' '))
  return { params: { company: oneOf(companies) } }
}

/** The dictionary by its texts in a language; those without a text come first. */
const dictionary = (_: readonly string[], { lang, missing }: PageOptions): Shown => {
  refuseGiven({ missing })
  return { params: { sort: lang === undefined ? undefined : textLanguage(lang) } }
}

/** The part of an address that a page's command chooses; of other commands, the page is all. */
const shownBy: Readonly<Record<string, (args: readonly string[], options: PageOptions) => Shown>> = {
  import: ([table]) => ({ params: { table: findEntity(table ?? '').name } }),
  'orders show': byId,
  'orders move': byId,
  where: search,
  call: ([phone]) => search(/\d/.test(phone ?? '') ? [phone ?? ''] : []),
  'why order': byId,
  'why promo': search,
  'company use': ([company = '']) => (/^\d+$/.test(company) ? byId([company]) : search([company])),
  'tariff invoices': bills,
  'tariff invoice': bills,
  'chat list': (_, { mine, unassigned, unread, search: text }) => {
    refuseGiven({ unread, search: text })
    return { params: { assigned: mine === true ? 'mine' : unassigned === true ? 'none' : undefined } }
  },
  ...Object.fromEntries(['import', 'export', 'missing', 'translate'].map((verb) => [`dictionary ${verb}`, dictionary] as const)),
  undo: ([change]) => ({ table: 'audit', where: [`change=${change}`] }),
  'config diff': companyOfDiff,
  'chat read': ([id], { search: text }) => {
    refuseGiven({ search: text })
    return { params: { user: id } }
  },
  'chat send': ([id]) => ({ params: { user: id } }),
  ...Object.fromEntries(
    ['count', 'test', 'start', 'schedule', 'pause', 'resume', 'stop', 'why'].map((verb) => [`mailing ${verb}`, first] as const),
  ),
  'webhook rotate': byId,
  'webhook test': byId,
  'webhook delete': byId,
  'webhook deliveries': ([id], { state }) => ({
    table: 'webhook_delivery',
    where: [`webhook=${id}`, ...(state === undefined ? [] : [`state=${/^(pending|sending)$/.test(state) ? 'waiting' : state}`])],
  }),
  'webhook replay': ([id, ...deliveries], { from, to, undelivered }) => {
    refuseGiven({ undelivered })
    if (deliveries.length > 0) return byId(deliveries)
    return { table: 'webhook_delivery', where: [`webhook=${id}`, ...periodOf(from, to ?? new Date().toISOString())] }
  },
}

/** The days of two times. */
const periodOf = (from: string | undefined, to: string): string[] =>
  from === undefined ? [] : [`created=${from.slice(0, 10)}..${to.slice(0, 10)}`]

/** The board, or the list of orders if the board has no such filter. */
async function ordersLink(connection: Connection, options: PageOptions): Promise<string> {
  const { merchant, all, status, where, order, search: text } = options
  if (all === true || status !== undefined || where !== undefined || order !== undefined)
    return listLink(connection, 'order', { ...options, where: await orderConditions(connection, options) })
  return linkTo(connection, pages['Company-Order'].path, given({ merchants: merchant, search: text }))
}

const given = (params: Record<string, string | undefined>): URLSearchParams =>
  new URLSearchParams(Object.entries(params).filter((param): param is [string, string] => param[1] !== undefined))

const pathOf = (command: Command): string =>
  command.parent?.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name()

/** Link to the page that shows the same records as a command (MOON-05); opens it when run on a terminal. */
export async function openPage(call: Call<object>, command: Command): Promise<Result | void> {
  const name = pathOf(command)
  const page = commandPages[name]
  if (!page) throw wrongUsage('%1 has no page in the console', { params: [`tiffin ${name}`] })
  const connection = await call.connect()
  const [entity = ''] = call.args
  const options = call.options as ReportOptions & PageOptions
  if (page.shows === 'report') return openLink(call, await reportLink(connection, call.args, options))
  if (name === 'orders list') return openLink(call, await ordersLink(connection, options))
  if (page.shows === 'page') {
    const shown = shownBy[name]?.(call.args, options) ?? { params: {} }
    if ('table' in shown) return openLink(call, await listLink(connection, shown.table, { where: shown.where }))
    return openLink(call, await linkTo(connection, pages[routeOf(page.route, connection, call)].path, given(shown.params)))
  }
  const ids = page.shows === 'record' ? call.args.slice(1).filter((text) => text !== '-') : []
  const one = oneOf(ids)
  return openLink(call, await (one === undefined ? listLink(connection, entity, options) : recordLink(connection, entity, one)))
}

/** Imports and messages of the platform have separate pages. */
function routeOf(route: RouteName, connection: Connection, { options }: Call<{ platform?: boolean }>): RouteName {
  if (route === 'Company-Import' && areaOf(connection) === 'platform') return 'Administrator-Import'
  return options.platform === true ? 'Administrator-Outbox' : route
}

/** Prints a link, and opens it if someone is at the terminal. */
export function openLink(call: Call<{ print?: boolean }>, link: string): Result | void {
  if (call.options.json !== undefined || call.options.format !== undefined) return { rows: [{ url: link }], single: true }
  call.io.out(`${link}\n`)
  if (call.io.outIsTerminal && call.options.print !== true) openBrowser(link)
}

/** On a machine without a browser, the user opens the printed link elsewhere. */
function openBrowser(link: string): void {
  const program = process.platform === 'darwin' ? 'open' : 'xdg-open'
  const child = spawn(program, [link], { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}
