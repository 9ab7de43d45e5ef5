export { fromLocalTime, toLocalTime } from '#rules/periods'
export { screens } from './declared/index.ts'
export { orders } from './declared/orders.ts'
export { paymentHistory } from './declared/records.ts'
export { profile } from './declared/profile.ts'
export { mergeOrder } from './merge-order.ts'
export { type ImportableScreen, importableScreens } from './importable-screens.ts'
export { type EditConflict } from './merge-edits.ts'
export { changedFields, checkField, checkRow, emptyValue, newRow, INVALID_DATE, problemOf, translateParams } from './draft.ts'
export { recordKind, refusalOf, tableLabel } from './refusal-of.ts'
export { createImageDialog, type DrawnPicture, type ImageDialog, type ImageWork } from './image-dialog.ts'
export { type InputName, inputOf, isLookup, onOffValues } from './input-names.ts'
export { fieldLabel, fieldName, hourText, messageResultText, valueLabel, valueName } from './labels.ts'
export { weekdays } from '@tiffin/sdk/contract'
export {
  accessLabel,
  addressDetails,
  audienceLabels,
  accessLevels,
  accessNames,
  colorParts,
  contactParts,
  optionParts,
  partNames,
} from './part-labels.ts'
export { changedParts, type ChangedPart, splitPart } from './parts.ts'
export { type AuditChanges, auditRecord, type AuditRecord } from './audit-record.ts'
export { type ChangeLine, changeLines, changesOf, isUserEditable, type RecordChange, referencesIn } from './change-text.ts'
export {
  type FieldValue,
  inputFor,
  languageName,
  partText,
  type Reference,
  referencesOf,
  valueText,
  type ValueFormat,
} from './value-text.ts'
export { customSoundLabel, soundNames } from './sound-names.ts'
export {
  filterName,
  initialFilter,
  isSortable,
  listQuery,
  modeOf,
  type ListState,
  NO_FILTER,
  pageSizes,
  readPeriod,
  searchOf,
  defaultPageSize,
} from './list-query.ts'
export { listPart, readListState, viewPart, writeListState } from './list-address.ts'
export { grainParam, reportGrain, reportInput, reportPeriod, rowFilters } from './report-input.ts'
export { type CurrencySums } from './currency-sums.ts'
export { reportSheet, sumLabel } from './report-sheet.ts'
export { changeSavedReports, readSavedReports, type SavedReport, savedReportInput } from './saved-reports.ts'
export {
  type ActingCompany,
  deleteRecords,
  type ListResult,
  readList,
  readRecord,
  readTaken,
  readLookups,
  startLookups,
  readRows,
  type Row,
  type RowChange,
  saveRecords,
} from './records.ts'
export { listChanges } from './list-changes.ts'
export { watchTables } from './watch-tables.ts'
export {
  editableEmptyLanguages,
  translateEmptyLanguages,
  hasAi,
  mayTranslateTexts,
  translateText,
  type TextTranslator,
} from './translate.ts'
export { fieldsForTitle, titleReferences, recordTitle, rowDetail, rowDetails, rowTitle, titleField } from '#rules/row-title'
export {
  type Area,
  areaOf,
  type ChoiceFilter,
  defineScreen,
  type Filter,
  fitsColumn,
  listedTitle,
  type FieldChange,
  type FollowUp,
  type Removal,
  screenIn,
  type Screen,
  type Search,
  type Section,
  sectionsOf,
  searchableField,
  shownColumn,
  spansCompanies,
  sumsCurrencies,
  STATE,
  type StateTone,
  type Tab,
  type Today,
  routesOf,
} from './screen.ts'
export { type Unit, unitField, unitOf } from './units.ts'
export { SOON } from './declared/states.ts'
export { type Figure, stateToneOf, readFigures, stateOf } from './states.ts'
export { createRecordDraft, type RecordDraft, type PendingSave } from './record-draft.ts'
export { languageFields, screenFor } from './screen-for.ts'
export {
  areUnchanged,
  type BulkAction,
  type BulkResult,
  changeFoundRows,
  countOverwritten,
  countRows,
  findRows,
  type FoundRows,
  searchByKeys,
  narrowToRows,
} from './bulk-change.ts'
export { exportColumns, readableColumns, sheetColumns, type ExportProgress, fetchExport, filterTexts } from './export.ts'
export {
  ROWS_PER_DOCUMENT,
  MAX_PRINTED_ROWS,
  type PrintedDocument,
  printedDocuments,
  printedPage,
  type PrintedRows,
  printedText,
  readPrintedRows,
  reportDocuments,
} from './printed-rows.ts'
export { contrast } from '#rules/contrast'
export { checkBands, type Problem } from '#rules/row-problems'
export { generatePassword } from './generate-password.ts'
export { countryOfPhone, maskPhone, phoneText, type TypedPhone } from './phone-mask.ts'
export { languageCodes } from './language-codes.ts'
