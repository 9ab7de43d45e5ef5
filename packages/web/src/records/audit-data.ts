import { entities, type Entity, type EntityName } from '@tiffin/sdk/contract'
import { recordTitle, type RecordChange, type Reference, type Row } from '@tiffin/core/screens'
import { useRecords } from './records-context.ts'
import { textOf } from './text-of.ts'
import { useNames } from './use-names.ts'

/** The change stored in an audit log row. */
export interface AuditData {
  key?: string
  before?: Row | null
  after?: Row | null
  change?: number
  company?: number
  currency?: string
}

/** An audit log row as the change of a record. */
export interface AuditRecord {
  table: string
  /** Undefined if this console does not know the table. */
  change: RecordChange | undefined
  key: string
  /** 0 means none. */
  company: number
  currency: string | undefined
  /** The record itself, if its name must be loaded. Settings, for example, are named by their key. */
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

/** The current name of an audit row's record, else the name stored in the row; empty if it has none. */
export function useRecordName({ change, company, reference }: AuditRecord): string {
  const { lang, company: acting } = useRecords()
  const { nameOf, isKnown } = useNames(reference, acting, company)
  const [own] = reference
  if (own && isKnown(...own)) return nameOf(...own)
  return change ? recordTitle(change.entity, { ...change.before, ...change.after }, lang) : ''
}
