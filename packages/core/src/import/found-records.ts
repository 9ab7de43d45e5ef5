import type { FieldKind } from '@tiffin/sdk/contract'
import { digitsOf } from '@tiffin/sdk/limits'

/** A table, and the field by which its records are named. */
export interface NamedBy {
  table: string
  by: string
  /** Kind of that field. */
  kind: FieldKind
}

/** Keys of records by name, for each place where names were looked up. */
export type FoundRecords = ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>

export const placeOf = ({ table, by }: NamedBy): string => `${table}.${by}`

/** The keys of the records with this name. */
export const keysOfName = (found: FoundRecords, named: NamedBy, name: string): readonly number[] =>
  found.get(placeOf(named))?.get(comparableName(named, name)) ?? []

/** Phone numbers are compared by their digits, and texts in several languages ignoring case. */
export const comparableName = ({ kind }: NamedBy, text: string): string =>
  kind === 'phone' ? digitsOf(text) : kind === 'multilang' ? text.trim().toLowerCase() : text.trim()
