export {
  type DictionaryPlan,
  type DictionaryRow,
  isChange,
  planDictionary,
  type PlannedKind,
  plannedKinds,
  type PlannedRow,
  rowRefusals,
} from './dictionary-plan.ts'
export { columnName, MAX_SHEET_MB, readSheet, type Sheet } from './read-sheet.ts'
export { isSheetRefusal, type SheetRefusal, sheetRefusal, type SheetRefusalCode } from './refusal.ts'
export { selectColumns, type Selection } from './select-columns.ts'
export { writeSheet } from './write-sheet.ts'
export { matchColumns } from './match-columns.ts'
export { importFields, templateHeadings } from './import-fields.ts'
export { mapRows } from './map-rows.ts'
export { type Records, readRecords } from './read-records.ts'
export { applyImport, type ImportTotals, readPlanRows, sendImport, type SendingOptions } from './send-import.ts'
