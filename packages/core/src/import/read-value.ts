import type { Entity, FieldKind } from '@tiffin/sdk/contract'
import type { TextKey } from '#i18n/text-key'
import { fromLocalTime } from '#rules/periods'
import { rowErrors } from './dictionary-plan.ts'
import type { FieldColumn } from './field-column.ts'
import { cellText, type RecordCell } from './read-records.ts'
import { isScientific } from './read-sheet.ts'

/** Why a cell gives no value. */
export const cellErrors = {
  not_a_number: 'Not a number: %1',
  ambiguous_number: '%1 is ambiguous: its sign may separate thousands or decimals. Choose the decimal sign.',
  not_a_date: 'Not a date: %1',
  not_a_choice: 'Unknown value: %1. Allowed: %2',
  not_json_value: 'Not JSON: %1',
  record_unknown: 'No record is named %1',
  record_ambiguous: 'Several records are named %1: %2',
  repeated_row: 'Several rows change this record: %1',
  key_missing: 'The value to match rows by is missing',
  extra_cell: rowErrors.extra_cell,
  formula: rowErrors.formula,
  merged: rowErrors.merged,
  date: rowErrors.date,
  error: rowErrors.error,
  flag: rowErrors.flag,
  long_number: rowErrors.long_number,
} as const satisfies Record<string, TextKey>

export interface CellError {
  code: keyof typeof cellErrors
  params: readonly (string | number)[]
}
/** The value of a cell; `empty` leaves the field as it is. */
export type CellValue = { value: unknown } | { refusal: CellError } | 'empty'

export const refuse = (code: CellError['code'], params: CellError['params'] = []): { refusal: CellError } => ({
  refusal: { code, params: params.map((param) => (typeof param === 'string' ? param.slice(0, 200) : param)) },
})

/** The sign before the decimals of a number in a text; the other one separates thousands. */
export const decimalSigns = ['point', 'comma'] as const
export type DecimalSign = (typeof decimalSigns)[number]

export interface ValueOptions {
  kind: FieldKind
  /** Undefined if it was not chosen: numbers that depend on it are refused. */
  decimal: DecimalSign | undefined
  /** The display names of the field's values, by value. */
  choices: readonly (readonly [value: string, name: string])[]
  /** Keys of the records with this name. */
  keysOf: (name: string) => readonly number[]
  /** Whether cells may also have the ID of a record. */
  takesIds: boolean
  timezone: string
}

export const isEmptyCell = (cell: RecordCell | undefined): boolean =>
  cell === undefined || ('text' in cell && cell.text.trim() === '' && cell.doubt === undefined)

/** Kinds whose values are the stored number of a cell, not the text that it shows. */
export const numberKinds: ReadonlySet<FieldKind> = new Set(['id', 'int', 'number', 'money'])

/** The columns that give numbers. */
export const numberColumns = (columns: readonly FieldColumn[], { fields }: Entity): number[] =>
  columns.flatMap(({ column, field }) => (numberKinds.has(fields[field]?.kind ?? 'text') ? [column] : []))

/** The wire value of a cell for this field. Only its form is checked; the server checks everything else. */
export function readValue(cell: RecordCell | undefined, options: ValueOptions): CellValue {
  if (cell === undefined || isEmptyCell(cell)) return 'empty'
  if ('value' in cell) return { value: cell.value }
  const { kind } = options
  const isDate = kind === 'date' || kind === 'moment'
  const isSwitch = cell.doubt === 'flag' && (kind === 'flag' || kind === 'choice')
  if (cell.doubt !== undefined && !(isDate && cell.date !== undefined) && !isSwitch) return refuse(cell.doubt)
  const shown = cellText(cell)
  if (hasLostDigits(shown, kind)) return refuse('long_number')
  if (numberKinds.has(kind) && cell.number !== undefined) return readText(cell.number, { ...options, decimal: 'point' })
  return readText(isDate ? (cell.date ?? cell.text) : shown, options)
}

/** Saved as csv, a phone in a narrow cell becomes a rounded number, whose digits would be another phone. */
export const hasLostDigits = (text: string, kind: FieldKind): boolean => kind === 'phone' && isScientific(text)

function readText(text: string, options: ValueOptions): CellValue {
  const { kind, keysOf, takesIds, timezone, decimal } = options
  if (numberKinds.has(kind) && decimal === undefined && ambiguous.test(withoutSpaces(text)))
    return refuse('ambiguous_number', [text])
  switch (kind) {
    case 'id':
    case 'int':
    case 'number': {
      return readNumber(text, kind, decimal)
    }
    case 'money': {
      const amount = plainNumber(text, decimal)
      return amount === undefined ? refuse('not_a_number', [text]) : { value: amount }
    }
    case 'flag':
    case 'choice':
    case 'word': {
      return readChoice(text, options)
    }
    case 'date':
    case 'moment': {
      return readDate(text, kind, timezone)
    }
    case 'reference': {
      return readRecord(text, keysOf, takesIds)
    }
    case 'referenceList': {
      return readRecords(text, keysOf, takesIds)
    }
    case 'coords': {
      const parts = text
        .replaceAll(/[[\]\s]/g, '')
        .split(',')
        .map(Number)
      return parts.length === 2 && parts.every(Number.isFinite) ? { value: parts } : refuse('not_json_value', [text])
    }
    case 'json':
    case 'files': {
      return readJsonText(text)
    }
    default: {
      return { value: text }
    }
  }
}

const withoutSpaces = (text: string): string => text.replaceAll(/[\s\u00a0\u202f]/g, '')
/** 1,234 is a thousand in English and little more than one in German; 1.234 is the opposite. */
const ambiguous = /^-?[1-9]\d{0,2}[.,]\d{3}$/

/** A number with a point, from one with spaces between digits, or with the chosen decimal sign and the other one for thousands. */
function plainNumber(text: string, decimal: DecimalSign | undefined): string | undefined {
  const plain = withoutSpaces(text)
  const number =
    decimal === undefined
      ? plain.replace(/^(-?\d+),(\d+)$/, '$1.$2')
      : decimal === 'comma'
        ? withoutThousands(plain.replaceAll(/[.,]/g, (sign) => (sign === '.' ? ',' : '.')))
        : withoutThousands(plain)
  return /^-?\d+(\.\d+)?$/.test(number) ? number : undefined
}

/** 1,234,567.8 without commas; a comma anywhere else is no number. */
const withoutThousands = (number: string): string =>
  /^-?[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/.test(number) ? number.replaceAll(',', '') : number

function readNumber(text: string, kind: FieldKind, decimal: DecimalSign | undefined): CellValue {
  const number = plainNumber(text, decimal)
  if (number !== undefined) return { value: Number(number) }
  return kind === 'id' ? { value: text } : refuse('not_a_number', [text])
}

const switches: Readonly<Record<string, string>> = { true: '1', yes: '1', false: '0', no: '0' }

function readChoice(text: string, { kind, choices }: ValueOptions): CellValue {
  const needle = text.trim().toLowerCase()
  const found = choices.find(([value, name]) => value.toLowerCase() === needle || name.toLowerCase() === needle)
  const value = found?.[0] ?? (kind === 'flag' ? switches[needle] : undefined)
  if (value === undefined) {
    if (choices.length === 0 && kind === 'word') return { value: text }
    return refuse('not_a_choice', [text, [...new Set(choices.map(([, name]) => name))].join(', ')])
  }
  return { value: kind === 'word' ? value : Number(value) }
}

/** ISO, or day, month and year with points; a timestamp without an offset is a local time of the company. */
function readDate(text: string, kind: 'date' | 'moment', timezone: string): CellValue {
  const plain = text.trim()
  if (kind === 'moment' && /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(plain)) return { value: plain }
  const iso = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d:\d\d)(?::\d\d)?)?$/.exec(plain)
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:,? (\d{1,2}:\d\d)(?::\d\d)?)?$/.exec(plain)
  const [year, month, day, time] = iso ? iso.slice(1) : dotted ? [dotted[3], dotted[2], dotted[1], dotted[4]] : []
  if (year === undefined || month === undefined || day === undefined) return refuse('not_a_date', [text])
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const local = `${date}T${(time ?? '00:00').padStart(5, '0')}`
  const wall = Date.parse(`${local}Z`)
  // `Date` takes February 31 as March 3.
  if (Number.isNaN(wall) || !new Date(wall).toISOString().startsWith(local)) return refuse('not_a_date', [text])
  return { value: kind === 'date' ? date : fromLocalTime(local, timezone) }
}

const readId = (text: string): number | undefined => (/^\s*\d{1,15}\s*$/.test(text) ? Number(text) : undefined)

/** A record by name, or by ID if none has this name. */
export function readRecord(
  text: string,
  keysOf: ValueOptions['keysOf'],
  takesIds = true,
): { value: number } | { refusal: CellError } {
  const name = text.trim()
  const keys = keysOf(name)
  if (keys.length > 1) return refuse('record_ambiguous', [name, keys.slice(0, 10).join(', ')])
  const key = keys[0] ?? (takesIds ? readId(name) : undefined)
  return key === undefined ? refuse('record_unknown', [name]) : { value: key }
}

function readRecords(text: string, keysOf: ValueOptions['keysOf'], takesIds: boolean): CellValue {
  const keys: number[] = []
  for (const name of namesIn(text)) {
    const read = readRecord(name, keysOf, takesIds)
    if ('refusal' in read) return read
    keys.push(read.value)
  }
  return { value: keys }
}

/** The names of a list. */
export const namesIn = (text: string): string[] =>
  text
    .split(/[,;،\n]/)
    .map((name) => name.trim())
    .filter(Boolean)

function readJsonText(text: string): CellValue {
  try {
    return { value: JSON.parse(text) }
  } catch {
    // Exports show a list of words this way.
    const words = namesIn(text)
    if (words.every((word) => /^[A-Za-z][\w-]*$/.test(word))) return { value: words }
    return refuse('not_json_value', [text])
  }
}
