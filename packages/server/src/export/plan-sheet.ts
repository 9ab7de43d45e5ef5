import { type Actor, localized, namingFields, readableFields, rowTitle } from '@tiffin/core/rules'
import {
  apiError,
  entities,
  type Entity,
  type Field,
  type Multilang,
  type ParsedExportColumn,
  type ParsedTableQuery,
} from '@tiffin/sdk/contract'
import { type CompiledTable, compileTable, type ReadOptions } from '#engine/compile-table'
import { type OpenField, openView, unknownField } from '#engine/view'
import type { CellKind } from './cells.ts'

type Row = Readonly<Record<string, unknown>>

/** What one column shows of a row. */
export interface PlannedColumn {
  title: string
  kind: CellKind
  read: (row: Row) => string | number | null
}

/** One table of an export, checked against what the reader may. */
export interface PlannedSheet {
  compiled: CompiledTable
  columns: readonly PlannedColumn[]
  page: { offset: number; count: number }
}

const kinds: Partial<Record<Field['kind'], CellKind>> = {
  id: 'number',
  int: 'number',
  number: 'number',
  flag: 'number',
  reference: 'number',
  money: 'money',
  date: 'date',
  moment: 'moment',
}

const registry: Readonly<Record<string, Entity>> = entities

/**
 * Turns a read and its columns into a sheet. The columns decide which fields and joined rows are read, by the same lists of
 * what the reader may see as any read.
 * @throws `unknown_table`, `unknown_field`, `unknown_operator`, `invalid_value`, `forbidden`
 */
export function planSheet(
  actor: Actor,
  query: ParsedTableQuery,
  given: readonly ParsedExportColumn[] | undefined,
  options: ReadOptions,
): PlannedSheet {
  const view = openView(actor, query.table, options.languages)
  const group = query.group ?? []
  const grouped = new Set(group.length > 0 ? ['count', ...(query.statistic ?? [])] : [])
  const usual = group.length > 0 ? [...group, ...grouped] : (query.include ?? [...view.fields.keys()])
  const wanted = (given ?? usual.filter((name) => name !== 'revision')).map((one) =>
    typeof one === 'string' ? { field: one } : one,
  )
  const include = new Set<string>()
  /** Of a joined row only what is shown leaves the database. */
  const lent = new Map<string, Set<string>>()
  const lend = (name: string, fields: readonly string[]): void =>
    void lent.set(name, new Set([...(lent.get(name) ?? []), ...fields]))
  const parse = new Set<string>()

  function column({ field: path, title = path, words }: Exclude<ParsedExportColumn, string>): PlannedColumn {
    const [name = '', part, ...more] = path.split('.')
    if (part === undefined && grouped.has(name)) return { title, ...groupColumn(view.fields.get(name)?.field, name) }
    const open = view.fields.get(name)
    if (!open || more.length > 0) throw unknownField(query.table, path)
    if (part !== undefined) {
      lend(name, [part])
      const { as, field } = joinedField(actor, view.entity, open, part)
      return { title, ...fieldColumn(field, (row) => (row[as] as Row | null)?.[part], options.lang, words) }
    }
    include.add(name)
    const { field } = open
    if (field.kind === 'reference' && view.entity.joins[name] && isKnown(actor, field)) {
      const { as, fields } = view.entity.joins[name]
      lend(
        name,
        fields.filter((one) => namingFields.includes(one) || one === registry[field.to ?? '']?.key),
      )
      return { title, kind: 'text', read: (row) => titleOf(row[as], row[name] === field.absent ? null : row[name], options.lang) }
    }
    if (field.kind === 'referenceList' && isKnown(actor, field)) {
      parse.add(name)
      const as = view.entity.joins[name]?.as ?? `${name}_obj`
      return { title, kind: 'text', read: (row) => titlesOf(row[as] as Row[], options.lang) }
    }
    return { title, ...fieldColumn(field, (row) => row[name], options.lang, words) }
  }

  if (wanted.length === 0) throw apiError('invalid_value', { table: query.table, field: 'include', params: ['include'] })
  const columns = wanted.map(column)
  const [offset, count] = query.limit ?? [0, Number.MAX_SAFE_INTEGER]
  const read = { ...query, include: [...include], join: [...lent.keys()], parse: [...parse] }
  return { compiled: compileTable(actor, read, { ...options, lent }), columns, page: { offset, count } }
}

type Reading = Pick<PlannedColumn, 'kind' | 'read'>

function groupColumn(field: Field | undefined, name: string): Reading {
  if (name === 'count') return { kind: 'number', read: (row) => row['count'] as number }
  const kind = field?.kind === 'money' ? 'money' : 'number'
  return { kind, read: (row) => (row['statistic'] as Record<string, string>)[name] ?? null }
}

/** Whether rows that a field points to can be shown by their names. */
function isKnown(actor: Actor, { to }: Field): boolean {
  const target = to === undefined ? undefined : registry[to]
  return target !== undefined && target.storage !== 'view' && readableFields(actor, target).size > 0
}

function joinedField(actor: Actor, entity: Entity, { name, field }: OpenField, part: string): { as: string; field: Field } {
  const join = entity.joins[name]
  const target = field.to === undefined ? undefined : registry[field.to]
  const found = target?.fields[part]
  if (!join || !target || !found || !join.fields.includes(part) || !readableFields(actor, target).has(part))
    throw unknownField(entity.name, `${name}.${part}`)
  return { as: join.as, field: found }
}

function fieldColumn(
  field: Field,
  value: (row: Row) => unknown,
  lang: string,
  words: Readonly<Record<string, string>> | undefined,
): Reading {
  if (words) {
    const known = new Map(Object.entries(words))
    return { kind: 'text', read: (row) => wordOf(known, value(row)) }
  }
  return { kind: kinds[field.kind] ?? 'text', read: (row) => shown(field, value(row), lang) }
}

const plain = (value: unknown): string | number | null =>
  value === null || value === undefined
    ? null
    : typeof value === 'string' || typeof value === 'number'
      ? value
      : JSON.stringify(value)

const wordOf = (words: ReadonlyMap<string, string>, value: unknown): string | number | null => {
  const text = plain(value)
  return text === null ? null : (words.get(String(text)) ?? text)
}

function shown({ kind }: Field, value: unknown, lang: string): string | number | null {
  if (value === null || value === undefined) return null
  switch (kind) {
    case 'multilang':
      return localized(value as Multilang, lang)
    case 'coords':
      return (value as number[]).join(', ')
    case 'files':
      return (value as { name: string }[]).map(({ name }) => name).join(', ')
    case 'referenceList':
      return (value as number[]).join(', ')
    default:
      return plain(value)
  }
}

const titleOf = (joined: unknown, id: unknown, lang: string): string | number | null =>
  rowTitle(joined as Row | null, lang) || plain(id)

const titlesOf = (rows: readonly Row[], lang: string): string => rows.map((row) => rowTitle(row, lang)).join(', ')

/** @throws `too_many` where more rows are found than one export may hold */
export async function countSheet(
  count: (sql: string, values: readonly unknown[]) => Promise<number>,
  { compiled, page }: PlannedSheet,
  most: number,
): Promise<number> {
  const wanted = Math.min(page.count, most + 1)
  const found = await count(
    `select count(*)::int as count from (select from (${compiled.found}) t limit ${wanted} offset ${page.offset}) r`,
    compiled.foundValues,
  )
  if (found > most) throw apiError('too_many', { table: compiled.name, params: [most] })
  return found
}
