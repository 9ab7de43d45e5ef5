import type { Entity, ErrorDetails } from '@tiffin/sdk/contract'
import type { Key, WireRow } from './change-info.ts'

export interface RowToSave {
  table: string
  id?: number | string | null | undefined
  row: Record<string, unknown>
}

/** One row of a save, checked as far as that is possible without the database. */
export interface PlannedRow {
  entity: Entity
  /** Place in the request. */
  index: number
  /** Null for a new row. */
  key: Key | null
  /** The fields to write. */
  set: WireRow
  /** False while the values of `set` are as they were sent: those that would change the row are still to be checked. */
  checked: boolean
  /** True for values that the row had before, by an undo: they were valid when they were written. */
  isHistory: boolean
  /** Revision that the sender has seen. */
  revision: number | undefined
  /** The password that the asker has now, without which nobody changes their own. */
  currentPassword: unknown
  /** Texts of the dictionary by language, which become part of `texts`. */
  languages: Record<string, string>
  /** The row as it was sent, for what hooks take from read-only fields. */
  sent: WireRow
}

export type RowToRemove = Pick<PlannedRow, 'entity' | 'index'> & { key: Key; revision: unknown }

export type ErrorPlace = Pick<ErrorDetails, 'table' | 'row' | 'field'>

/** Throws unless this is the asker's password. */
export type CheckOwnPassword = (current: unknown, place: ErrorPlace) => Promise<void>
