import { normalizeDigits } from '@tiffin/sdk/contract'
import { hourCycleOf } from './region.ts'

const two = (number: number): string => String(number).padStart(2, '0')

/** A time of day such as `18:00` in the format of a country, `6:00 PM` where 12 hours are usual. */
export function clockText(clock: string, country: string): string {
  const [hour = '', minute = ''] = clock.split(':')
  if (hour === '' || hourCycleOf(country) === 'h23') return clock
  return `${Number(hour) % 12 || 12}:${minute} ${Number(hour) < 12 ? 'AM' : 'PM'}`
}

const pattern = /^(\d{1,2})(?:[:.]?(\d{2}))?\s*(?:([ap])\.?m\.?)?$/i

/** A time of day as typed, such as `18:00`, `1800`, `9` or `6 pm`; undefined if invalid. */
export function readClock(text: string): string | undefined {
  const [, typed = '', minute = '00', half] = pattern.exec(normalizeDigits(text).trim()) ?? []
  if (typed === '' || Number(minute) > 59) return undefined
  if (half === undefined) return Number(typed) < 24 ? `${two(Number(typed))}:${minute}` : undefined
  if (Number(typed) < 1 || Number(typed) > 12) return undefined
  return `${two((Number(typed) % 12) + (half.toLowerCase() === 'p' ? 12 : 0))}:${minute}`
}
