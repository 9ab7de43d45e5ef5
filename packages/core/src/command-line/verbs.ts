import type { Entity, Field, Multilang, ReportGrain, ReportName } from '@tiffin/sdk/contract'
import type { PlainKey } from '#i18n/text-key'
import type { BulkAction } from '../screens/bulk-change.ts'
import { sheetColumns } from '../screens/export.ts'
import { isSortable, type ListState, NO_FILTER, initialFilter, filterName, readPeriod } from '../screens/list-query.ts'
import type { Screen, Today } from '../screens/screen.ts'
import { keyWords, searchWords } from './where.ts'

/** An action of the console, and the words of the command that does the same. */
export interface Verb {
  label: PlainKey
  words: readonly string[]
}

/** The company that a command acts for, even if its profile has another one; 0 is the whole platform. */
const forCompany = (company: number): string[] => ['--company', String(company)]

const tiffin = (company: number, ...words: readonly string[]): string[] => ['tiffin', ...words, ...forCompany(company)]

export interface ListPlace {
  screen: Screen
  state: Pick<ListState, 'search' | 'filters' | 'sort'>
  today: Today
  company: number
}

/** Rows of a list: those found, or selected ones by key. */
export type ChosenRows = 'found' | readonly (number | string)[]

const rowWords = ({ screen, state, today }: ListPlace, rows: ChosenRows): string[] =>
  rows === 'found' ? searchWords(screen, state, today) : keyWords(screen.entity, rows)

/** Fields of the columns that the command line knows; `company.name` also needs the company's row. */
function fieldWords(
  { screen, today }: ListPlace,
  columns: readonly string[],
): { fields: string[]; joins: string[]; paths: string[] } {
  const { entity } = screen
  const paths = sheetColumns(screen, columns, today).filter((path) => {
    const field = entity.fields[path.split('.')[0] ?? path]
    return field !== undefined && field.read !== 'nobody'
  })
  const fields = [...new Set(paths.map((path) => path.split('.')[0] ?? path))]
  return { paths, fields, joins: [...new Set(fields)].filter((name) => paths.some((path) => path.startsWith(`${name}.`))) }
}

function orderWords({ screen, state }: ListPlace): string[] {
  const { field, dir } = isSortable(screen.entity.fields[state.sort.field]) ? state.sort : screen.order
  return ['--order', `${dir === 'desc' ? '-' : ''}${field}`]
}

const listOption = (option: string, names: readonly string[]): string[] => (names.length === 0 ? [] : [option, names.join(',')])

/** Commands for the rows of a list with the columns that its reader sees. */
export function listVerbs(place: ListPlace, columns: readonly string[], rows: ChosenRows = 'found'): Verb[] {
  const { screen, company } = place
  const { name } = screen.entity
  const { fields, joins, paths } = fieldWords(place, columns)
  const found = [...rowWords(place, rows), ...orderWords(place)]
  const list = tiffin(company, 'list', name, ...found, ...listOption('--fields', fields), ...listOption('--join', joins))
  const sheet = tiffin(company, 'export', name, ...found, ...listOption('--fields', paths), '--out', `${name}.xlsx`)
  return [
    { label: 'Show list', words: list },
    { label: 'Export', words: sheet },
    ...(rows === 'found' ? [{ label: 'Open in browser' as const, words: tiffin(company, 'open', name, ...found) }] : []),
  ]
}

/** Deletes rows of a list. */
export const deleteVerb = (place: ListPlace, rows: ChosenRows): Verb => {
  const { name } = place.screen.entity
  return {
    label: 'Delete',
    words: tiffin(place.company, 'delete', name, ...(rows === 'found' ? rowWords(place, rows) : rows.map(String))),
  }
}

/** Sets a field in rows of a list; undefined if its value can't be written. */
export function changeVerb(
  place: ListPlace,
  rows: ChosenRows,
  action: Exclude<BulkAction, { kind: 'delete' }>,
): Verb | undefined {
  const { name, fields } = place.screen.entity
  const field = fields[action.field]
  const values = field && assignments(action.field, field, action.value)
  if (!values || values.length === 0) return undefined
  const set = values.flatMap((value) => ['--set', value])
  const chosen = rows === 'found' ? rowWords(place, rows) : rows.map(String)
  return { label: 'Edit field', words: tiffin(place.company, 'save', name, ...chosen, ...set) }
}

/** A value after `--set`: `field=value`, and a text for each of its languages. */
function assignments(name: string, field: Field, value: unknown): string[] | undefined {
  // Without texts, every language would be cleared; the command line keeps languages that are not given.
  if (field.kind === 'multilang')
    return Object.entries((value ?? {}) as Multilang)
      .filter(([, text]) => text.trim() !== '')
      .map(([lang, text]) => `${name}.${lang}=${text}`)
  if (value === null) return [`${name}=null`]
  if (value === 'null') return undefined
  if (typeof value === 'object') return [`${name}=${JSON.stringify(value)}`]
  return typeof value === 'string' || typeof value === 'number' ? [`${name}=${value}`] : undefined
}

/** Commands for one record. */
export function recordVerbs(entity: Pick<Entity, 'name'>, key: number | string, company: number, mayDelete: boolean): Verb[] {
  const { name } = entity
  const id = String(key)
  return [
    { label: 'Open', words: tiffin(company, 'get', name, id) },
    { label: 'Open in browser', words: tiffin(company, 'open', name, id) },
    ...(mayDelete ? [{ label: 'Delete' as const, words: tiffin(company, 'delete', name, id) }] : []),
  ]
}

/** Commands for orders of the board; the moves are named by their statuses. */
export function orderVerbs(ids: readonly number[], company: number, mayDelete: boolean): Verb[] {
  const orders = ids.map(String)
  const [only] = orders.length === 1 ? orders : []
  return [
    ...(only === undefined
      ? [{ label: 'Show list' as const, words: tiffin(company, 'list', 'order', ...keyWords({ key: 'order_id' }, ids)) }]
      : [
          { label: 'Open order' as const, words: tiffin(company, 'orders', 'show', only) },
          { label: 'Open in browser' as const, words: tiffin(company, 'open', 'order', only) },
        ]),
    ...(mayDelete ? [{ label: 'Delete order' as const, words: tiffin(company, 'delete', 'order', ...orders) }] : []),
  ]
}

/** Moves orders to a status; one that needs a reason or a hand-off code is refused without it, with the option to add. */
export const moveWords = (ids: readonly number[], status: number, company: number): string[] =>
  tiffin(company, 'orders', 'move', ...ids.map(String), '--to', String(status))

/** The field that limits a report to days. */
const DUE = 'time_finish'

/** Commands for a report with the search and filters of the list of orders. */
export function reportVerbs(
  { screen, state, today, company }: Omit<ListPlace, 'state'> & { state: Pick<ListState, 'search' | 'filters'> },
  { report, compare, by }: { report: ReportName; compare: boolean; by?: ReportGrain | undefined },
): Verb[] {
  const due = screen.filters.find((filter) => filterName(filter) === DUE)
  const value = state.filters[DUE] ?? (due ? initialFilter(due, today) : '')
  const isLimited = readPeriod(value, today) !== undefined
  const words = [
    'report',
    report,
    '--period',
    isLimited ? value : 'all',
    ...searchWords(screen, { search: state.search, filters: { ...state.filters, [DUE]: NO_FILTER } }, today),
    ...(by ? ['--by', by] : []),
    ...(compare && isLimited ? ['--compare'] : []),
  ]
  return [
    { label: 'Show report', words: tiffin(company, ...words) },
    { label: 'Export', words: tiffin(company, ...words, '--out', `${report}.xlsx`) },
  ]
}
