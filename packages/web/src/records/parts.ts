import { lazyPart } from '../load-part.ts'

// Parts of a list that are loaded on demand.
export const Editor = lazyPart(async () => (await import('./editor/editor.tsx')).Editor)
export const OwnRecord = lazyPart(async () => (await import('./own-record.tsx')).OwnRecord)
export const RowsForm = lazyPart(async () => (await import('./editor/rows-form.tsx')).RowsForm)
export const ListPrintDialog = lazyPart(async () => (await import('./list/print-dialog.tsx')).ListPrintDialog)
export const SortDialog = lazyPart(async () => (await import('./list/sort-dialog.tsx')).SortDialog)
export const ReportPage = lazyPart(async () => (await import('./order-reports/report-page.tsx')).ReportPage)
