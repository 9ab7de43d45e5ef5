import { lazyPart } from '../load-part.ts'
import type { NoteProps } from './special/note-props.ts'

// Parts that most users never open.
export const CropDialog = lazyPart(async () => (await import('./images/crop-dialog.tsx')).CropDialog)
export const LoadFromXls = lazyPart(async () => (await import('./dictionary-import/load-from-xls.tsx')).LoadFromXls)
export const OpenWebApp = lazyPart(async () => (await import('./special/web-app.tsx')).OpenWebApp)
export const WorkflowProblems = lazyPart(async () => (await import('./special/workflow-problems.tsx')).WorkflowProblems)
export const WebhookTools = lazyPart(async () => (await import('./special/webhook-tools.tsx')).WebhookTools)
export const ReportNote = lazyPart<NoteProps>(async () => (await import('./order-reports/report-note.tsx')).ReportNote)
export const ReportPrintDialog = lazyPart(async () => (await import('./order-reports/report-print-dialog.tsx')).ReportPrintDialog)

const history = () => import('./history/history-parts.ts')
export const AuditChange = lazyPart(async () => (await history()).AuditChange)
export const AuditRecordLink = lazyPart(async () => (await history()).AuditRecordLink)
export const RecordTimeline = lazyPart(async () => (await history()).RecordTimeline)
export const UndoAudit = lazyPart(async () => (await history()).UndoAudit)
