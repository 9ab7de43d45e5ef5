import { useTranslate } from '@tiffin/core/react'
import { auditRecord, changeLines, changesOf, recordKind, referencesIn, type Row } from '@tiffin/core/screens'
import { useRecordName } from '../audit-data.ts'
import { useRecords } from '../records-context.ts'
import { useValueFormat } from '../use-value-format.ts'

/** The record of an audit log row: `Order #6 Forno Vecchio`. */
export function AuditTable({ row }: { row: Row }) {
  const t = useTranslate()
  const record = auditRecord(row)
  const name = useRecordName(record)
  return (
    <span>
      <span className="muted">{recordKind(record.table, t)}</span> <bdi>{name || `#${record.key}`}</bdi>
    </span>
  )
}

/** The number of changed fields that fit a table row. */
const SHOWN = 3

/** A change: its first fields with old and new values, and the number of others. */
export function AuditData({ row }: { row: Row }) {
  const t = useTranslate()
  const { company } = useRecords()
  const { change, company: ofCompany, currency } = auditRecord(row)
  const format = useValueFormat(change ? referencesIn([change]) : [], { company, ofCompany, currency })
  if (!change) return null
  const lines = changeLines(change, format, SHOWN)
  const others = changesOf(change).length - lines.length
  return (
    <span className="changes">
      {lines.map(({ field, part, label, before, after }, index) => (
        <span key={`${field} ${part ?? ''}`}>
          {index > 0 && ' · '}
          <span className="muted">{label}:</span> {before !== undefined && <bdi>{before}</bdi>}
          {before !== undefined && after !== undefined && <Arrow />}
          {after !== undefined && <bdi>{after}</bdi>}
        </span>
      ))}
      {others > 0 && <span className="muted"> {t('and %1 more', [others])}</span>}
    </span>
  )
}

/** Points in the text direction. */
function Arrow() {
  const t = useTranslate()
  return <span className="muted"> {t('→')} </span>
}

/** Shown in place of a user's name. */
export const NoPerson = () => <span className="muted">{useTranslate()('Automatic')}</span>
