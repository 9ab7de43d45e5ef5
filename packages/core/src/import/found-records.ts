import type { FieldKind } from '@tiffin/sdk/contract'
import { digitsOf } from '@tiffin/sdk/limits'
import { cleanPhone, type PhoneCountry } from '#rules/phone'

/** A table, and the field by which its records are named. */
export interface NamedBy {
  table: string
  by: string
  /** Kind of that field. */
  kind: FieldKind
  /** The company's country, for phones. */
  country?: PhoneCountry
}

/** Keys of records by name, for each place where names were looked up. */
export type FoundRecords = ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>

export const placeOf = ({ table, by }: Pick<NamedBy, 'table' | 'by'>): string => `${table}.${by}`

/** The keys of the records with this name. */
export const keysOfName = (found: FoundRecords, target: NamedBy, name: string): readonly number[] =>
  found.get(placeOf(target))?.get(comparableName(target, name)) ?? []

/** Phone numbers are compared in any spelling, and texts in several languages ignoring case. */
export const comparableName = ({ kind, country }: NamedBy, text: string): string =>
  kind === 'phone' ? nationalPhone(text, country) : kind === 'multilang' ? text.trim().toLowerCase() : text.trim()

function nationalPhone(text: string, country: PhoneCountry | undefined): string {
  const phone = cleanPhone(text, country)
  const code = digitsOf(country?.phone_code)
  return code !== '' && phone.startsWith(code) ? phone.slice(code.length) : phone
}
