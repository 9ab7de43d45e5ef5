import { entities, type Entity, type EntityName } from '@tiffin/sdk/contract'
import { recordTitle, type RecordChange, type Reference, type Row } from '@tiffin/core/screens'
import { useRecords } from './records-context.ts'
import { textOf } from './text-of.ts'
import { useNames } from './use-names.ts'

/** What a row of the audit log holds about its change. */
export interface AuditData {
  key?: string
  before?: Row | null
  after?: Row | null
  change?: number
  company?: number
  currency?: string
}

/** A row of the audit log as the change of a record. */
export interface AuditRecord {
  table: string
  /** Undefined for a table that this console does not know. */
  change: RecordChange | undefined
  key: string
  /** 0 for none. */
  company: number
  currency: string | undefined
  /** The record itself, where it is named as others are; such as no settings, whose key is their name. */
  reference: readonly Reference[]
}

export function auditRecord(row: Row): AuditRecord {
  const { key = '', before = null, after = null, company = 0, currency } = (row['data'] ?? {}) as AuditData
  const table = textOf(row['table'])
  const entity: Entity | undefined = entities[table as EntityName]
  const kind = entity?.fields[entity.key]?.kind
  const isNumbered = (kind === 'id' || kind === 'reference') && Number(key) > 0
  return {
    table,
    change: entity && { entity, before, after },
    key,
    company,
    currency: currency === '' ? undefined : currency,
    reference: isNumbered ? [[table as EntityName, Number(key)]] : [],
  }
}

/** What the record of an audit row is called now, else was in this row; empty where it has no name. */
export function useRecordName({ change, company, reference }: AuditRecord): string {
  const { lang, company: acting } = useRecords()
  const { nameOf, isKnown } = useNames(reference, acting, company)
  const [own] = reference
  if (own && isKnown(...own)) return nameOf(...own)
  return change ? recordTitle(change.entity, { ...change.before, ...change.after }, lang) : ''
}
