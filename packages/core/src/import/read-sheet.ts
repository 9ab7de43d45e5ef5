import type { CellObject, ParsingOptions, WorkBook, WorkSheet } from 'xlsx'
import { decodeText } from './decode-text.ts'
import { readCsv } from './read-csv.ts'
import { sheetError } from './sheet-error.ts'
import { checkRepeats, MAX_REPEATED_CELLS, unpack } from './unpack.ts'

export const MAX_SHEET_MB = 32
export const MAX_ROWS = 100_000
export const MAX_COLUMNS = 1000

/** Why the text of a cell can't be taken as it is. */
export type CellIssue = 'formula' | 'merged' | 'date' | 'error' | 'flag' | 'long_number'

export interface Cell {
  text: string
  /** Not escaped against formulas, so nothing is removed from it. */
  isExact?: true
  doubt?: CellIssue
  /** The date of a date cell as local time, such as `2026-11-01T18:30`. */
  date?: string
  /** The stored number with a point, if the text is another one, such as `1,234`, or could be read as another one, such as `1.234`. */
  number?: string
}

export type SheetFormat = 'xlsx' | 'xls' | 'ods' | 'csv'

/** The cells of one sheet. Rows and columns count from 0; empty cells and rows may be missing. */
export interface Sheet {
  format: SheetFormat
  name: string
  names: readonly string[]
  rows: readonly (readonly (Cell | undefined)[] | undefined)[]
  columns: number
  /** The row of the headings, if the sheet has a filter: exports have their title and filters above it (AMB-126). */
  headerRow?: number
  /** The encoding of a csv file, and whether its words don't look like any of it. */
  encoding?: string
  isDoubtful?: true
}

/**
 * The number of cells in the header of a csv file. A row with more has a separator outside quotation marks, so that its values
 * are in the wrong columns. In sheets of other formats, cells may stand beside the header.
 */
export const headerLength = ({ format, rows }: Sheet, from: number): number | undefined =>
  format === 'csv' && from > 1 ? rows[0]?.length : undefined

/** Tells cells with content behind the header, other than those of chosen columns. */
export const extraCell =
  (header: number | undefined, chosen: readonly number[]) =>
  (cell: object | undefined, column: number): boolean =>
    header !== undefined &&
    column >= header &&
    !chosen.includes(column) &&
    cell !== undefined &&
    'text' in cell &&
    String(cell.text).trim() !== ''

export interface ReadOptions {
  /** Language of the texts; decides the code page of a csv file that isn't Unicode. */
  lang: string
  /** Name of the sheet; the first one otherwise. */
  sheet?: string | undefined
  encoding?: string | undefined
  /** Keeps apostrophes before formulas, which exports add (AMB-230). */
  raw?: boolean | undefined
}

const startsWith = (bytes: Uint8Array, ...magic: number[]): boolean => magic.every((byte, at) => bytes[at] === byte)
const ascii = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0))

/** Files that could pass for text. */
const foreign = [ascii('%PDF'), ascii(String.raw`{\rtf`), ascii('<'), ascii('\u007fELF'), [0x1f, 0x8b], [0x89, 0x50, 0x4e, 0x47]]

/**
 * Reads the cells of a sheet. The format follows from the content; the name of a file doesn't matter.
 * @throws SheetError
 */
export async function readSheet(bytes: Uint8Array, options: ReadOptions): Promise<Sheet> {
  if (bytes.length > MAX_SHEET_MB * 1e6) throw sheetError('too_large', [Math.ceil(bytes.length / 1e6), MAX_SHEET_MB])
  const sheet = await readAny(bytes, options)
  const last = sheet.rows.length
  if (last > MAX_ROWS) throw sheetError('too_many_rows', [last, MAX_ROWS])
  if (sheet.columns > MAX_COLUMNS) throw sheetError('too_many_columns', [columnName(sheet.columns - 1), MAX_COLUMNS])
  if (options.raw !== true) return sheet
  return { ...sheet, rows: sheet.rows.map((row) => row?.map((cell) => cell && { ...cell, isExact: true })) }
}

async function readAny(bytes: Uint8Array, options: ReadOptions): Promise<Sheet> {
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) return readZip(bytes, options)
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) return readXls(bytes, options)
  if (bytes.length === 0) throw sheetError('empty_sheet')
  if (foreign.some((magic) => startsWith(bytes, ...magic))) throw sheetError('not_a_sheet')
  return readText(bytes, options)
}

// Formulas are read to refuse them. A wrong dimension, which `nodim` ignores, would hide rows.
const parseOptions = (sheet: string | undefined) => ({
  type: 'array' as const,
  dense: true,
  nodim: true,
  cellDates: true,
  cellNF: true,
  cellFormula: true,
  cellHTML: false,
  // An unknown name is reported with the names that exist.
  sheets: sheet === undefined ? 0 : sheet,
})

/** SheetJS exports more than it declares. */
interface SheetJs {
  CFB: {
    read: (bytes: Uint8Array, options: { type: 'array' }) => { FullPaths: string[] }
    utils: { cfb_new: () => object; cfb_add: (zip: object, name: string, content: Uint8Array) => void }
  }
  parse_zip: (zip: object, options: ParsingOptions) => WorkBook
  read: (bytes: Uint8Array, options: ParsingOptions) => WorkBook
}

const loadSheetJs = async (): Promise<SheetJs> => (await import('xlsx')) as unknown as SheetJs

async function readZip(bytes: Uint8Array, { sheet }: ReadOptions): Promise<Sheet> {
  const files = await unpack(bytes)
  const text = (name: string): string => new TextDecoder().decode(files.get(name))
  const isOds = files.has('content.xml') && text('mimetype').includes('opendocument.spreadsheet')
  if (files.has('encrypted-package') || text('META-INF/manifest.xml').includes('encryption-data')) throw sheetError('password')
  if (isOds) checkRepeats(text('content.xml'))
  else if (!files.has('xl/workbook.xml')) throw sheetError('not_a_sheet')
  // Only checked content reaches SheetJS, which trusts the sizes in a zip file.
  const { CFB, parse_zip } = await loadSheetJs()
  const book = parsed(() => {
    const zip = CFB.utils.cfb_new()
    for (const [name, content] of files) CFB.utils.cfb_add(zip, `/${name}`, content)
    return parse_zip(zip, parseOptions(sheet))
  })
  return toSheet(book, isOds ? 'ods' : 'xlsx', sheet)
}

async function readXls(bytes: Uint8Array, { sheet }: ReadOptions): Promise<Sheet> {
  const { CFB, read } = await loadSheetJs()
  const container = parsed(() => CFB.read(bytes, { type: 'array' }))
  const has = (name: string): boolean => container.FullPaths.some((path) => path.endsWith(`/${name}`))
  if (has('EncryptedPackage')) throw sheetError('password')
  if (!has('Workbook')) throw sheetError('not_a_sheet')
  return toSheet(
    parsed(() => read(bytes, parseOptions(sheet))),
    'xls',
    sheet,
  )
}

function parsed<T>(parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    throw sheetError(/password|encrypt/i.test(String(error)) ? 'password' : 'damaged')
  }
}

function toSheet(book: WorkBook, format: SheetFormat, requested: string | undefined): Sheet {
  const names = book.SheetNames
  const name = requested ?? names[0] ?? ''
  const found = Object.hasOwn(book.Sheets, name) ? (book.Sheets[name] as WorkSheet) : undefined
  if (!found) throw sheetError('no_such_sheet', [name, names.join(', ')])
  const rows: Cell[][] = []
  let columns = 0
  let merged = 0
  // The declared range may be wrong, and rows may be far apart: `forEach` visits existing cells only.
  ;(found['!data'] ?? []).forEach((cells, row) => {
    cells.forEach((cell, column) => {
      const value = toCell(cell)
      if (!value) return
      if (row >= MAX_ROWS) throw sheetError('too_many_rows', [row + 1, MAX_ROWS])
      ;(rows[row] ??= [])[column] = value
      columns = Math.max(columns, column + 1)
    })
  })
  for (const { s, e } of found['!merges'] ?? []) {
    const last = { row: Math.min(e.r, rows.length - 1), column: Math.min(e.c, columns - 1) }
    merged += Math.max(0, last.row - s.r + 1) * Math.max(0, last.column - s.c + 1)
    if (merged > MAX_REPEATED_CELLS) throw sheetError('too_many_cells', [MAX_REPEATED_CELLS])
    for (let row = s.r; row <= last.row; row++)
      for (let column = s.c; column <= last.column; column++)
        (rows[row] ??= [])[column] = { text: rows[row]?.[column]?.text ?? '', doubt: 'merged' }
  }
  const filter = found['!autofilter']?.ref
  const headerRow = filter === undefined ? undefined : Number(/\d+/.exec(filter)?.[0]) - 1
  return { format, name, names, rows, columns, ...(headerRow !== undefined && headerRow > 0 ? { headerRow } : {}) }
}

/** Whether a text is a number such as 4.91512E+12, to which spreadsheet programs shorten long numbers. */
export const isScientific = (text: string): boolean => /^\s*[+-]?\d+(?:[.,]\d+)?E[+-]?\d+\s*$/i.test(text)

/** Digits that a spreadsheet keeps of a number. */
const EXACT = 1e15

function toCell(cell: CellObject): Cell | undefined {
  const { t, v, w, z, f } = cell
  const isPlain = t === 's' || (t === 'n' && (z === undefined || z === 'General' || isScientific(w ?? '')))
  const text = isPlain ? String(v ?? '') : (w ?? String(v ?? ''))
  if (f !== undefined) return { text, doubt: 'formula' }
  if (t === 'z' || v === undefined || text === '') return undefined
  if (t === 'd') return { text, doubt: 'date', ...dateOf(v) }
  if (t === 'e') return { text, doubt: 'error' }
  if (t === 'b') return { text, doubt: 'flag' }
  if (t !== 'n') return { text }
  return Math.abs(v as number) >= EXACT ? { text, doubt: 'long_number' } : { text, ...numberOf(v as number, text) }
}

/** No one can tell whether 15 % means 15 or 0.15. */
function numberOf(value: number, text: string): { number?: string } {
  const number = String(Number(value.toPrecision(15)))
  return (number === text && !number.includes('.')) || text.includes('%') ? {} : { number }
}

/** SheetJS puts the written time into UTC; rounding removes what the number of days lost. */
const dateOf = (value: unknown): { date?: string } =>
  value instanceof Date && !Number.isNaN(value.getTime())
    ? { date: new Date(Math.round(value.getTime() / 1000) * 1000).toISOString().slice(0, 16) }
    : {}

// Tabs and line breaks are the only control characters of a text.
// eslint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000e-\u001f]/

function readText(bytes: Uint8Array, { lang, encoding, sheet }: ReadOptions): Sheet {
  const decoded = decodeText(bytes, lang, encoding)
  if (controls.test(decoded.text)) throw sheetError('not_a_sheet')
  if (sheet !== undefined) throw sheetError('no_such_sheet', [sheet, 'csv'])
  const rows = readCsv(decoded.text).map((fields) => fields.map((text) => ({ text })))
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const { text: _, ...how } = decoded
  return { format: 'csv', name: '', names: [], rows, columns, ...how }
}

/** `A` for the first column. */
export function columnName(index: number): string {
  let name = ''
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name
  return name
}
