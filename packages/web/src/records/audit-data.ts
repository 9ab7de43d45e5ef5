import { type AuditRecord, recordTitle } from '@tiffin/core/screens'
import { useRecords } from './records-context.ts'
import { useNames } from './use-names.ts'

/** The current name of an audit row's record, else the name stored in the row; empty if it has none. */
export function useRecordName({ change, company, reference }: AuditRecord): string {
  const { lang, company: acting } = useRecords()
  const { nameOf, isKnown } = useNames(reference, acting, company)
  const [own] = reference
  if (own && isKnown(...own)) return nameOf(...own)
  return change ? recordTitle(change.entity, { ...change.before, ...change.after }, lang) : ''
}
