import { sheetErrors } from '../import/sheet-error.ts'
import type { Selection } from '../import/select-columns.ts'
import type { Problem } from '#rules/index'
import { languageName } from '#i18n/language-name'
import type { SheetPreview } from './preview.ts'

/** The columns and rows that a user has chosen so far: columns from 0, rows from 1. */
export interface Choices {
  idColumn: number | null
  languageColumn: number | null
  /** The column that the next click on a header chooses. */
  picking: 'idColumn' | 'languageColumn'
  from: number
  /** Null while only the first row is chosen. */
  to: number | null
}

export const noChoices: Choices = { idColumn: null, languageColumn: null, picking: 'idColumn', from: 1, to: null }

/** The choices for a new sheet: all rows below the header, and the columns recognised by their headers. */
export function firstChoices({ rows, count }: SheetPreview, lang: string): Choices {
  const headers = rows[0]?.cells.map((text) => text.trim().toLowerCase()) ?? []
  const find = (...names: (string | undefined)[]): number | null => {
    const found = names.map((name) => headers.indexOf(name?.toLowerCase() ?? '')).find((column) => column >= 0)
    return found ?? null
  }
  const idColumn = find('dictionary_id', 'id')
  const languageColumn = lang === '' ? null : find(lang, languageName(lang, 'en'), languageName(lang, lang))
  const picking = idColumn === null ? 'idColumn' : 'languageColumn'
  return { idColumn, languageColumn, picking, from: Math.min(2, count), to: count }
}

/** A click on a header chooses one column, the next click the other one. */
export function withColumn(choices: Choices, column: number | null, which = choices.picking): Choices {
  const other = which === 'idColumn' ? 'languageColumn' : 'idColumn'
  return { ...choices, [which]: column, [other]: choices[other] === column ? null : choices[other], picking: other }
}

/** A click on a row number chooses the first row, the next click the last one (DICT-13). */
export const withRow = (choices: Choices, row: number): Choices =>
  choices.to === null
    ? { ...choices, from: Math.min(choices.from, row), to: Math.max(choices.from, row) }
    : { ...choices, from: row, to: null }

/** The chosen part of the sheet, or the choice that is missing. */
export function selectionOf(
  { idColumn, languageColumn, from, to }: Choices,
  { count }: SheetPreview,
): { selection: Selection } | { problem: Problem } {
  if (idColumn === null) return { problem: { text: 'Choose the ID column' } }
  if (languageColumn === null) return { problem: { text: 'Choose the text column' } }
  if (to === null) return { problem: { text: 'Choose the last row' } }
  if (!Number.isInteger(from) || !Number.isInteger(to) || from < 1 || to < from || to > count)
    return { problem: { text: sheetErrors.no_such_rows, params: [`${from}–${to}`, count] } }
  return { selection: { idColumn, languageColumn, from, to } }
}
