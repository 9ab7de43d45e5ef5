import { createHash } from 'node:crypto'
import type { Connection } from '../connection.ts'
import { updateIfPossible } from './update-if-possible.ts'

/** Chosen columns of files with the same headings, in the profile. */
export interface RememberedColumns {
  read(): Readonly<Record<string, string>>
  /** Remembers a choice; an empty one is forgotten. */
  write(columns: Readonly<Record<string, string>>): void
}

/** More are hardly ever used, and the profile is read by every command. */
const MOST = 100

/** The choices for a kind of import and these headings, in any order. */
export function rememberedColumns(
  { store }: Pick<Connection, 'store'>,
  kind: string,
  headings: readonly string[],
): RememberedColumns {
  // Without headings, other files can't be recognised as having the same columns.
  if (headings.every((heading) => heading === '')) return { read: () => ({}), write: () => {} }
  const key = createHash('sha256')
    .update(JSON.stringify([kind, ...headings.toSorted()]))
    .digest('hex')
    .slice(0, 32)
  return {
    read: () => store.read().columns?.[key] ?? {},
    write(columns) {
      if (JSON.stringify(store.read().columns?.[key] ?? {}) === JSON.stringify(columns)) return
      const isEmpty = Object.keys(columns).length === 0
      updateIfPossible(store, (profile) => {
        const { [key]: _, ...others } = profile.columns ?? {}
        const kept = Object.entries(others).slice(isEmpty ? -MOST : 1 - MOST)
        return { ...profile, columns: Object.fromEntries(isEmpty ? kept : [...kept, [key, columns]]) }
      })
    },
  }
}
