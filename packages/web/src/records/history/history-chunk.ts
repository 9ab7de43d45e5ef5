// Loaded together when the history is opened or a change is undone.
export { AuditChange, AuditRecordLink } from './audit-change.tsx'
export { RecordTimeline } from './record-timeline.tsx'
export { UndoAudit } from './undo-audit.tsx'
