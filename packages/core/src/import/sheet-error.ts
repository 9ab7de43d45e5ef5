import type { TextKey } from '#i18n/text-key'

/** Codes of the errors of a file, stable for scripts. */
export const sheetErrors = {
  not_a_sheet: 'This is not a spreadsheet. Choose an .xlsx, .xls, .ods or .csv file.',
  empty_sheet: 'The sheet is empty. Choose another sheet or file.',
  too_large: 'Too large: %1 MB, the limit is %2 MB',
  unpacks_too_large: 'The file unpacks to more than %1 MB. Save it again with your spreadsheet program.',
  damaged: 'The file is damaged. Save it again with your spreadsheet program.',
  password: 'The file is protected by a password. Remove the password and save it again.',
  too_many_rows: 'The sheet has content in row %1, the limit is %2 rows. Delete the cells below your data.',
  too_many_columns: 'The sheet has content in column %1, the limit is %2 columns. Delete the cells to the right of your data.',
  too_many_fields: 'The objects have more than %1 different fields. Leave out those that are not imported.',
  too_many_cells: 'The sheet has more than %1 cells. Split it into several files.',
  no_such_sheet: 'Sheet not found: %1. The file has: %2',
  encoding: "The file isn't text in the encoding %1. Choose another encoding.",
  unknown_encoding: 'Unknown encoding: %1',
  unclosed_quote: 'A quotation mark in row %1 is never closed',
  single_quote: 'A quotation mark inside a text in row %1 must be doubled',
  no_such_column: 'Column not found in the sheet: %1',
  ambiguous_column: 'Several columns are named %1. Use a letter, such as C.',
  no_columns: 'No column heading matches a field. Fields: %1',
  no_such_field: 'Field not found: %1. Fields: %2',
  repeated_field: 'Several columns set the field %1: %2',
  no_key_column: 'Rows are matched by %1, but no column sets it',
  not_json: 'Row %1 is not a JSON object',
  no_such_rows: 'Rows %1 are outside the sheet, which has %2 rows',
} as const satisfies Record<string, TextKey>
export type SheetErrorCode = keyof typeof sheetErrors

/** A file or a selection that can't be read; the message tells the user what to do. */
export interface SheetError extends Error {
  name: 'SheetError'
  code: SheetErrorCode
  params: readonly (string | number)[]
}

export const sheetError = (code: SheetErrorCode, params: readonly (string | number)[] = []): SheetError =>
  Object.assign(new Error(sheetErrors[code]), { name: 'SheetError' as const, code, params })

export const isSheetError = (error: unknown): error is SheetError => error instanceof Error && error.name === 'SheetError'
