import type { FieldKind } from '@tiffin/sdk/contract'
import type { TextKey } from '#i18n/text-key'
import { fromLocalTime } from '#rules/periods'
import { rowRefusals } from './dictionary-plan.ts'
import { cellText, type RecordCell } from './read-records.ts'

/** Why a cell gives no value. */
export const cellRefusals = {
  not_a_number: 'Not a number: %1',
  not_a_date: 'Not a date: %1',
  not_a_choice: 'Not one of these: %2. It is: %1',
  not_json_value: 'Not JSON: %1',
  record_unknown: 'No record is called %1',
  record_ambiguous: 'Several records are called %1: %2',
  key_missing: 'The value by which rows are matched is missing',
  formula: rowRefusals.formula,
  merged: rowRefusals.merged,
  date: rowRefusals.date,
  error: rowRefusals.error,
  flag: rowRefusals.flag,
  long_number: rowRefusals.long_number,
} as const satisfies Record<string, TextKey>

export interface CellRefusal {
  code: keyof typeof cellRefusals
  params: readonly (string | number)[]
}
/** The value of a cell; `empty` leaves the field as it is. */
export type CellValue = { value: unknown } | { refusal: CellRefusal } | 'empty'

export const refuse = (code: CellRefusal['code'], params: CellRefusal['params'] = []): { refusal: CellRefusal } => ({
  refusal: { code, params: params.map((one) => (typeof one === 'string' ? one.slice(0, 200) : one)) },
})

export interface ValueOptions {
  kind: FieldKind
  /** The display names of the field's values, by value. */
  choices: readonly (readonly [value: string, name: string])[]
  /** Keys of the records with this name. */
  keysOf: (name: string) => readonly number[]
  timezone: string
}

export const isEmptyCell = (cell: RecordCell | undefined): boolean =>
  cell === undefined || ('text' in cell && cell.text.trim() === '' && cell.doubt === undefined)

/** The wire value of a cell for this field. What it must fulfil beyond its form, the server checks. */
export function readValue(cell: RecordCell | undefined, options: ValueOptions): CellValue {
  if (cell === undefined || isEmptyCell(cell)) return 'empty'
  if ('value' in cell) return { value: cell.value }
  const { kind } = options
  const isDate = kind === 'date' || kind === 'moment'
  const isSwitch = cell.doubt === 'flag' && (kind === 'flag' || kind === 'choice')
  if (cell.doubt !== undefined && !(isDate && cell.date !== undefined) && !isSwitch) return refuse(cell.doubt)
  return readText(isDate ? (cell.date ?? cell.text) : cellText(cell), options)
}

function readText(text: string, options: ValueOptions): CellValue {
  const { kind, keysOf, timezone } = options
  switch (kind) {
    case 'id':
    case 'int':
    case 'number': {
      return readNumber(text, kind)
    }
    case 'money': {
      const amount = plainNumber(text)
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
      return readRecord(text, keysOf)
    }
    case 'referenceList': {
      return readRecords(text, keysOf)
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

/** A number with a point, from one with spaces between digits or a decimal comma. */
function plainNumber(text: string): string | undefined {
  const plain = text.replaceAll(/[\s\u00a0\u202f]/g, '')
  const number = /^-?\d+,\d+$/.test(plain) ? plain.replace(',', '.') : plain
  return /^-?\d+(\.\d+)?$/.test(number) ? number : undefined
}

function readNumber(text: string, kind: FieldKind): CellValue {
  const number = plainNumber(text)
  if (number !== undefined) return { value: Number(number) }
  return kind === 'id' ? { value: text } : refuse('not_a_number', [text])
}

const switches: Readonly<Record<string, string>> = { true: '1', yes: '1', false: '0', no: '0' }

function readChoice(text: string, { kind, choices }: ValueOptions): CellValue {
  const wanted = text.trim().toLowerCase()
  const found = choices.find(([value, name]) => value.toLowerCase() === wanted || name.toLowerCase() === wanted)
  const value = found?.[0] ?? (kind === 'flag' ? switches[wanted] : undefined)
  if (value === undefined) {
    if (choices.length === 0 && kind === 'word') return { value: text }
    return refuse('not_a_choice', [text, [...new Set(choices.map(([, name]) => name))].join(', ')])
  }
  return { value: kind === 'word' ? value : Number(value) }
}

/** ISO, or day, month and year with points; a moment without an offset is a local time of the company. */
function readDate(text: string, kind: 'date' | 'moment', timezone: string): CellValue {
  const plain = text.trim()
  if (kind === 'moment' && /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(plain)) return { value: plain }
  const iso = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d:\d\d)(?::\d\d)?)?$/.exec(plain)
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:,? (\d{1,2}:\d\d)(?::\d\d)?)?$/.exec(plain)
  const [year, month, day, time] = iso ? iso.slice(1) : dotted ? [dotted[3], dotted[2], dotted[1], dotted[4]] : []
  if (year === undefined || month === undefined || day === undefined) return refuse('not_a_date', [text])
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  if (Number.isNaN(Date.parse(date))) return refuse('not_a_date', [text])
  if (kind === 'date') return { value: date }
  return { value: fromLocalTime(`${date}T${(time ?? '00:00').padStart(5, '0')}`, timezone) }
}

const readId = (text: string): number | undefined => (/^\s*\d{1,15}\s*$/.test(text) ? Number(text) : undefined)

/** A record by name, or by ID if none has this name. */
export function readRecord(text: string, keysOf: ValueOptions['keysOf']): { value: number } | { refusal: CellRefusal } {
  const name = text.trim()
  const keys = keysOf(name)
  if (keys.length > 1) return refuse('record_ambiguous', [name, keys.slice(0, 10).join(', ')])
  const key = keys[0] ?? readId(name)
  return key === undefined ? refuse('record_unknown', [name]) : { value: key }
}

function readRecords(text: string, keysOf: ValueOptions['keysOf']): CellValue {
  const keys: number[] = []
  for (const name of namesIn(text)) {
    const read = readRecord(name, keysOf)
    if ('refusal' in read) return read
    keys.push(read.value)
  }
  return { value: keys }
}

/** The names of a list. */
export const namesIn = (text: string): string[] =>
  text
    .split(/[,;\n]/)
    .map((name) => name.trim())
    .filter(Boolean)

function readJsonText(text: string): CellValue {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return refuse('not_json_value', [text])
  }
}
