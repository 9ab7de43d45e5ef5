import { useMemo } from 'react'
import { formatDay } from '@tiffin/core'
import { useCore, useSelected } from '@tiffin/core/react'
import { hourCycleOf } from '@tiffin/core/rules'

/** Days and times of messages by the company's clock, in the console's language or another. */
export function useMoments(other?: string) {
  const { session, serverClock } = useCore()
  const company = useSelected(session.store, (state) => state.user?.company)
  const own = useSelected(session.store, (state) => state.lang)
  const lang = other ?? own
  const timezone = company?.timezone ?? 'UTC'
  const country = company?.country.alpha2 ?? ''
  const days = useMemo(
    () => new Intl.DateTimeFormat('en-CA', { timeZone: timezone, year: 'numeric', month: '2-digit', day: '2-digit' }),
    [timezone],
  )
  const dayOf = (date: string | number): string => days.format(new Date(date))
  const times = useMemo(
    () =>
      new Intl.DateTimeFormat(`${lang}-u-nu-latn`, { timeStyle: 'short', timeZone: timezone, hourCycle: hourCycleOf(country) }),
    [lang, timezone, country],
  )
  const timeOf = (date: string): string => times.format(new Date(date))
  const dayText = (date: string): string => formatDay(dayOf(date), lang)
  return {
    dayOf,
    timeOf,
    dayText,
    /** The time of a moment of today, otherwise its day. */
    shortMoment: (date: string): string => (dayOf(date) === dayOf(serverClock.now()) ? timeOf(date) : dayText(date)),
  }
}
