import type { BoardMerchant } from '@tiffin/core'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { availabilityTexts, clockTime } from '@tiffin/core/rules'

/** Says whether a merchant is paused or busy at a time in ms, and until when; empty if neither (KDS-07). */
export function useAvailabilityText(): (merchant: BoardMerchant, now: number) => string {
  const { session, i18n } = useCore()
  const t = useTranslate()
  const company = useSelected(session.store, (state) => state.user?.company)
  const clock = { lang: i18n.lang(), timezone: company?.timezone ?? 'UTC', country: company?.country.alpha2 ?? '' }
  return (merchant, now) =>
    availabilityTexts(merchant, now, (time) => clockTime(time, { ...clock, now }))
      .map(({ text, params }) => t.message(text, params))
      .join(', ')
}
