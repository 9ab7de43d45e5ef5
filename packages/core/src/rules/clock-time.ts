import { hourCycleOf } from './region.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** Formats are costly to make, and a board asks for one per card. */
function kept(key: string, make: () => Intl.DateTimeFormat): Intl.DateTimeFormat {
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
  // Latin digits everywhere, so that times, prices and countdowns on one card read alike.
  return kept(
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
  kept(`day ${timeZone}`, () => new Intl.DateTimeFormat('en-CA', { timeZone })).format(at)

/** In ms; undefined for no moment. */
function msOf(moment: string | number | null | undefined): number | undefined {
  const at = typeof moment === 'number' ? moment : Date.parse(moment ?? '')
  return Number.isNaN(at) ? undefined : at
}

/** Whether a moment is on another day of the company than `now` (in ms). */
export function isOtherDay(
  moment: string | number | null | undefined,
  { timezone, now }: { timezone: string; now: number },
): boolean {
  const at = msOf(moment)
  return at !== undefined && dayOf(at, timezone) !== dayOf(now, timezone)
}

/**
 * A moment as people of a company read it: the time of day in its zone, such as `19:40` or `7:40 PM`, with the day in front when that
 * is not the day of `now` (in ms). Empty for no moment.
 */
export function clockTime(moment: string | number | null | undefined, { now, ...clock }: Clock & { now?: number }): string {
  const at = msOf(moment)
  if (at === undefined) return ''
  return formatOf(clock, now !== undefined && isOtherDay(at, { ...clock, now })).format(at)
}
