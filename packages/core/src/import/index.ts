export {
  type DictionaryPlan,
  type DictionaryRow,
  isChange,
  planDictionary,
  type PlannedKind,
  plannedKinds,
  type PlannedRow,
  rowErrors,
} from './dictionary-plan.ts'
export { columnName, MAX_SHEET_MB, readSheet, type Sheet } from './read-sheet.ts'
export { isSheetError, type SheetError, sheetError, type SheetErrorCode } from './sheet-error.ts'
export { selectColumns, type Selection } from './select-columns.ts'
export { writeSheet } from './write-sheet.ts'
export { matchColumns } from './match-columns.ts'
export { importFields, templateHeadings } from './import-fields.ts'
export { mapRows } from './map-rows.ts'
export { type Records, readRecords, sourceText } from './read-records.ts'
export { loadHeadingLanguages } from './heading-languages.ts'
export { type DecimalSign, numberColumns } from './read-value.ts'
export {
  applyImport,
  countChanges,
  type ImportTotals,
  noTotals,
  readPlanRows,
  sendImport,
  type SendingOptions,
  type StagedImport,
} from './send-import.ts'
