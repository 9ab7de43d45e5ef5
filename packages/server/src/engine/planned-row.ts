import type { Entity, ErrorDetails } from '@tiffin/sdk/contract'
import type { Key, WireRow } from './change-info.ts'

export interface RowToSave {
  table: string
  id?: number | string | null | undefined
  row: Record<string, unknown>
}

/** One row of a save, checked as far as possible without the database. */
export interface PlannedRow {
  entity: Entity
  /** Index in the request. */
  index: number
  /** Null for a new row. */
  key: Key | null
  /** The fields to write. */
  set: WireRow
  /** False while `set` has the values as sent: those that would change the row still have to be checked. */
  checked: boolean
  /** True for values that undo restores: they were valid when they were written. */
  isHistory: boolean
  /** The row before the edit that is undone, including server fields, which undo leaves to hooks. */
  former?: WireRow
  /** Revision that the edit is based on. */
  revision: number | undefined
  /** The user's current password, required for changing their own. */
  currentPassword: unknown
  /** Whether it was checked. */
  isProven?: boolean
  /** Dictionary texts by language, to be merged into `texts`. */
  languages: Record<string, string>
  /** The row as sent, for hooks that use read-only fields. */
  sent: WireRow
}

export type RowToRemove = Pick<PlannedRow, 'entity' | 'index'> & { key: Key; revision: unknown }

export type ErrorPlace = Pick<ErrorDetails, 'table' | 'row' | 'field'>

/** Throws unless this is the user's password. */
export type CheckOwnPassword = (current: unknown, place: ErrorPlace) => Promise<void>
