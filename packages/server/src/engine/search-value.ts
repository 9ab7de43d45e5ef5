import type { Field } from '@tiffin/sdk/contract'
import { z } from 'zod'

const isMoment = z.iso.datetime({ offset: true })
const MIN_TIMESTAMP = Date.parse('0001-01-01T00:00:00Z')
const MAX_TIMESTAMP = Date.parse('9999-12-31T23:59:59.999Z')
/** Whether a timestamp has a four-digit year in every time zone, and an existing offset. */
export function isSupportedTimestamp(text: string): boolean {
  const at = Date.parse(text)
  return at >= MIN_TIMESTAMP && at <= MAX_TIMESTAMP && isZone(text)
}

/** No zone is more than 14 hours from UTC, and PostgreSQL accepts none beyond 15:59. */
const isZone = (text: string): boolean => !/[+-](1[5-9]|2\d):\d\d$/.test(text)
const isDate = z.iso.date()
const isUuid = z.uuid()

/** Text that PostgreSQL can store: no NUL, no lone surrogate. */
export const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed()

/** A text to search for; numbers become text; undefined for any other value. */
export const readText = (prm: unknown): string | undefined => {
  if (typeof prm === 'number') return String(prm)
  return typeof prm === 'string' && isStorable(prm) ? prm : undefined
}

/** The ILIKE pattern of a contains-search; wildcards in the text are escaped. */
export const likePattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, (found) => `\\${found}`)}%`

/** PostgreSQL type in which a value is compared; wide, so that no number overflows. */
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

const isAfterYearZero = (text: string): boolean => !text.startsWith('0000')

/** A value to compare this field with, in database form; undefined if it does not suit the field. */
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
      return typeof prm === 'string' && isDate.safeParse(prm).success && isAfterYearZero(prm) ? prm : undefined
    case 'uuid':
      return isUuid.safeParse(prm).success ? (prm as string) : undefined
    default:
      return typeof prm === 'string' && isStorable(prm) ? prm : undefined
  }
}
