import type { ChatOpening } from '@tiffin/sdk/contract'
import { openingTextsIn } from './opening-texts.ts'
import type { Language } from './texts.ts'

const DAY_MS = 86_400_000
const DAY_MINUTES = 1440
/** After "on": the only one of the languages that inflects the days. */
const russianDays = ['в воскресенье', 'в понедельник', 'во вторник', 'в среду', 'в четверг', 'в пятницу', 'в субботу']

/** A time of day, on the company's clock of 12 or 24 hours; by default in the reader's time zone. */
export const clockTime = (
  at: Date,
  lang: Language,
  hourCycle: ChatOpening['hour_cycle'] | undefined,
  timeZone?: string,
): string =>
  new Intl.DateTimeFormat(`${lang}-u-nu-latn`, {
    hour: hourCycle === 'h23' ? '2-digit' : 'numeric',
    minute: '2-digit',
    hourCycle,
    timeZone,
  }).format(at)

/** Whether the company is open at `now` (ms): the server has told the next changes. Null without opening hours. */
export function isOpen({ open, closes, opens }: ChatOpening, now: number): boolean | null {
  if (open === null) return null
  if (open && (closes === null || now < Date.parse(closes))) return true
  return opens !== null && now >= Date.parse(opens)
}

/** Such as `Open now` or `Opens at 9:00 on Monday`, on the company's clock; empty without opening hours. */
export function openingText(opening: ChatOpening, now: number, lang: Language): string {
  const t = openingTextsIn(lang)
  const open = isOpen(opening, now)
  if (open === null) return ''
  if (open) return t('openNow')
  if (opening.opens === null) return t('closed')
  const opens = new Date(opening.opens)
  const { timezone: timeZone, hour_cycle: hourCycle } = opening
  const time = clockTime(opens, lang, hourCycle, timeZone)
  const dayOf = (at: number): string => new Intl.DateTimeFormat('en-CA', { timeZone }).format(at)
  if (dayOf(opens.getTime()) === dayOf(now)) return t('opensAt', time)
  if (dayOf(opens.getTime()) === dayOf(now + DAY_MS)) return t('opensTomorrow', time)
  const weekday = new Intl.DateTimeFormat(lang, { weekday: 'long', timeZone }).format(opens)
  const number = new Date(dayOf(opens.getTime())).getUTCDay()
  return t('opensOn', time, lang === 'ru' ? russianDays[number] : weekday)
}

/** Such as `Usually replies in about 5 minutes`; empty if that is not known. */
export function replyText({ reply_minutes: minutes }: ChatOpening, lang: Language): string {
  const t = openingTextsIn(lang)
  if (minutes === null) return ''
  if (minutes <= 1) return t('repliesAtOnce')
  if (minutes >= DAY_MINUTES) return t('repliesInDay')
  const [unit, count] = minutes < 60 ? (['minutes', minutes] as const) : (['hours', minutes / 60] as const)
  const form = new Intl.PluralRules(lang).select(count)
  return t('repliesIn', t(`${unit}_${form === 'zero' ? 'other' : form}`, count))
}
