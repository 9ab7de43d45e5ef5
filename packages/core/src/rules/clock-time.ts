const formats = new Map<string, Intl.DateTimeFormat>()

/** Formats are costly to make, and a board asks for one per card. */
function kept(key: string, make: () => Intl.DateTimeFormat): Intl.DateTimeFormat {
  const known = formats.get(key)
  if (known) return known
  const made = make()
  formats.set(key, made)
  return made
}

const formatOf = (lang: string, timeZone: string, day: boolean): Intl.DateTimeFormat =>
  // Latin digits everywhere, so that times, prices and countdowns on one card read alike.
  kept(
    `${lang} ${timeZone} ${day}`,
    () =>
      new Intl.DateTimeFormat(`${lang}-u-nu-latn`, {
        timeZone,
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
        ...(day ? { day: 'numeric', month: 'short' } : {}),
      }),
  )

const dayOf = (at: number, timeZone: string): string =>
  kept(`day ${timeZone}`, () => new Intl.DateTimeFormat('en-CA', { timeZone })).format(at)

/**
 * A moment as people of a company read it: the time of day in its zone, such as `19:40`, with the day in front when that
 * is not the day of `now` (in ms). Empty for no moment.
 */
export function clockTime(
  moment: string | number | null | undefined,
  { lang, timezone, now }: { lang: string; timezone: string; now?: number },
): string {
  if (moment === null || moment === undefined || moment === '') return ''
  const at = typeof moment === 'number' ? moment : Date.parse(moment)
  if (Number.isNaN(at)) return ''
  const otherDay = now !== undefined && dayOf(at, timezone) !== dayOf(now, timezone)
  return formatOf(lang || 'en', timezone, otherDay).format(at)
}
