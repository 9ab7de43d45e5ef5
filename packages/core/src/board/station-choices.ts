import type { Translate } from '#i18n/create-i18n'

/** A station to choose; `''` is all of them. */
export interface StationChoice {
  station: string
  label: string
  remark: string
}

/**
 * The stations whose names contain the typed text, then the typed name itself if no order has it yet. `isUnknown`: the
 * typed name is the only choice. Enter alone does not choose it, because a mistyped name would hide all orders.
 */
export function stationChoices(
  stations: readonly string[],
  { chosen, text, t }: { chosen: string; text: string; t: Translate },
): { choices: readonly StationChoice[]; isUnknown: boolean } {
  const typed = text.trim()
  const needle = typed.toLocaleLowerCase()
  const known = ['', ...stations]
    .map((station) => ({
      station,
      label: station || t('All stations'),
      remark: station === chosen ? t('selected') : '',
    }))
    .filter(({ label }) => label.toLocaleLowerCase().includes(needle))
  const isListed = needle === '' || known.some(({ label }) => label.toLocaleLowerCase() === needle)
  const isUnknown = known.length === 0
  if (isListed) return { choices: known, isUnknown }
  return { choices: [...known, { station: typed, label: typed, remark: t('No order has it yet') }], isUnknown }
}
