import { entities, type Entity, type EntityName } from '@tiffin/sdk/contract'
import type { RecordChange } from './change-text.ts'
import type { Row } from './records.ts'
import type { Reference } from './value-text.ts'

/** The change stored in an audit log row. */
export interface AuditChanges {
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
  /** The change; undefined if this version does not know the table. */
  change: RecordChange | undefined
  key: string
  /** 0 means none. */
  company: number
  currency: string | undefined
  /** The record itself, if its name must be loaded. Settings, for example, are named by their key. */
  reference: readonly Reference[]
}

export function auditRecord(row: Row): AuditRecord {
  const { key = '', before = null, after = null, company = 0, currency } = (row['data'] ?? {}) as AuditChanges
  const table = typeof row['table'] === 'string' ? row['table'] : ''
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
