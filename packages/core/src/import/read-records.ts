import { MAX_IMPORT_ROWS } from '@tiffin/sdk/limits'
import { unescapeFormula } from '#rules/text'
import { type Cell, readSheet, type ReadOptions } from './read-sheet.ts'
import { sheetRefusal } from './refusal.ts'
import { selectRows } from './select-columns.ts'

/** A cell of a sheet, or a text or another value of JSON. */
export type RecordCell = Cell | { value: unknown }

/** The text of a cell. In sheets, texts that look like formulas are escaped (AMB-230). */
export const cellText = ({ text, isExact }: Cell): string => (isExact ? text : unescapeFormula(text))

/** The chosen rows of a file. */
export interface Records {
  /** Headings of the columns; empty without a header row. */
  headings: readonly string[]
  columns: number
  rows: readonly { row: number; cells: readonly (RecordCell | undefined)[] }[]
  /** The encoding of a csv file. */
  encoding?: string
  /** The name of the sheet, and of all in the file. */
  sheet?: string
  sheets?: readonly string[]
}

/**
 * Reads the rows of an .xlsx, .xls, .ods, .csv, .json or .ndjson file. The format follows from the content.
 * @param options.rows such as `2:500`; a sheet has its headings in the first row unless that row is chosen too
 * @throws SheetRefusal
 */
export async function readRecords(bytes: Uint8Array, options: ReadOptions & { rows?: string | undefined }): Promise<Records> {
  if (isJson(bytes)) return readJson(bytes, options.rows)
  const sheet = await readSheet(bytes, options)
  const { from, to } = selectRows(sheet.rows.length, options.rows ?? '2:')
  const header = from === 1 ? [] : (sheet.rows[0] ?? [])
  const rows = []
  for (let row = from; row <= to; row++) rows.push({ row, cells: sheet.rows[row - 1] ?? [] })
  return {
    headings: Array.from({ length: sheet.columns }, (_, column) => header[column]?.text.trim() ?? ''),
    columns: sheet.columns,
    rows,
    sheet: sheet.name,
    sheets: sheet.names,
    ...(sheet.encoding === undefined ? {} : { encoding: sheet.encoding }),
  }
}

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

/** No heading of a csv file starts like an object or a list. */
const isJson = (bytes: Uint8Array): boolean => /^\s*(\{|\[\s*(\{|\]))/.test(decode(bytes.subarray(0, 1000)))

function readJson(bytes: Uint8Array, chosen = '1:'): Records {
  const objects = parseObjects(decode(bytes))
  if (objects.length > MAX_IMPORT_ROWS) throw sheetRefusal('too_many_rows', [objects.length, MAX_IMPORT_ROWS])
  const { from, to } = selectRows(objects.length, chosen)
  const headings = [...new Set(objects.flatMap((one) => Object.keys(one)))]
  const rows = objects.slice(from - 1, to).map((one, index) => ({
    row: from + index,
    cells: headings.map((name) => (Object.hasOwn(one, name) ? cellOf(one[name]) : undefined)),
  }))
  return { headings, columns: headings.length, rows }
}

/** Texts are read like those of a sheet: they may be names of records or values. */
const cellOf = (value: unknown): RecordCell => (typeof value === 'string' ? { text: value, isExact: true } : { value })

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
  const bad = values.findIndex((one) => typeof one !== 'object' || one === null || Array.isArray(one))
  if (bad >= 0 || values.length === 0) throw sheetRefusal('not_json', [Math.max(bad, 0) + 1])
  return values as Record<string, unknown>[]
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
