import { cleanPhone, type PhoneCountry } from '@tiffin/core/rules'
import type { HookContext, SavedRow } from '#engine/save-hook'
import { countryOf } from '#tenant/country-of'

/** Stores phones in international form, however they were typed or imported. Returns the country they were read with. */
export async function cleanPhones(rows: SavedRow[], { change: { tx, info } }: HookContext): Promise<PhoneCountry | null> {
  const withPhone = rows.filter(({ set }) => typeof set['phone'] === 'string' && set['phone'] !== '')
  const country = withPhone.length > 0 ? await countryOf(tx, info.company) : null
  // Without a country code no one can tell whether a leading 8 or 0 belongs to the number.
  if (country) for (const { set } of withPhone) set['phone'] = cleanPhone(set['phone'] as string, country)
  return country
}
