import { type Entity, type Field, type ImportRow } from '@tiffin/sdk/contract'
import type { Client } from '@tiffin/sdk/client'
import type { Translate } from '#i18n/create-i18n'
import { choiceLabels } from '../screens/export.ts'
import { type FindKeys, findRecords, type NamedBy, titleOf } from './find-records.ts'
import { type ColumnMatch, type FieldColumn, targetName } from './match-columns.ts'
import { cellText, type RecordCell, type Records } from './read-records.ts'
import { columnName } from './read-sheet.ts'
import { sheetRefusal } from './refusal.ts'
import {
  type CellRefusal,
  cellRefusals,
  type CellValue,
  isEmptyCell,
  namesIn,
  readRecord,
  readValue,
  refuse,
} from './read-value.ts'

export interface MapOptions {
  entity: Entity
  client: Client
  t: Translate
  timezone: string
  /** The field by which rows are matched with records: the key, or another one such as `phone`. */
  keyField?: string | undefined
  /** Empty cells clear the field instead of leaving it as it is. */
  clearEmpty?: boolean | undefined
}

/**
 * The rows of a file in wire form, for `Import/rows`. Rows whose chosen cells are all empty are left out. Without a column of
 * the key, every row creates a record.
 * @throws `no_key_column`
 */
export async function mapRows(records: Records, { columns }: ColumnMatch, options: MapOptions): Promise<ImportRow[]> {
  const { entity, client, keyField = entity.key } = options
  const key = columns.find(({ field }) => field === keyField)
  if (!key && options.keyField !== undefined) throw sheetRefusal('no_key_column', [keyField])
  const named = columns.map((column) => ({ column, named: namedBy(entity, column, keyField) }))
  const wanted = named.flatMap(({ column, named: one }) =>
    one ? [{ ...one, names: namesOf(records, entity.fields[column.field], column.column) }] : [],
  )
  const find = await findRecords(client, wanted)
  const readers = named.map(({ column, named: one }) => ({ ...column, read: readerOf(column, one, find, options) }))
  const rows: ImportRow[] = []
  for (const { row, cells } of records.rows) {
    if (columns.every(({ column }) => isEmptyCell(cells[column]))) continue
    rows.push(mapRow({ row, cells }, readers, key, find, options))
  }
  return rows
}

/** The records that a column refers to: those of a reference, or the table's own if it is the key. */
function namedBy(entity: Entity, { field, by }: FieldColumn, keyField: string): NamedBy | undefined {
  if (field === keyField) return field === entity.key ? undefined : { table: entity.name, by: field }
  const to = entity.fields[field]?.to
  return to === undefined ? undefined : { table: to, by: by ?? titleOf(to) }
}

function namesOf(records: Records, field: Field | undefined, column: number): Set<string> {
  const names = new Set<string>()
  for (const { cells } of records.rows) {
    const cell = cells[column]
    if (cell === undefined || !('text' in cell) || isEmptyCell(cell)) continue
    const text = cellText(cell)
    for (const name of field?.kind === 'referenceList' ? namesIn(text) : [text.trim()]) names.add(name)
  }
  return names
}

type Read = (cell: RecordCell | undefined) => CellValue

function readerOf({ field: name }: FieldColumn, named: NamedBy | undefined, find: FindKeys, options: MapOptions): Read {
  const { entity, t, timezone } = options
  const field = entity.fields[name]
  // A language of the dictionary.
  if (!field) return (cell) => (isEmptyCell(cell) ? 'empty' : readPlain(cell))
  const labels = choiceLabels(entity, name, t) ?? {}
  const english = choiceLabels(entity, name, plain) ?? {}
  const values = (field.values ?? []).map((value): [string, string] => [String(value), String(value)])
  const choices = [...Object.entries(labels), ...Object.entries(english), ...values]
  const keysOf = (text: string): readonly number[] => (named ? find(named, text) : [])
  return (cell) => readValue(cell, { field, choices, keysOf, timezone })
}

/** The keys of texts are their English form. */
const plain = Object.assign((text: string) => text, { message: (text: string) => text }) as unknown as Translate

const readPlain = (cell: RecordCell | undefined): CellValue =>
  cell === undefined
    ? 'empty'
    : 'value' in cell
      ? { value: cell.value }
      : cell.doubt
        ? refuse(cell.doubt)
        : { value: cellText(cell).replaceAll(/\r\n?/g, '\n') }

function mapRow(
  { row, cells }: Records['rows'][number],
  readers: readonly (FieldColumn & { read: Read })[],
  key: FieldColumn | undefined,
  find: FindKeys,
  options: MapOptions,
): ImportRow {
  const { entity, keyField = entity.key } = options
  const values: Record<string, unknown> = {}
  const refused = (column: FieldColumn, { code, params }: CellRefusal): ImportRow => ({
    row,
    values: {},
    refusal: {
      code,
      message: cellRefusals[code],
      params: [...params],
      field: targetName(column),
      column: columnName(column.column),
    },
  })
  const matched: Matched = key ? matchRow(cells[key.column], { table: entity.name, by: keyField }, find, entity) : {}
  if (key && 'refusal' in matched) return refused(key, matched.refusal)
  for (const { read, ...column } of readers) {
    if (column.field === entity.key) continue
    const result = read(cells[column.column])
    if (result === 'empty') {
      if (options.clearEmpty) setValue(values, column, emptyOf(entity.fields[column.field]))
    } else if ('refusal' in result) {
      // The value of the key refers to the record itself.
      if (column !== key && column.field !== key?.field) return refused(column, result.refusal)
    } else setValue(values, column, result.value)
  }
  return { row, ...('id' in matched && matched.id !== undefined ? { id: matched.id } : {}), values }
}

function setValue(values: Record<string, unknown>, { field, lang }: FieldColumn, value: unknown): void {
  const isText = lang !== undefined && (typeof value === 'string' || value === null)
  values[field] = isText ? { ...(values[field] as object | undefined), [lang]: value ?? '' } : value
}

const emptyOf = (field: Field | undefined): unknown =>
  !field || field.kind === 'multilang'
    ? ''
    : field.nullValue !== undefined
      ? field.nullValue
      : field.kind === 'referenceList' || field.kind === 'files'
        ? []
        : field.nullable
          ? null
          : ''

/** The record that a row changes; none if the row creates one. */
type Matched = { id?: number | string } | { refusal: CellRefusal }

function matchRow(cell: RecordCell | undefined, named: NamedBy, find: FindKeys, entity: Entity): Matched {
  const isKey = named.by === entity.key
  if (isEmptyCell(cell) || cell === undefined) return isKey ? {} : refuse('key_missing')
  if ('text' in cell && cell.doubt) return refuse(cell.doubt)
  const text = 'text' in cell ? cellText(cell).trim() : String(cell.value)
  if (isKey) {
    if (entity.fields[entity.key]?.kind !== 'id') return { id: text }
    const read = readRecord(text, () => [])
    return 'value' in read ? (read.value > 0 ? { id: read.value } : {}) : refuse('not_a_number', [text])
  }
  const keys = find(named, text)
  if (keys.length > 1) return refuse('record_ambiguous', [text, keys.slice(0, 10).join(', ')])
  return keys[0] === undefined ? {} : { id: keys[0] }
}
