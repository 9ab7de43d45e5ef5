import { MAX_IMPORT_ROWS } from '@tiffin/sdk/limits'
import { unescapeFormula } from '#rules/text'
import { decodeText } from './decode-text.ts'
import { type Cell, headerLength, MAX_COLUMNS, readSheet, type ReadOptions } from './read-sheet.ts'
import { sheetError } from './sheet-error.ts'
import { selectRows } from './select-columns.ts'

/** A cell of a sheet, or a text or another value of JSON. */
export type RecordCell = Cell | { value: unknown }

/** The text of a cell. In sheets, texts that look like formulas are escaped (AMB-230). */
export const cellText = ({ text, isExact }: Cell): string => (isExact ? text : unescapeFormula(text))

/**
 * A cell as it is written into a file that is imported again. The shown text of a date could not be read; that of a number may
 * be rounded.
 */
export function sourceText(cell: RecordCell | undefined, isNumber = false): string {
  if (cell === undefined) return ''
  if ('text' in cell)
    return cell.date?.replace('T00:00', '').replace('T', ' ') ?? (isNumber ? (cell.number ?? cell.text) : cell.text)
  return typeof cell.value === 'string' ? cell.value : JSON.stringify(cell.value)
}

/** The chosen rows of a file. */
export interface Records {
  /** Headings of the columns; empty without a header row. */
  headings: readonly string[]
  columns: number
  /** See `headerLength`. */
  headerLength?: number | undefined
  rows: readonly { row: number; cells: readonly (RecordCell | undefined)[] }[]
  /** The encoding of a csv file, and of JSON that is not UTF-8. */
  encoding?: string
  isDoubtful?: true
  /** The name of the sheet, and of all in the file. */
  sheet?: string
  sheets?: readonly string[]
}

/**
 * Reads the rows of an .xlsx, .xls, .ods, .csv, .json or .ndjson file. The format follows from the content.
 * @param options.rows such as `2:500`; a sheet has its headings in the first row, or that of its filter, unless the first row is
 * chosen too
 * @throws SheetError
 */
export async function readRecords(bytes: Uint8Array, options: ReadOptions & { rows?: string | undefined }): Promise<Records> {
  if (isJson(bytes)) return readJson(bytes, options)
  const sheet = await readSheet(bytes, options)
  const { headerRow = 0 } = sheet
  const { from, to } = selectRows(sheet.rows.length, options.rows ?? `${headerRow + 2}:`, headerRow + 1)
  const header = from === 1 ? [] : (sheet.rows[from > headerRow + 1 ? headerRow : 0] ?? [])
  const rows = []
  for (let row = from; row <= to; row++) rows.push({ row, cells: sheet.rows[row - 1] ?? [] })
  return {
    headings: Array.from({ length: sheet.columns }, (_, column) => header[column]?.text.trim() ?? ''),
    columns: sheet.columns,
    headerLength: headerLength(sheet, from),
    rows,
    sheet: sheet.name,
    sheets: sheet.names,
    ...(sheet.encoding === undefined ? {} : { encoding: sheet.encoding }),
    ...(sheet.isDoubtful ? { isDoubtful: true } : {}),
  }
}

/** No heading of a csv file starts like an object or a list. */
const isJson = (bytes: Uint8Array): boolean => /^\s*(\{|\[\s*(\{|\]))/.test(new TextDecoder().decode(bytes.subarray(0, 1000)))

function readJson(bytes: Uint8Array, { lang, encoding: given, rows: chosen = '1:' }: Parameters<typeof readRecords>[1]): Records {
  const { text, encoding, ...doubt } = decodeText(bytes, lang, given)
  const objects = parseObjects(text)
  if (objects.length > MAX_IMPORT_ROWS) throw sheetError('too_many_rows', [objects.length, MAX_IMPORT_ROWS])
  const { from, to } = selectRows(objects.length, chosen)
  const headings = headingsOf(objects)
  const rows = objects.slice(from - 1, to).map((item, index) => ({
    row: from + index,
    cells: headings.map((name) => (Object.hasOwn(item, name) ? cellOf(item[name]) : undefined)),
  }))
  return { headings, columns: headings.length, rows, ...(encoding === 'utf-8' ? {} : { encoding }), ...doubt }
}

/** Each object gets a cell for each field, so their number is limited. */
function headingsOf(objects: readonly object[]): string[] {
  const names = new Set<string>()
  for (const object of objects) {
    for (const name of Object.keys(object)) names.add(name)
    if (names.size > MAX_COLUMNS) throw sheetError('too_many_fields', [MAX_COLUMNS])
  }
  return [...names]
}

/** Texts are read like those of a sheet: they may be names of records or values. A number in JSON has a decimal point. */
const cellOf = (value: unknown): RecordCell =>
  typeof value === 'string' ? { text: value, isExact: true, ...(/^-?\d+\.\d+$/.test(value) ? { number: value } : {}) } : { value }

/** One object, a list, or one object a line. */
function parseObjects(text: string): Record<string, unknown>[] {
  const whole = parse(text)
  const values =
    whole === undefined
      ? text
          .split('\n')
          .filter((line) => line.trim() !== '')
          .map(parse)
      : [whole].flat()
  const bad = values.findIndex((value) => typeof value !== 'object' || value === null || Array.isArray(value))
  if (bad >= 0) throw sheetError('not_json', [bad + 1])
  return values as Record<string, unknown>[]
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
