import type { PhoneCountry } from '@tiffin/core/rules'
import type { Tx } from '#db/database'

/** The country of a company, for phone numbers; null if it has no code. */
export async function countryOf(tx: Tx, company: number): Promise<PhoneCountry | null> {
  const [country] = await tx.sql<{ phone_code: string; phone_mask: string; phone_len: number | null }>(
    `select k.phone_code, k.phone_mask, k.phone_len from company c join country k on k.country_id = c.country
     where c.company_id = $1 and k.phone_code <> ''`,
    [company],
  )
  return country ?? null
}
