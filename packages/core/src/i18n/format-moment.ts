import { hourCycleOf } from '#rules/region'

/** Creating a format is slow, and a list asks for one per cell. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(lang: string, options: Intl.DateTimeFormatOptions & { timeZone: string }): Intl.DateTimeFormat {
  const kind = `${lang} ${options.timeZone} ${options.timeStyle} ${options.hourCycle}`
  const format = formats.get(kind) ?? new Intl.DateTimeFormat(`${lang}-u-nu-latn`, { dateStyle: 'medium', ...options })
  formats.set(kind, format)
  return format
}

/** Date and time in the company's format; its country decides between 24 and 12 hours. */
export const formatMoment = (
  time: string,
  { lang, timezone, country }: { lang: string; timezone: string; country: string },
): string => formatOf(lang, { timeStyle: 'short', timeZone: timezone, hourCycle: hourCycleOf(country) }).format(new Date(time))

/** A day such as `2026-11-22`, which is the same in every time zone. */
export const formatDay = (day: string, lang: string): string => formatOf(lang, { timeZone: 'UTC' }).format(new Date(day))
