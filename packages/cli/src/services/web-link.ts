import { spawn } from 'node:child_process'
import type { Command } from 'commander'
import { addressFilters, commandPages, filterNames, listPage, listQueryText, recordPath } from '@tiffin/core/command-line'
import { pages } from '@tiffin/core/rules'
import { NO_FILTER, type Area, grainParam, initialFilter, type Today } from '@tiffin/core/screens'
import { reportNames } from '@tiffin/sdk/contract'
import type { Call } from '../call.ts'
import type { Connection } from '../connection.ts'
import { wrongUsage } from '../failure.ts'
import type { Result } from '../results/result.ts'
import { findEntity, readKey } from './find-entity.ts'
import { splitCondition } from './read-condition.ts'
import { type ListOptions, readOrder, readToday } from './read-rows.ts'
import type { ReportOptions } from './report.ts'
import { findSaved } from './report-request.ts'

type Linked = Pick<Connection, 'url' | 'company' | 'token' | 'user' | 'client'>

const areaOf = ({ company }: Linked): Area => (company === 0 ? 'platform' : 'company')

/** A link into the console. It names the company, because the browser may be using another. */
async function linkTo(
  { url, company, token, user }: Linked,
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
export async function recordLink(connection: Linked, entityName: string, id: string): Promise<string> {
  const entity = findEntity(entityName)
  const path = recordPath(entity.name, areaOf(connection))
  if (path === undefined) throw wrongUsage('The console has no screen for %1', { params: [entity.name] })
  const key = readKey(entity, id)
  const own = entity.name === 'company' ? Number(id) : undefined
  return linkTo(connection, path, new URLSearchParams({ id: String(key) }), own)
}

/** The link of a list with the filters of these conditions; @throws wrong usage for one that the list has no filter for */
export async function listLink(connection: Linked, entityName: string, options: ListOptions): Promise<string> {
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
  const sort = options.order?.[0] === undefined ? undefined : readOrder(entity, options.order[0])
  // The list would otherwise start with its own period or state.
  const unset = screen.filters
    .filter((filter) => initialFilter(filter, today) !== '')
    .map((filter) => ['name' in filter ? filter.name : filter.field, NO_FILTER] as const)
  const chosen = { ...Object.fromEntries(unset), ...filters }
  return linkTo(connection, path, listQueryText({ screen, area }, { search: options.search ?? '', filters: chosen, sort }))
}

/** The link of a report with its period, filters and rows; of a saved one with these options on top. */
async function reportLink(connection: Linked, [name]: readonly string[], options: ReportOptions): Promise<string> {
  const { from, to, period, search = '', merchant, status, compare, by } = options
  const stored = new URLSearchParams(options.saved === undefined ? '' : (await findSaved(connection, options.saved)).query)
  const report = reportNames.find((item) => item === (name ?? stored.get('report'))) ?? 'orders'
  const days = period ?? (from === undefined && to === undefined ? undefined : `${from ?? to}..${to ?? from}`)
  const requested = [
    ...(options.where ?? []),
    ...(merchant === undefined ? [] : [`merchant=${merchant}`]),
    ...(status === undefined ? [] : [`order_status=${status}`]),
    ...(days === undefined || days.toLowerCase() === 'all' ? [] : [`time_finish=${days}`]),
  ]
  const link = new URL(await listLink(connection, 'order', { where: requested, search }))
  if (days === undefined) link.searchParams.delete('time_finish')
  for (const [param, value] of stored) if (!link.searchParams.has(param)) link.searchParams.set(param, value)
  link.searchParams.set('report', report)
  if (by !== undefined) link.searchParams.set(grainParam(report), by)
  if (compare === true) link.searchParams.set('compare', '1')
  return link.href
}

const pathOf = (command: Command): string =>
  command.parent?.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name()

/** The link of the page that shows what a command shows or changes (MOON-05); opens it on a terminal. */
export async function openPage(call: Call<object>, command: Command): Promise<Result | void> {
  const name = pathOf(command)
  const page = commandPages[name]
  if (!page) throw wrongUsage('%1 has no page in the console', { params: [`tiffin ${name}`] })
  const connection = await call.connect()
  const [entity = '', id] = call.args
  const options = call.options as ListOptions & ReportOptions
  if (page.shows === 'report') return openLink(call, await reportLink(connection, call.args, options))
  if (page.shows === 'page') {
    // A page opens one record, not several.
    const isOne = call.args.length === 1 || (call.args.length > 1 && command.registeredArguments[0]?.variadic === false)
    const params = new URLSearchParams(page.param && isOne ? { [page.param]: entity } : {})
    return openLink(call, await linkTo(connection, pages[page.route].path, params))
  }
  const hasRecord = page.shows === 'record' && id !== undefined && id !== '-'
  return openLink(call, await (hasRecord ? recordLink(connection, entity, id) : listLink(connection, entity, options)))
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
