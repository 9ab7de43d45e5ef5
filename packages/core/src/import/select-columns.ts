import { columnName, type Sheet } from './read-sheet.ts'
import { sheetError } from './sheet-error.ts'

/** The chosen part of a sheet: columns from 0, rows from 1. */
export interface Selection {
  idColumn: number
  languageColumn: number
  from: number
  to: number
}

export interface SelectionInput {
  /** A letter such as `C`, or a text in the first row, if that row is a header. */
  idColumn: string
  languageColumn: string
  /** `2:500`, `2:` or `2`; without it, all rows below the first. */
  rows?: string | undefined
}

/** @throws `no_such_rows`, `empty_sheet`, `no_such_column`, `ambiguous_column` */
export function selectColumns(sheet: Sheet, { idColumn, languageColumn, rows = '2:' }: SelectionInput): Selection {
  const { from, to } = selectRows(sheet.rows.length, rows)
  return { idColumn: findColumn(sheet, idColumn, from), languageColumn: findColumn(sheet, languageColumn, from), from, to }
}

/** The first and last of the chosen rows, from 1; none for `2:` if there is only a header. @throws `no_such_rows`, `empty_sheet` */
export function selectRows(last: number, rows: string, header = 1): { from: number; to: number } {
  const [, first, isRange, end] = /^(\d{1,7})(:(\d{1,7})?)?$/.exec(rows) ?? []
  const from = Number(first)
  const to = Math.min(isRange === undefined ? from : Number(end ?? last), last)
  if (last === 0 && from > 1) throw sheetError('empty_sheet')
  // There is a header at most.
  const isNone = isRange === ':' && from === last + 1 && last <= header
  if (first === undefined || from < 1 || (to < from && !isNone)) throw sheetError('no_such_rows', [rows, last])
  return { from, to }
}

/** A name in the header and a letter can be the same word, as in `ID`; then only one may be inside the sheet. */
function findColumn(sheet: Sheet, name: string, from: number): number {
  const needle = name.trim().toLowerCase()
  const found = new Set<number>()
  for (let column = 0; column < sheet.columns; column++) {
    const heading = from === 1 ? undefined : sheet.rows[0]?.[column]?.text.trim().toLowerCase()
    if (heading === needle || columnName(column).toLowerCase() === needle) found.add(column)
  }
  const [column] = found
  if (column === undefined) throw sheetError('no_such_column', [name])
  if (found.size > 1) throw sheetError('ambiguous_column', [name])
  return column
}
