import { useTranslate } from '@tiffin/core/react'
import { changeLines, changesOf, recordKind, referencesIn, type Row } from '@tiffin/core/screens'
import { auditRecord, useRecordName } from '../audit-data.ts'
import { useRecords } from '../records-context.ts'
import { useWords } from '../use-words.ts'

/** Which record a row of the audit log is about: `Order #6 Forno Vecchio`. */
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

/** As many changed fields as a line of a table has room for. */
const SHOWN = 3

/** What a change did: the first of its fields with their values before and after, and how many others there are. */
export function AuditData({ row }: { row: Row }) {
  const t = useTranslate()
  const { company } = useRecords()
  const { change, company: ofCompany, currency } = auditRecord(row)
  const words = useWords(change ? referencesIn([change]) : [], { company, ofCompany, currency })
  if (!change) return null
  const lines = changeLines(change, words, SHOWN)
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

/** Points the way that the text runs. */
function Arrow() {
  const t = useTranslate()
  return <span className="muted"> {t('→')} </span>
}

/** In place of the name of a person. */
export const NoPerson = () => <span className="muted">{useTranslate()('Automatic')}</span>
