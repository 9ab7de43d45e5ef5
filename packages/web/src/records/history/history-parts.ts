// What is fetched together when somebody looks at the history or takes a change back.
export { AuditChange, AuditRecordLink } from './audit-change.tsx'
export { RecordTimeline } from './record-timeline.tsx'
export { UndoAudit } from './undo-audit.tsx'
