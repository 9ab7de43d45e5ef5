import { lazyComponent } from '../lazy-component.ts'

// Components of a list that are loaded on demand.
export const Editor = lazyComponent(async () => (await import('./editor/editor.tsx')).Editor)
export const OwnRecord = lazyComponent(async () => (await import('./own-record.tsx')).OwnRecord)
export const RowsForm = lazyComponent(async () => (await import('./editor/rows-form.tsx')).RowsForm)
export const ListPrintDialog = lazyComponent(async () => (await import('./list/print-dialog.tsx')).ListPrintDialog)
export const SortDialog = lazyComponent(async () => (await import('./list/sort-dialog.tsx')).SortDialog)
export const ReportPage = lazyComponent(async () => (await import('./order-reports/report-page.tsx')).ReportPage)
