import type { Translate } from '#i18n/create-i18n'

/** Up to this age, minutes are shown. */
const MAX_MINUTES = 100

/** How long an order has waited for the kitchen (KDS-03). */
export const ageText = (minutes: number, t: Translate): string =>
  minutes < MAX_MINUTES ? t('%1 min old', [minutes]) : t('%1 h old', [Math.floor(minutes / 60)])

/** Whole minutes, and hours if there are some. */
export function formatMinutes(seconds: number, t: Translate): string {
  const minutes = Math.floor(Math.abs(seconds) / 60)
  const sign = seconds < 0 ? '-' : ''
  return sign + (minutes < 60 ? t('%1 min', [minutes]) : t('%1 h %2 min', [Math.floor(minutes / 60), minutes % 60]))
}
