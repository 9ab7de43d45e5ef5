import { isContentName } from '#content/content-store'
import type { Change } from './change-info.ts'
import type { SavedRow } from './save-hook.ts'
import { createRefusals } from './refusals.ts'
import { refusedValue } from './save-plan.ts'
import type { PlannedRow } from './planned-row.ts'
import { type NamedContent, rulesOf } from './table-rules.ts'

/** The error message for each kind of field, as in its schema. */
const expected = {
  image: 'Enter the address of an uploaded image',
  audio: 'Enter the address of an uploaded sound',
} as const

/** A row to be written, as far as its pictures and sounds matter. */
type NamingRow = Pick<SavedRow, 'before' | 'set'> & { planned: Pick<PlannedRow, 'entity' | 'index' | 'isHistory'> }

/**
 * Checks that the pictures and sounds of rows exist in the store. It does not matter whose they are:
 * anyone who knows a name may show the file.
 * @throws `invalid_value` for each row
 */
export async function checkContent({ tx }: Change, rows: readonly NamingRow[]): Promise<void> {
  const naming = rows.map((row) => ({ planned: row.planned, named: row.planned.isHistory ? [] : contentIn(row) }))
  const names = naming.flatMap(({ named }) => named.map(({ name }) => name))
  if (names.length === 0) return
  const stored = await tx.sql<{ name: string }>('select name from stored_picture where name = any($1) for key share', [names])
  const known = new Set(stored.map(({ name }) => name))
  const refusals = createRefusals()
  await refusals.each(naming, ({ planned, named }) => {
    const missing = named.find(({ name }) => !known.has(name))
    if (missing) throw refusedValue(planned, missing.field, { text: expected[missing.kind] })
  })
  refusals.raise()
}

/** The file names in a row after the write. */
const contentIn = ({ planned, before, set }: NamingRow): NamedContent[] =>
  Object.entries(set).flatMap(([field, value]): NamedContent[] => {
    const inside = rulesOf(planned.entity).content?.(field, value, before?.[field])
    if (inside) return inside
    const kind = planned.entity.fields[field]?.kind
    if (kind !== 'image' && kind !== 'audio') return []
    return typeof value === 'string' && isContentName(value) && !value.endsWith('.bin') ? [{ field, kind, name: value }] : []
  })
