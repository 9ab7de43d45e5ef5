import { useQuery } from '@tanstack/react-query'
import { entities, type Entity, type EntityName } from '@tiffin/sdk/contract'
import { useCore } from '@tiffin/core/react'
import type { Row } from '@tiffin/core/screens'
import type { AuditData } from '../audit-data.ts'
import { textOf } from '../text-of.ts'
import type { Touched } from './part-of-change.tsx'
import type { UndoTarget } from './use-undo.ts'

export interface AuditChange extends Omit<UndoTarget, 'records'> {
  /** Undefined for a table that this console does not know. */
  entity: Entity | undefined
  before: Row | null
  after: Row | null
  /** Undefined until it is known. */
  records: Touched | undefined
  /** The change touched records, too, that this person does not see. */
  others: boolean
  /** Reads again how many records the change touched; set when that has failed. */
  retry: (() => void) | undefined
}

/** What a row of the audit log says of its change; undefined where it says nothing. */
export function useAuditChange(row: Row): AuditChange | undefined {
  const { client, ports } = useCore()
  const { key = '', before = null, after = null, change = 0, company = 0 } = (row['data'] ?? {}) as AuditData
  const table = textOf(row['table'])
  const entity: Entity | undefined = entities[table as EntityName]
  const kind = entity?.fields[entity.key]?.kind
  const id = kind === 'id' || kind === 'reference' ? Number(key) : key
  const { data, isError, refetch } = useQuery({
    queryKey: ['record', 'audit', table, key, change],
    enabled: change > 0 && entity !== undefined,
    retry: false,
    queryFn: async ({ signal }) => {
      try {
        const answer = await client.Audit.timeline({ table, id, before: change + 1 }, { company, signal })
        const event = answer.data.events.find((one) => one.change === change)
        return { records: event?.records ?? {}, others: event?.others === true }
      } catch (error) {
        if (!signal.aborted) ports.log('a change of the audit log could not be read', error)
        throw error
      }
    },
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
