export { encodings } from '../import/decode-text.ts'
export { columnName } from '../import/read-sheet.ts'
export { type OfferedTarget } from './column-choice.ts'
export { type RecordDesk, recordDeskMethods } from './record-desk.ts'
export {
  canApply,
  countChanges,
  type ImportWork,
  type RecordImport,
  type RecordImportState,
  type UnknownColumn,
} from './import-state.ts'
export { createRecordImport } from './record-import.ts'
