import type { Actor } from '@tiffin/core/rules'
import type { Change, WireRow } from './change-info.ts'
import type { CompanyState } from '#tenant/company-state'
import type { PlannedRow } from './planned-row.ts'

export interface HookContext {
  change: Change
  actor: Actor
  company: CompanyState | null
  now: Date
  lang: string
  /** Session of the asker. */
  session?: number | undefined
}

/** A row that is being saved: as it is, and as it shall be. */
export interface SavedRow {
  planned: PlannedRow
  /** Null for a new row. */
  before: WireRow | null
  /** Fields to write; hooks add to it and take from it. */
  set: WireRow
  /** The row as written, once it is. */
  after?: WireRow
}

/** What an entity does beyond its declaration when rows of it are saved; both see all rows of it in a save at once. */
export interface SaveHook {
  before?(rows: SavedRow[], context: HookContext): Promise<void>
  after?(rows: SavedRow[], context: HookContext): Promise<void>
}
