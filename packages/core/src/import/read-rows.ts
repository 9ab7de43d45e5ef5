import type { FieldKind, ImportRow } from '@tiffin/sdk/contract'
import { comparableName, type FoundRecords, keysOfName, type NamedBy } from './found-records.ts'
import { type FieldColumn, targetName } from './field-column.ts'
import { cellText, type RecordCell, type Records } from './read-records.ts'
import { columnName, extraCell } from './read-sheet.ts'
import {
  type CellError,
  cellErrors,
  type CellValue,
  type DecimalSign,
  hasLostDigits,
  isEmptyCell,
  namesIn,
  readRecord,
  readValue,
  refuse,
  type ValueOptions,
} from './read-value.ts'

/** A column with all that reading its cells needs. Unlike an entity, it can be sent to a worker. */
export interface ReadColumn extends FieldColumn {
  /** Undefined for a language of the dictionary. */
  kind: FieldKind | undefined
  /** The display names of the field's values, by value. */
  choices: readonly (readonly [value: string, name: string])[]
  /** How cells name records; undefined if they don't. */
  named?: NamedBy
  /** Values of a choice, or keys of records, that the user chose for texts of the file. */
  meanings: Readonly<Record<string, string | number>>
  /** The value that an empty cell sets; undefined leaves the field as it is. */
  empty?: unknown
}

/** How the rows of a file are read. */
export interface Reading {
  columns: readonly ReadColumn[]
  /** The field that matches rows with records. */
  keyField: string
  /** In lookups of the platform, 0 is the ID of a record, otherwise that of a new one. */
  key: { field: string; isNumber: boolean; mayBeZero: boolean }
  timezone: string
  /** The decimal sign of numbers in texts; undefined if it was not chosen. */
  decimal?: DecimalSign | undefined
}

/** Names that must be looked up before rows can be read. */
export type RequestedNames = NamedBy & { names: readonly string[] }

export function requestedNames({ rows }: Records, { columns }: Reading): RequestedNames[] {
  return columns.flatMap(({ named, kind, column }) => {
    if (!named) return []
    const names = new Set<string>()
    for (const { cells } of rows) {
      const cell = cells[column]
      if (cell === undefined || !('text' in cell) || isEmptyCell(cell)) continue
      const text = cellText(cell)
      for (const name of kind === 'referenceList' ? namesIn(text) : [text.trim()]) names.add(name)
    }
    return [{ ...named, names: [...names] }]
  })
}

type Read = (cell: RecordCell | undefined) => CellValue

function readerOf(column: ReadColumn, found: FoundRecords, { timezone, decimal }: Pick<Reading, 'timezone' | 'decimal'>): Read {
  const { kind, named, meanings } = column
  // A language of the dictionary.
  if (kind === undefined) return (cell) => (isEmptyCell(cell) ? 'empty' : readPlain(cell))
  const meant = new Map(Object.entries(meanings).map(([text, value]) => [text.trim().toLowerCase(), value]))
  const options: ValueOptions = {
    kind,
    choices: [...Array.from(meant, ([text, value]) => [String(value), text] as const), ...column.choices],
    keysOf(name) {
      const key = meant.get(name.trim().toLowerCase())
      return key === undefined ? (named ? keysOfName(found, named, name) : []) : [Number(key)]
    },
    // In a column such as `merchant.phone`, a number that no record has is not the ID of another one.
    takesIds: column.by === undefined,
    timezone,
    decimal,
  }
  return (cell) => readValue(cell, options)
}

const readPlain = (cell: RecordCell | undefined): CellValue =>
  cell === undefined
    ? 'empty'
    : 'value' in cell
      ? { value: cell.value }
      : cell.doubt
        ? refuse(cell.doubt)
        : { value: cellText(cell).replaceAll(/\r\n?/g, '\n') }

/**
 * The rows of a file in wire form, for `Import/rows`. Rows whose chosen cells are all empty are left out. Without a column of
 * the key, every row creates a record.
 */
export function readRows({ rows, headerLength }: Records, reading: Reading, found: FoundRecords): ImportRow[] {
  const { columns, keyField } = reading
  const key = columns.find(({ field }) => field === keyField)
  const readers = columns.map((column) => ({ ...column, read: readerOf(column, found, reading) }))
  const used = rows.filter(({ cells }) => columns.some(({ column }) => !isEmptyCell(cells[column])))
  const sameKey = rowsOfKeys(used, key)
  const isExtra = extraCell(
    headerLength,
    columns.map(({ column }) => column),
  )
  return used.map((row) => {
    const extra = row.cells.findIndex(isExtra)
    if (extra >= 0) return refusedRow(row.row, { column: extra }, refuse('extra_cell').refusal)
    const same = sameKey.get(row.row)
    return key && same
      ? refusedRow(row.row, key, refuse('repeated_row', [same]).refusal)
      : readRow(row, readers, key, reading, found)
  })
}

/** More row numbers than this are not named. */
const MAX_NAMED = 20

/** The rows with the same name as another one, by row: each of them would create the record. The server refuses repeated IDs. */
function rowsOfKeys(rows: Records['rows'], key: ReadColumn | undefined): Map<number, string> {
  const named = key?.named
  const same = new Map<number, string>()
  if (!named) return same
  const byName = Map.groupBy(rows, ({ cells }) => {
    const text = keyText(cells[key.column])
    return text === '' ? '' : comparableName(named, text)
  })
  for (const [name, group] of byName) {
    if (name === '' || group.length < 2) continue
    const numbers = group
      .slice(0, MAX_NAMED)
      .map(({ row }) => row)
      .join(', ')
    for (const { row } of group) same.set(row, numbers)
  }
  return same
}

const keyText = (cell: RecordCell | undefined): string =>
  isEmptyCell(cell) || cell === undefined ? '' : 'text' in cell ? cellText(cell).trim() : String(cell.value)

const refusedRow = (
  row: number,
  column: { column: number; field?: string; lang?: string },
  { code, params }: CellError,
): ImportRow => ({
  row,
  values: {},
  refusal: {
    code,
    message: cellErrors[code],
    params: [...params],
    ...(column.field === undefined ? {} : { field: targetName({ ...column, field: column.field }) }),
    column: columnName(column.column),
  },
})

function readRow(
  { row, cells }: Records['rows'][number],
  readers: readonly (ReadColumn & { read: Read })[],
  key: ReadColumn | undefined,
  reading: Reading,
  found: FoundRecords,
): ImportRow {
  const values: Record<string, unknown> = {}
  const refused = (column: FieldColumn, error: CellError): ImportRow => refusedRow(row, column, error)
  const matched: Matched = key ? matchRow(cells[key.column], key, reading, found) : {}
  if (key && 'refusal' in matched) return refused(key, matched.refusal)
  for (const { read, ...column } of readers) {
    if (column.field === reading.key.field) continue
    const result = read(cells[column.column])
    if (result === 'empty') {
      if (column.empty !== undefined) setValue(values, column, column.empty)
    } else if ('refusal' in result) {
      // The value of the key names the record itself.
      if (column.field !== key?.field) return refused(column, result.refusal)
    } else setValue(values, column, result.value)
  }
  return { row, ...('id' in matched && matched.id !== undefined ? { id: matched.id } : {}), values }
}

function setValue(values: Record<string, unknown>, { field, lang }: FieldColumn, value: unknown): void {
  const isText = lang !== undefined && (typeof value === 'string' || value === null)
  values[field] = isText ? { ...(values[field] as object | undefined), [lang]: value ?? '' } : value
}

/** The record that a row changes; none if the row creates one. */
type Matched = { id?: number | string } | { refusal: CellError }

function matchRow(cell: RecordCell | undefined, { named }: ReadColumn, { key }: Reading, found: FoundRecords): Matched {
  if (isEmptyCell(cell) || cell === undefined) return named ? refuse('key_missing') : {}
  if ('text' in cell && cell.doubt) return refuse(cell.doubt)
  const text = keyText(cell)
  if (!named) {
    if (!key.isNumber) return { id: text }
    const read = readRecord('text' in cell ? (cell.number ?? text) : text, () => [])
    if ('refusal' in read) return refuse('not_a_number', [text])
    return read.value > 0 || key.mayBeZero ? { id: read.value } : {}
  }
  if (hasLostDigits(text, named.kind)) return refuse('long_number')
  const keys = keysOfName(found, named, text)
  if (keys.length > 1) return refuse('record_ambiguous', [text, keys.slice(0, 10).join(', ')])
  return keys[0] === undefined ? {} : { id: keys[0] }
}

/** Texts of a column that match no value of the field, or no record. */
export interface UnknownValues {
  /** Path of the column's field, such as `country`. */
  target: string
  texts: readonly string[]
}

/** More texts than this are no values that a person would assign one by one. */
const MAX_UNKNOWN = 200

/** Finds the texts that a person may assign to values, most frequent first. */
export function unknownValues({ rows }: Records, reading: Reading, found: FoundRecords): UnknownValues[] {
  const { columns, keyField } = reading
  return columns.flatMap((column) => {
    const { kind } = column
    const isList = kind === 'referenceList'
    const isAssignable = kind === 'flag' || kind === 'choice' || column.choices.length > 0 || column.named !== undefined
    if (!isAssignable || column.field === keyField) return []
    const read = readerOf(column, found, reading)
    const counts = new Map<string, number>()
    for (const { cells } of rows) {
      const cell = cells[column.column]
      if (cell === undefined || !('text' in cell) || cell.doubt || isEmptyCell(cell)) continue
      for (const text of isList ? namesIn(cellText(cell)) : [cellText(cell).trim()]) counts.set(text, (counts.get(text) ?? 0) + 1)
    }
    const texts = [...counts.keys()].filter((text) => {
      const result = read({ text, isExact: true })
      return typeof result === 'object' && 'refusal' in result
    })
    const sorted = texts.toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0)).slice(0, MAX_UNKNOWN)
    return sorted.length > 0 ? [{ target: targetName(column), texts: sorted }] : []
  })
}
