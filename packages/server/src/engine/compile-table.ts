import type { Actor, ReadUse } from '@tiffin/core/rules'
import { apiError, type Condition, type Entity, type Field, type FieldKind, type ParsedTableQuery } from '@tiffin/sdk/contract'
import { columns, companyColumn, quote } from '#db/columns'
import type { Statement } from '#db/database'
import { type Binder, createBinder } from './binder.ts'
import { compileCondition, contains, isIndexed, searchKeys } from './compile-condition.ts'
import { rulesOf } from './table-rules.ts'
import { type ShownSql, compileShownColumns, type ShownOptions } from './shown-columns.ts'
import { type OpenField, openView, unknownField, type View } from './view.ts'

export interface ReadOptions extends ShownOptions {
  /** Language by which multilingual texts are sorted. */
  lang: string
  /** Scans rows for texts one by one, which finds the first of very many matches faster than an index. */
  scanRows?: boolean
}

/** One table of a read, with rights checked, ready to be made into a statement. */
export interface CompiledTable extends ShownSql {
  name: string
  /** SQL of the found rows, from which pages and counts are made. */
  found: string
  order: string
  /** Table and key column of these rows; null for groups and derived tables. */
  keyed: { name: string; key: string; type: string } | null
  /** The key of the only possible row; null if there may be others. */
  oneKey: number | null
  /** Whether one plan serves the first page for all values: an index returns the rows in order and bounds the search. */
  usesOnePlan: boolean
  /** Whether all rows are found before the page is known, so that counting them costs no extra statement. */
  collectsFirst: boolean
  /** Counts how many of the newest rows contain the texts that the owner's functions would look up. */
  probe: Statement | null
  /** Sums over all rows found, by field. */
  sums: { name: string; sql: string }[]
  /** The rows to sum: all of them, before grouping. */
  summed: string
  /** Values of the whole statement, and those that finding the rows needs. */
  values: readonly unknown[]
  foundValues: readonly unknown[]
}

const SAMPLED_ROWS = 1000

const unsorted: ReadonlySet<FieldKind> = new Set(['coords', 'json', 'files', 'referenceList'])
const bounding: ReadonlySet<Condition['op']> = new Set(['=', '<', '<=', '>', '>=', 'between'])
const summable: ReadonlySet<FieldKind> = new Set(['int', 'number', 'money', 'flag'])

/** Exports of orders are reports (PERM-13). */
type QueryToCompile = ParsedTableQuery & Pick<ReadUse, 'exported'>

/**
 * Checks and compiles a table of a read.
 * @throws `unknown_table`, `unknown_field`, `unknown_operator`, `invalid_value`, `forbidden`. A field that the reader may
 * not see is unknown everywhere, because sorting or searching by it would reveal it (DESIGN §2)
 */
export function compileTable(actor: Actor, query: QueryToCompile, options: ReadOptions): CompiledTable {
  const { view, binder, open, rows } = compileRows(actor, query, options)
  for (const name of query.json ?? []) open(name)
  const foundValues = [...binder.values]
  const sums = (query.statistic ?? []).map((name) => sumOf(query.table, open(name)))
  const grouped = [...new Set(query.group)]
  const group = grouped.length > 0 ? grouped.map((name) => groupField(query.table, open(name))) : null
  const { joins, columns } = compileShownColumns(actor, view, query, { options, open, group, sums })
  return {
    name: query.as ?? query.table,
    found: group ? groupRows(rows, group, sums) : rows,
    joins,
    columns,
    keyed: group === null ? keyColumnOf(view) : null,
    oneKey: group === null ? singleKeyOf(view, query) : null,
    usesOnePlan: group === null && usesOnePlan(view, query),
    collectsFirst: collectsRowsFirst(view, query),
    probe: probeOf(actor, query, view, options),
    order: group ? groupOrder(query, group, sums, options, binder) : rowOrder(query, view, open, options, binder),
    sums,
    summed: rows,
    values: binder.values,
    foundValues,
  }
}

export interface CompiledRows {
  view: View
  binder: Binder
  open: (name: string) => OpenField
  rows: string
}

/**
 * The rows that a query finds for a reader, as a subquery without order.
 * @param from other rows than the table's, with the fields that the query and the reader's rights name
 * @throws like `compileTable`
 */
export function compileRows(
  actor: Actor,
  query: QueryToCompile,
  options: Pick<ReadOptions, 'languages' | 'scanRows'>,
  from?: View['source'],
): CompiledRows {
  const view = openView(actor, query, options.languages, options.scanRows)
  const binder = createBinder()
  const open = (name: string): OpenField => {
    const found = view.fields.get(name)
    if (!found) throw unknownField(query.table, name)
    return found
  }
  const source = (from ?? view.source)(binder)
  const where = [
    ...view.filter(binder, namedFields(query)),
    ...(query.search ?? []).map((part) => compileSearch(view, part, binder)),
  ]
  return { view, binder, open, rows: `select t.* from ${source} t${where.length > 0 ? ` where ${where.join(' and ')}` : ''}` }
}

function namedFields(query: ParsedTableQuery): ReadonlySet<string> {
  const parts = (query.search ?? []).flatMap((part): Condition[] => ('any' in part ? part.any : 'key' in part ? [part] : []))
  return new Set(parts.map(({ key }) => key))
}

type SearchPart = NonNullable<ParsedTableQuery['search']>[number]

/** Whether a search uses the owner's functions, which return keys and take longer. */
function isLookup(view: View, part: SearchPart): boolean {
  if ('text' in part) return (view.entity.search ?? []).some((name) => view.fields.get(name)?.column && isIndexed(view, { name }))
  const conditions = 'any' in part ? part.any : [part]
  return conditions.some(({ key, op }) => op === 'like' && isIndexed(view, { name: key }))
}

/** Whether all rows are found before the page is known: by look-ups, or because no index has the requested order. */
function collectsRowsFirst(view: View, query: ParsedTableQuery): boolean {
  const search = query.search ?? []
  if (search.some((part) => isLookup(view, part))) return true
  return !followsIndex(view, query) && search.some((part) => 'key' in part && isSelective(view, part))
}

/** First fields of the table's indexes, after the company. */
const indexed = ({ index, key }: Entity): string[] => [
  key,
  ...(index ?? []).flatMap(([first, second]) => (first === 'delete' ? [second] : [first])).filter((name) => name !== undefined),
]

/** Whether an index returns the rows in the requested order. */
const followsIndex = ({ entity }: View, { order }: ParsedTableQuery): boolean =>
  indexed(entity).includes(order?.[0]?.field ?? entity.key)

/** If the search only bounds the walk through an index, its values do not change the best plan. */
function usesOnePlan(view: View, query: ParsedTableQuery): boolean {
  const { entity } = view
  if (entity.storage === 'view') return false
  if (singleKeyOf(view, query) !== null) return true
  const indexedField = query.order?.[0]?.field ?? entity.key
  const bounds = (part: SearchPart): boolean =>
    'key' in part && part.key === indexedField && bounding.has(part.op ?? '=') && part.prm !== null
  return followsIndex(view, query) && view.isWhole() && (query.search ?? []).every(bounds)
}

function singleKeyOf({ entity }: View, { search = [] }: ParsedTableQuery): number | null {
  const requested = search.find((part): part is Condition => 'key' in part && part.key === entity.key && (part.op ?? '=') === '=')
  return Number.isSafeInteger(requested?.prm) ? Number(requested?.prm) : null
}

const isSelective = ({ entity }: View, { key, op, prm }: Condition): boolean =>
  indexed(entity).includes(key) && (op === undefined || op === '=' || op === 'in' || op === 'between') && prm !== null

function probeOf(actor: Actor, query: ParsedTableQuery, view: View, options: ReadOptions): Statement | null {
  const texts = (query.search ?? []).filter((part) => isLookup(view, part))
  if (texts.length === 0) return null
  const binder = createBinder()
  const through = openView(actor, query, options.languages, true)
  const company = companyColumn(view.entity)
  const own =
    company !== null && actor.company !== null ? ` where n.${quote(company)} = ${binder.bind(actor.company, 'bigint')}` : ''
  const conditions = texts.map((part) => compileSearch(through, part, binder)).join(' and ')
  const newest = `select n.* from ${quote(view.entity.name)} n${own} order by n.${quote(view.entity.key)} desc limit ${SAMPLED_ROWS}`
  return { sql: `select count(*)::int as hits from (${newest}) t where ${conditions}`, parameters: binder.values }
}

function keyColumnOf({ entity, rows }: View): CompiledTable['keyed'] {
  if (entity.storage === 'view') return null
  const { kind } = entity.fields[entity.key] as Field
  return { name: rows, key: quote(entity.key), type: columns[kind].type }
}

function compileSearch(view: View, part: SearchPart, binder: Binder): string {
  if ('any' in part) return `(${part.any.map((condition) => compileCondition(view, condition, binder)).join(' or ')})`
  if ('key' in part) return compileCondition(view, part, binder)
  const { text } = part
  const { entity } = view
  const { languages } = rulesOf(entity).read ?? {}
  const inside = [...(entity.search ?? [])]
    .flatMap((name) => (name === languages?.column ? [...view.fields.keys()] : [name]))
    .map((name) => view.fields.get(name))
    .filter((open) => open !== undefined && (open.column || languages !== undefined))
    .filter((open): open is OpenField => open !== undefined && open.field.kind !== 'id' && open.field.kind !== 'int')
    // The digits of "Flat 3" are not part of a phone number.
    .filter(({ field }) => field.kind !== 'phone' || !/\p{L}/u.test(text))
  if (inside.length === 0) throw apiError('unknown_operator', { table: entity.name, params: ['text'] })
  if (text.includes('\u0000') || !text.isWellFormed()) throw apiError('invalid_value', { table: entity.name, params: ['text'] })
  return matchAnyField(view, inside, text, binder)
}

/**
 * The keys found in each field, combined. As one list, the database can start from them; as alternatives it would have
 * to check every row. A number is also looked up as the row's number and as a recent ticket number (KDS-22).
 */
function matchAnyField(view: View, inside: readonly OpenField[], text: string, binder: Binder): string {
  const { entity } = view
  const indexed = inside.filter((open) => isIndexed(view, open))
  const keys = indexed.map((open) => searchKeys(view, open, text, binder)).filter((query) => query !== null)
  const number = /^#?(\d{1,15})$/.exec(text.trim())?.[1]
  if (number !== undefined && entity.fields[entity.key]?.kind === 'id') {
    const requested = binder.bind(Number(number), 'bigint')
    keys.push(`select ${requested}`)
    const { numbered } = rulesOf(entity).read ?? {}
    if (numbered && view.fields.has(numbered.field)) keys.push(numbered.keys(requested))
  }
  const ways = inside.filter((open) => !indexed.includes(open)).map((open) => contains(view, open, text, binder))
  if (keys.length > 0) ways.push(`t.${quote(entity.key)} = any(array(${keys.join(' union all ')}))`)
  return `(${ways.length > 0 ? ways.join(' or ') : 'false'})`
}

/** Sort expression: texts ignoring case, multilingual texts by the reader's language, then English. */
function sortValue(table: string, { name, field, value }: OpenField, options: ReadOptions, binder: Binder): string {
  if (unsorted.has(field.kind)) throw unknownField(table, name)
  const of = value('t')
  if (field.kind === 'multilang')
    return `lower(coalesce(nullif(${of} ->> ${binder.bind(options.lang, 'text')}, ''), nullif(${of} ->> 'en', ''), tiffin_texts(${of})))`
  if (field.nullValue !== undefined) return `coalesce(${of}, ${field.nullValue})`
  return field.kind === 'text' || field.kind === 'email' ? `lower(${of})` : of
}

const direction = (dir: 'asc' | 'desc', nullable: boolean): string => `${dir}${nullable ? ' nulls last' : ''}`

/** The requested order, then the key, so that pages neither repeat nor skip rows. */
function rowOrder(
  query: ParsedTableQuery,
  view: View,
  open: (name: string) => OpenField,
  options: ReadOptions,
  binder: Binder,
): string {
  const parts = (query.order ?? []).map(({ field, dir }) => {
    const found = open(field)
    return `${sortValue(query.table, found, options, binder)} ${direction(dir, found.field.nullable && found.field.nullValue === undefined)}`
  })
  const last = query.order?.at(-1)?.dir ?? 'asc'
  return [...parts, `t.${quote(view.entity.key)} ${last}`].join(', ')
}

function groupField(table: string, open: OpenField): OpenField {
  if (!open.column || unsorted.has(open.field.kind) || open.field.kind === 'multilang') throw unknownField(table, open.name)
  return open
}

function sumOf(table: string, open: OpenField): { name: string; sql: string } {
  if (!summable.has(open.field.kind)) throw unknownField(table, open.name)
  const zero = open.field.kind === 'money' ? '0.00' : '0'
  return { name: open.name, sql: `coalesce(sum(${open.value('t')}::numeric), ${zero})::text` }
}

function groupRows(rows: string, group: readonly OpenField[], sums: readonly { sql: string }[]): string {
  const columns = group.map(({ value }) => value('t')).join(', ')
  const values = sums.map(({ sql }, index) => `, ${sql} as "~sum${index}"`).join('')
  return `select ${columns}, count(*)::int as "~count"${values} from (${rows}) t group by ${columns}`
}

/** Groups are sorted by their fields, their sums or their size, called `count`. */
function groupOrder(
  query: ParsedTableQuery,
  group: readonly OpenField[],
  sums: readonly { name: string }[],
  options: ReadOptions,
  binder: Binder,
): string {
  const parts = (query.order ?? []).map(({ field, dir }) => {
    const open = group.find(({ name }) => name === field)
    if (open) return `${sortValue(query.table, open, options, binder)} ${direction(dir, open.field.nullable)}`
    const index = sums.findIndex(({ name }) => name === field)
    if (index >= 0) return `t."~sum${index}"::numeric ${dir}`
    if (field === 'count') return `t."~count" ${dir}`
    throw unknownField(query.table, field)
  })
  return [...parts, ...group.map(({ value }) => value('t'))].join(', ')
}
