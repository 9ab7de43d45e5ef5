import type { Sheet, SheetFormat } from '../import/read-sheet.ts'

/** Shorter sheets are previewed whole, longer ones by their first and last rows (DICT-17). */
const ALL_BELOW = 50
const AT_EACH_END = 24

/** Longer texts are cut in the preview. */
const SHOWN_CHARACTERS = 200

export interface PreviewRow {
  /** Row number in the sheet, from 1. */
  row: number
  cells: readonly string[]
}

/** The part of a sheet that is shown to choose its columns and rows. */
export interface SheetPreview {
  /** SHA-256 of the file in hexadecimal. */
  hash: string
  format: SheetFormat
  name: string
  names: readonly string[]
  columns: number
  /** Number of rows in the sheet. */
  count: number
  rows: readonly PreviewRow[]
  /** The encoding of a csv file. */
  encoding?: string
}

/** The numbers of the previewed rows (DICT-17). */
export function previewedRows(count: number): number[] {
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  return count < ALL_BELOW ? numbers : [...numbers.slice(0, AT_EACH_END), ...numbers.slice(-AT_EACH_END)]
}

export function previewOf({ format, name, names, columns, rows, encoding }: Sheet): Omit<SheetPreview, 'hash'> {
  const textOf = (row: number, column: number): string => rows[row - 1]?.[column]?.text.slice(0, SHOWN_CHARACTERS) ?? ''
  return {
    format,
    name,
    names,
    columns,
    count: rows.length,
    rows: previewedRows(rows.length).map((row) => ({
      row,
      cells: Array.from({ length: columns }, (_, column) => textOf(row, column)),
    })),
    ...(encoding === undefined ? {} : { encoding }),
  }
}
