import { hourCycleOf } from './region.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** Creating formats is expensive, and a board asks for one per card. */
function cachedFormat(key: string, make: () => Intl.DateTimeFormat): Intl.DateTimeFormat {
  const known = formats.get(key)
  if (known) return known
  const made = make()
  formats.set(key, made)
  return made
}

interface Clock {
  lang: string
  timezone: string
  /** Two letters of the company's country, which decides between 24 and 12 hours. */
  country: string
}

const formatOf = ({ lang, timezone, country }: Clock, day: boolean): Intl.DateTimeFormat => {
  const hourCycle = hourCycleOf(country)
  // Latin digits everywhere, so that times, prices and countdowns on one card match.
  return cachedFormat(
    `${lang} ${timezone} ${hourCycle} ${day}`,
    () =>
      new Intl.DateTimeFormat(`${lang || 'en'}-u-nu-latn`, {
        timeZone: timezone,
        hour: hourCycle === 'h12' ? 'numeric' : '2-digit',
        minute: '2-digit',
        hourCycle,
        ...(day ? { day: 'numeric', month: 'short' } : {}),
      }),
  )
}

const dayOf = (at: number, timeZone: string): string =>
  cachedFormat(`day ${timeZone}`, () => new Intl.DateTimeFormat('en-CA', { timeZone })).format(at)

/** In ms; undefined if there is no timestamp. */
function msOf(time: string | number | null | undefined): number | undefined {
  const at = typeof time === 'number' ? time : Date.parse(time ?? '')
  return Number.isNaN(at) ? undefined : at
}

/** Whether a timestamp and `now` (in ms) are on different days of the company. */
export function isOtherDay(
  time: string | number | null | undefined,
  { timezone, now }: { timezone: string; now: number },
): boolean {
  const at = msOf(time)
  return at !== undefined && dayOf(at, timezone) !== dayOf(now, timezone)
}

/**
 * A timestamp for display: the time of day in the company's zone, such as `19:40` or `7:40 PM`, with the date in front
 * if that is not the date of `now` (in ms). Empty without a timestamp.
 */
export function clockTime(time: string | number | null | undefined, { now, ...clock }: Clock & { now?: number }): string {
  const at = msOf(time)
  if (at === undefined) return ''
  return formatOf(clock, now !== undefined && isOtherDay(at, { ...clock, now })).format(at)
}
