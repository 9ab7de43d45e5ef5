import type { Entity } from '@tiffin/sdk/contract'
import type { Change, WireRow } from './change-info.ts'
import { createRefusals } from './refusals.ts'
import { refusedRow } from './save-plan.ts'
import type { PlannedRow } from './planned-row.ts'

/** A row being changed. */
export interface Edit {
  planned: PlannedRow
  /** The locked row. */
  before: WireRow
  /** The fields to be changed. */
  set: WireRow
  /** Fields that were sent but stay. */
  skipped?: readonly string[]
}

/** The languages of the dictionary whose text changes. */
export const changedLanguages = ({ planned, before }: Pick<Edit, 'planned' | 'before'>): string[] =>
  Object.entries(planned.languages)
    .filter(([code, text]) => text !== ((before['texts'] as Record<string, string>)[code] ?? ''))
    .map(([code]) => code)

/**
 * Refuses a stale edit: one based on an older revision, with a field that has since changed to another value.
 * Every revision has a history entry; if one is missing, every difference counts as changed. The same applies to a
 * revision from the future, for example after the database was restored from a backup.
 * @throws `conflict` with the current row, reduced by `present`, and the names of all such fields, including those that the
 * row does not show. Of fields that the sender may not read, equal values conflict, too: otherwise the answer would tell whether a
 * guess is right.
 */
export async function assertNotStale(
  change: Change,
  edits: readonly Edit[],
  {
    present,
    reads,
  }: { present: (planned: PlannedRow, row: WireRow) => WireRow; reads: (entity: Entity, name: string) => boolean },
): Promise<void> {
  const doubtful = edits.flatMap((edit) => {
    const { planned, before, set, skipped = [] } = edit
    const missed = planned.revision === undefined ? 0 : Number(before['revision']) - planned.revision
    if (missed === 0) return []
    const changed = new Set([...Object.keys(set), ...changedLanguages(edit)])
    const sent = [...Object.keys(planned.set), ...Object.keys(planned.languages)].filter((name) => !skipped.includes(name))
    const differing = sent.filter((name) => changed.has(name) || !reads(planned.entity, name))
    return differing.length > 0 ? [{ ...edit, missed, differing }] : []
  })
  const [first] = doubtful
  if (!first) return
  const rows = await change.tx.sql<{ row_key: string; revision: number; names: string[] }>(
    `select row_key, (after ->> 'revision')::int as revision, array(select jsonb_object_keys(after)) as names from audit_row
     where company = any($1::bigint[]) and table_name = $2 and row_key = any($3::text[]) and action = 'Update'`,
    [[change.info.company, 0], first.planned.entity.name, doubtful.map(({ planned }) => String(planned.key))],
  )
  const refusals = createRefusals()
  await refusals.each(doubtful, ({ planned, before, missed, differing }) => {
    const since = rows.filter((row) => row.row_key === String(planned.key) && row.revision > Number(planned.revision))
    const complete = new Set(since.map((row) => row.revision)).size === missed
    const changed = new Set(since.flatMap((row) => row.names))
    const isStale = (name: string): boolean => {
      // Changing that field changes the meaning of this one.
      const decides = planned.entity.fields[name]?.dependsOn ?? ''
      return !complete || changed.has(name in planned.languages ? 'texts' : name) || changed.has(decides)
    }
    const fields = differing.filter(isStale)
    if (fields.length > 0)
      throw Object.assign(refusedRow(planned, 'conflict', fields[0]), { current: present(planned, before), because: { fields } })
  })
  refusals.raise()
}
