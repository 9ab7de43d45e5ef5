import type { Actor } from '@tiffin/core/rules'
import type { Change, WireRow } from './change-info.ts'
import type { SecretBox } from '#sessions/secret-box'
import type { CompanyState } from '#tenant/company-state'
import type { PlannedRow } from './planned-row.ts'

export interface HookContext {
  change: Change
  actor: Actor
  company: CompanyState | null
  now: Date
  lang: string
  secretBox: SecretBox
  /** Session of the user. */
  session?: number | undefined
  /** Further saves of the same change follow; `finishSaves` checks the conditions at its end. */
  deferred?: boolean | undefined
}

/** A row being saved: its current and its future state. */
export interface SavedRow {
  planned: PlannedRow
  /** Null for a new row. */
  before: WireRow | null
  /** Fields to write; hooks add and remove some. */
  set: WireRow
  /** Fields that were sent but stay as they are, because the row was read before they changed. */
  skipped?: readonly string[]
  /** The row after it was written. */
  after?: WireRow
}

/** Rules of an entity beyond its declaration when rows are saved. Hooks get all rows of the entity in a save at once. */
export interface SaveHook {
  /** Fields of an existing row that a sent row is too old to change. They stay, and the sender is told. */
  outdated?(planned: PlannedRow, before: WireRow): readonly string[]
  before?(rows: SavedRow[], context: HookContext): Promise<void>
  after?(rows: SavedRow[], context: HookContext): Promise<void>
  /** Checks the conditions at the end of several deferred saves. */
  finish?(change: Change): Promise<void>
}
