import type { Field } from '@tiffin/sdk/contract'
import { z } from 'zod'

const isMoment = z.iso.datetime({ offset: true })
const FIRST = Date.parse('0001-01-01T00:00:00Z')
const LAST = Date.parse('9999-12-31T23:59:59.999Z')
/** Whether a moment lies in the years that four digits name, wherever on earth, and in a zone that exists. */
export function isSupportedTimestamp(text: string): boolean {
  const at = Date.parse(text)
  return at >= FIRST && at <= LAST && isZone(text)
}

/** Zones further than 14 hours from UTC exist nowhere, and PostgreSQL knows none beyond 15:59. */
const isZone = (text: string): boolean => !/[+-](1[5-9]|2\d):\d\d$/.test(text)
const isDate = z.iso.date()
const isUuid = z.uuid()

/** Text that PostgreSQL can hold: no NUL, no half of a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed()

/** A text to search for; undefined for anything else. Numbers count as they are written. */
export const readText = (prm: unknown): string | undefined => {
  if (typeof prm === 'number') return String(prm)
  return typeof prm === 'string' && isStorable(prm) ? prm : undefined
}

/** What a contains-search hands to ILIKE: the wildcards of the text itself stand for themselves. */
export const likePattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, (found) => `\\${found}`)}%`

/** Type of PostgreSQL in which a value is compared; wide, so that no number overflows. */
export function valueType({ kind }: Field): string {
  switch (kind) {
    case 'id':
    case 'int':
    case 'flag':
    case 'choice':
    case 'reference':
    case 'referenceList':
      return 'bigint'
    case 'number':
      return 'double precision'
    case 'money':
      return 'numeric'
    case 'moment':
      return 'timestamptz'
    case 'date':
      return 'date'
    case 'uuid':
      return 'uuid'
    default:
      return 'text'
  }
}

const yearOne = (text: string): boolean => !text.startsWith('0000')

/** A value to compare this field with, as the database takes it; undefined where it does not suit the field. */
export function readValue(field: Field, prm: unknown): number | string | undefined {
  switch (valueType(field)) {
    case 'bigint':
      return Number.isSafeInteger(prm) ? (prm as number) : undefined
    case 'double precision':
      return typeof prm === 'number' && Number.isFinite(prm) ? prm : undefined
    case 'numeric': {
      const text = typeof prm === 'number' ? String(prm) : prm
      return typeof text === 'string' && /^-?\d{1,15}(\.\d{1,6})?$/.test(text) ? text : undefined
    }
    case 'timestamptz':
      return typeof prm === 'string' && isMoment.safeParse(prm).success && isSupportedTimestamp(prm) ? prm : undefined
    case 'date':
      return typeof prm === 'string' && isDate.safeParse(prm).success && yearOne(prm) ? prm : undefined
    case 'uuid':
      return isUuid.safeParse(prm).success ? (prm as string) : undefined
    default:
      return typeof prm === 'string' && isStorable(prm) ? prm : undefined
  }
}
