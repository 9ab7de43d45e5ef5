import type { TextKey } from '#i18n/text-key'

/** Codes of the refusals of a file, stable for scripts. */
export const sheetRefusals = {
  not_a_sheet: 'This is not a spreadsheet. Choose an .xlsx, .xls, .ods or .csv file.',
  too_large: 'Too large: %1 MB, the limit is %2 MB',
  unpacks_too_large: 'The file unpacks to more than %1 MB. Save it again with your spreadsheet program.',
  damaged: 'The file is damaged. Save it again with your spreadsheet program.',
  password: 'The file is protected by a password. Remove the password and save it again.',
  too_many_rows: 'The sheet has content in row %1, the limit is %2 rows. Delete the cells below your data.',
  too_many_columns: 'The sheet has content in column %1, the limit is %2 columns. Delete the cells to the right of your data.',
  too_many_cells: 'The sheet has more than %1 cells. Split it into several files.',
  no_such_sheet: 'Sheet not found: %1. The file has: %2',
  encoding: "The file isn't text in the encoding %1. Choose another encoding.",
  unknown_encoding: 'Unknown encoding: %1',
  unclosed_quote: 'A quotation mark in row %1 is never closed',
  no_such_column: 'Column not found in the sheet: %1',
  ambiguous_column: 'Several columns are called %1. Use a letter, such as C.',
  no_columns: 'No column is named like a field. The fields: %1',
  no_such_field: 'Field not found: %1. The fields: %2',
  repeated_field: 'Several columns set the field %1: %2',
  no_key_column: 'No column sets the field %1, by which rows are matched',
  not_json: 'Row %1 is not a JSON object',
  no_such_rows: 'The rows %1 are not in the sheet, which has %2 rows',
} as const satisfies Record<string, TextKey>
export type SheetRefusalCode = keyof typeof sheetRefusals

/** A file or a selection that can't be read; the sentence says what to do. */
export interface SheetRefusal extends Error {
  name: 'SheetRefusal'
  code: SheetRefusalCode
  params: readonly (string | number)[]
}

export const sheetRefusal = (code: SheetRefusalCode, params: readonly (string | number)[] = []): SheetRefusal =>
  Object.assign(new Error(sheetRefusals[code]), { name: 'SheetRefusal' as const, code, params })

export const isSheetRefusal = (error: unknown): error is SheetRefusal => error instanceof Error && error.name === 'SheetRefusal'
