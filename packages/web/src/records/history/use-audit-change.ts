import { useQuery } from '@tanstack/react-query'
import { entities, type Entity, type EntityName } from '@tiffin/sdk/contract'
import { useCore } from '@tiffin/core/react'
import type { AuditChanges, Row } from '@tiffin/core/screens'
import { textOf } from '../text-of.ts'
import type { RecordCounts } from './change-scope.tsx'
import type { UndoTarget } from './use-undo.ts'

export interface AuditChange extends Omit<UndoTarget, 'records'> {
  /** Undefined if this console does not know the table. */
  entity: Entity | undefined
  before: Row | null
  after: Row | null
  /** Undefined until loaded. */
  records: RecordCounts | undefined
  /** Whether the change also affected records hidden from this user. */
  others: boolean
  /** Loads the number of changed records again; set if that failed. */
  retry: (() => void) | undefined
}

/** The change of an audit log row; undefined if it contains none. */
export function useAuditChange(row: Row): AuditChange | undefined {
  const { client } = useCore()
  const { key = '', before = null, after = null, change = 0, company = 0 } = (row['data'] ?? {}) as AuditChanges
  const table = textOf(row['table'])
  const entity: Entity | undefined = entities[table as EntityName]
  const kind = entity?.fields[entity.key]?.kind
  const id = kind === 'id' || kind === 'reference' ? Number(key) : key
  const { data, isError, refetch } = useQuery({
    queryKey: ['record', 'audit', table, key, change],
    enabled: change > 0 && entity !== undefined,
    queryFn: async ({ signal }) => {
      const response = await client.Audit.timeline({ table, id, before: change + 1 }, { company, signal })
      const event = response.data.events.find((item) => item.change === change)
      return { records: event?.records ?? {}, others: event?.others === true }
    },
    meta: { failure: "can't read a change of the audit log" },
  })
  if (change === 0) return undefined
  const retry = isError ? () => void refetch() : undefined
  return {
    change,
    company,
    record: { table, id },
    entity,
    before,
    after,
    records: data?.records,
    others: data?.others === true,
    retry,
  }
}
