import type { EditorState } from './editor/use-editor.ts'
import { lazyComponent } from '../lazy-component.ts'
import type { NoteProps } from './special/note-props.ts'

// Components that most users never open.
export const CropDialog = lazyComponent(async () => (await import('./images/crop-dialog.tsx')).CropDialog)
export const LoadFromXls = lazyComponent(async () => (await import('./dictionary-import/load-from-xls.tsx')).LoadFromXls)
export const OpenWebApp = lazyComponent(async () => (await import('./special/web-app.tsx')).OpenWebApp)
export const WorkflowProblems = lazyComponent(async () => (await import('./special/workflow-problems.tsx')).WorkflowProblems)
export const Invitations = lazyComponent<NoteProps>(async () => (await import('./special/invitations.tsx')).Invitations)
export const ResetFactors = lazyComponent<{ editor: EditorState }>(
  async () => (await import('./special/reset-factors.tsx')).ResetFactors,
)
export const WebhookTools = lazyComponent(async () => (await import('./special/webhook-tools.tsx')).WebhookTools)
export const ReportNote = lazyComponent<NoteProps>(async () => (await import('./order-reports/report-note.tsx')).ReportNote)
export const ReportPrintDialog = lazyComponent(
  async () => (await import('./order-reports/report-print-dialog.tsx')).ReportPrintDialog,
)

const history = () => import('./history/history-chunk.ts')
export const AuditChange = lazyComponent(async () => (await history()).AuditChange)
export const AuditRecordLink = lazyComponent(async () => (await history()).AuditRecordLink)
export const RecordTimeline = lazyComponent(async () => (await history()).RecordTimeline)
export const UndoAudit = lazyComponent(async () => (await history()).UndoAudit)
export const PaymentDetail = lazyComponent<{ editor: EditorState }>(
  async () => (await import('../subscription/payment-detail.tsx')).PaymentDetail,
)
export const RefundEditorAction = lazyComponent<{ editor: EditorState }>(
  async () => (await import('../subscription/refund-payment.tsx')).RefundEditorAction,
)
