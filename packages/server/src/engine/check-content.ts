import { isContentName } from '#content/content-store'
import type { Change } from './change.ts'
import type { SavedRow } from './hooks/hook.ts'
import { refusedValue } from './save-plan.ts'

/** What a field of this kind takes, in the words of its schema. */
const expected: Readonly<Record<string, string>> = {
  image: 'A stored picture is expected',
  audio: 'A stored sound is expected',
}

/**
 * Checks that pictures and sounds that rows are to name lie in the store. Whose they are does not matter: whoever knows a name
 * may show what it stands for.
 * @throws `invalid_value`
 */
export async function checkContent({ tx }: Change, rows: readonly Pick<SavedRow, 'planned' | 'set'>[]): Promise<void> {
  const named = rows.flatMap(({ planned, set }) =>
    planned.isHistory
      ? []
      : Object.entries(set).flatMap(([field, name]) => {
          const text = expected[planned.entity.fields[field]?.kind ?? '']
          return text !== undefined && typeof name === 'string' && isContentName(name) ? [{ planned, field, name, text }] : []
        }),
  )
  if (named.length === 0) return
  const stored = await tx.sql<{ name: string }>('select name from stored_picture where name = any($1) for key share', [
    named.map(({ name }) => name),
  ])
  const known = new Set(stored.map(({ name }) => name))
  const missing = named.find(({ name }) => !known.has(name))
  if (missing) throw refusedValue(missing.planned, missing.field, { text: missing.text })
}
