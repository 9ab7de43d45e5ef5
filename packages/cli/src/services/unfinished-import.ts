import { createHash } from 'node:crypto'
import { type ImportTotals, noTotals } from '@tiffin/core/import'
import { type EarlierImport, isApiError } from '@tiffin/sdk/contract'
import type { Connection } from '../connection.ts'
import { updateIfPossible } from './update-if-possible.ts'

/** A plan of the server. */
export interface ServerPlan {
  import_id: string
  totals: ImportTotals
  earlier: EarlierImport | null
  /** Number of the change that applied it; 0 if it is not applied. */
  change: number
}

/** The server keeps plans for a day, so of these many only a few can still be found. */
const MOST = 20

/**
 * The plan of an import whose outcome the command does not know, in the profile. A repetition of the command applies the same
 * plan, which the server does once.
 */
export function unfinishedImport({ store, client }: Pick<Connection, 'store' | 'client'>, identity: unknown) {
  const key = createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 32)
  const update = (importId?: string): void =>
    updateIfPossible(store, (profile) => {
      const { [key]: _, ...others } = profile.imports ?? {}
      const kept = Object.entries(others).slice(1 - MOST)
      return { ...profile, imports: Object.fromEntries(importId === undefined ? kept : [...kept, [key, importId]]) }
    })
  return {
    remember: (importId: string): void => update(importId),
    forget: (): void => update(),
    /** The plan; undefined if there is none, or the server no longer has it. */
    async find(): Promise<ServerPlan | undefined> {
      const import_id = store.read().imports?.[key]
      if (import_id === undefined) return undefined
      try {
        const { data } = await client.Import.status({ import_id })
        return { import_id, totals: { ...noTotals, ...data.totals }, earlier: data.earlier, change: data.change }
      } catch (error) {
        if (isApiError(error) && error.code === 'not_found') return undefined
        throw error
      }
    },
  }
}
