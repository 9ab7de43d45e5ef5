import { type Actor, formatList, joinedFields, localized, titleSourceFields, rowTitle } from '@tiffin/core/rules'
import {
  apiError,
  entities,
  type Entity,
  type Field,
  type Multilang,
  type ParsedExportColumn,
  type ParsedTableQuery,
} from '@tiffin/sdk/contract'
import { columns as columnKinds } from '#db/columns'
import { type CompiledTable, compileTable, type ReadOptions } from '#engine/compile-table'
import { referencedRows } from '#engine/shown-columns'
import { type OpenField, openView, unknownField } from '#engine/view'
import type { CellKind } from './cells.ts'

type Row = Readonly<Record<string, unknown>>

/** The value of a row in one column. */
export interface PlannedColumn {
  title: string
  kind: CellKind
  /** The only column of the read that it uses. */
  from: string
  /** Converts a text of that column; left out if it is shown unchanged. */
  show?: (text: string) => string | number | null
}

/** Rows that a column refers to; each is read once, because a million orders share a few couriers. */
export interface ReferencedRows {
  from: string
  sql: string
  /** By key; the writer of the column fills it first. */
  known: Map<string, Row>
}

/** One table of an export, checked against the reader's rights. */
export interface PlannedSheet {
  compiled: CompiledTable
  columns: readonly PlannedColumn[]
  referenced: readonly ReferencedRows[]
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
 * Turns a read and its columns into a sheet. The columns determine which fields and joined rows are read, with the same lists
 * of visible fields as any read.
 * @throws `unknown_table`, `unknown_field`, `unknown_operator`, `invalid_value`, `forbidden`, `option_required`
 */
export function planSheet(
  actor: Actor,
  query: ParsedTableQuery,
  given: readonly ParsedExportColumn[] | undefined,
  options: ReadOptions,
): PlannedSheet {
  const view = openView(actor, { ...query, exported: true }, options.languages)
  const group = query.group ?? []
  const grouped = new Set(group.length > 0 ? ['count', ...(query.statistic ?? [])] : [])
  const defaults = group.length > 0 ? [...group, ...grouped] : (query.include ?? [...view.fields.keys()])
  const requested = (given ?? defaults.filter((name) => name !== 'revision')).map((other) =>
    typeof other === 'string' ? { field: other } : other,
  )
  const include = new Set<string>()
  const parse = new Set<string>()
  /** Only the displayed fields of a referenced row leave the database. */
  const wantedOf = new Map<string, { fields: Set<string>; known: Map<string, Row> }>()
  function pointTo(from: string, fields: readonly string[]): Map<string, Row> {
    const before = wantedOf.get(from)
    const known = before?.known ?? new Map<string, Row>()
    wantedOf.set(from, { known, fields: new Set([...(before?.fields ?? []), ...fields]) })
    include.add(from)
    return known
  }

  function column({ field: path, title = path, words }: Exclude<ParsedExportColumn, string>): PlannedColumn {
    const [name = '', part, ...more] = path.split('.')
    if (part === undefined && grouped.has(name)) return { title, ...groupColumn(view.fields.get(name)?.field, name) }
    const open = view.fields.get(name)
    if (!open || more.length > 0) throw unknownField(query.table, path)
    const { field } = open
    if (part !== undefined) {
      const inner = joinedField(actor, view.entity, open, part)
      const rows = pointTo(name, [part])
      return { title, from: name, ...valueColumn(inner, (id) => rows.get(id)?.[part], options.lang, words) }
    }
    const join = view.entity.joins[name]
    if (field.kind === 'reference' && join && isKnown(actor, field)) {
      const key = registry[field.to ?? '']?.key
      const rows = pointTo(
        name,
        join.fields.filter((item) => titleSourceFields.includes(item) || item === key),
      )
      const none = field.nullValue === undefined ? null : String(field.nullValue)
      return {
        title,
        kind: 'text',
        from: name,
        show: (id) => rowTitle(rows.get(id), options.lang) || (id === none ? null : id),
      }
    }
    include.add(name)
    if (field.kind === 'referenceList' && isKnown(actor, field)) {
      parse.add(name)
      return {
        title,
        kind: 'text',
        from: join?.as ?? `${name}_obj`,
        show: (text) => titlesOf(JSON.parse(text) as Row[], options.lang),
      }
    }
    return { title, from: name, ...fieldColumn(field, options.lang, words) }
  }

  if (requested.length === 0) throw apiError('invalid_value', { table: query.table, field: 'include', params: ['include'] })
  const columns = requested.map(column)
  const [offset, count] = query.limit ?? [0, Number.MAX_SAFE_INTEGER]
  const read = { ...query, exported: true, include: [...include], join: [], parse: [...parse] }
  return {
    compiled: compileTable(actor, read, { ...options, momentsAsSeconds: true }),
    columns,
    referenced: [...wantedOf].map(([from, { fields, known }]) => {
      const open = view.fields.get(from) as OpenField
      return { from, known, sql: referencedRows(actor, view.entity, open, [...fields]) }
    }),
    page: { offset, count },
  }
}

type CellFormat = Pick<PlannedColumn, 'kind' | 'show'>

function groupColumn(field: Field | undefined, name: string): Omit<PlannedColumn, 'title'> {
  if (name === 'count') return { kind: 'number', from: 'count' }
  const kind = field?.kind === 'money' ? 'money' : 'number'
  return { kind, from: 'statistic', show: (text) => (JSON.parse(text) as Record<string, string>)[name] ?? null }
}

/** Whether rows that a field refers to can be shown by name. */
function isKnown(actor: Actor, { to }: Field): boolean {
  const target = to === undefined ? undefined : registry[to]
  return target !== undefined && target.storage !== 'view' && joinedFields(actor, target).size > 0
}

function joinedField(actor: Actor, entity: Entity, { name, field }: OpenField, part: string): Field {
  const join = entity.joins[name]
  const target = field.to === undefined ? undefined : registry[field.to]
  const found = target?.fields[part]
  if (field.kind !== 'reference' || !join || !target || !found || !join.fields.includes(part))
    throw unknownField(entity.name, `${name}.${part}`)
  if (!joinedFields(actor, target).has(part)) throw unknownField(entity.name, `${name}.${part}`)
  return found
}

/** A field of the table itself. */
function fieldColumn(field: Field, lang: string, words: Readonly<Record<string, string>> | undefined): CellFormat {
  if (columnKinds[field.kind].type === 'jsonb') return valueColumn(field, JSON.parse, lang, words)
  return words ? valueColumn(field, (text) => text, lang, words) : { kind: kinds[field.kind] ?? 'text' }
}

/** A value computed from the text. */
function valueColumn(
  field: Field,
  valueOf: (text: string) => unknown,
  lang: string,
  words: Readonly<Record<string, string>> | undefined,
): CellFormat {
  if (words) {
    const known = new Map(Object.entries(words))
    return { kind: 'text', show: (text) => wordOf(known, valueOf(text)) }
  }
  return { kind: kinds[field.kind] ?? 'text', show: (text) => shown(field, valueOf(text), lang) }
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
      return formatList(
        (value as { name: string }[]).map(({ name }) => name),
        lang,
      )
    case 'referenceList':
      return (value as number[]).join(', ')
    case 'moment':
      return Date.parse(value as string) / 1000
    default:
      return plain(value)
  }
}

const titlesOf = (rows: readonly Row[], lang: string): string =>
  formatList(
    rows.map((row) => rowTitle(row, lang)),
    lang,
  )

/** @throws `too_many` if more rows are found than one export may have */
export async function countSheet(
  count: (sql: string, values: readonly unknown[]) => Promise<number>,
  { compiled, page }: PlannedSheet,
  max: number,
): Promise<number> {
  const requested = Math.min(page.count, max + 1)
  const found = await count(
    `select count(*)::int as count from (select from (${compiled.found}) t limit ${requested} offset ${page.offset}) r`,
    compiled.foundValues,
  )
  if (found > max) throw apiError('too_many', { table: compiled.name, params: [max] })
  return found
}
