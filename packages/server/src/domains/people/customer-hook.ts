import { phoneSpellings } from '@tiffin/core/rules'
import { createRefusals } from '#engine/refusals'
import { refusedRow } from '#engine/save-plan'
import type { SavedRow, SaveHook } from '#engine/save-hook'
import type { Change, WireRow } from '#engine/change-info'
import { countryOf } from '#tenant/country-of'
import { cleanPhones } from './clean-phones.ts'

/**
 * A new or changed phone must not belong to another customer, in any spelling (AMB-222). One customer with two rows could
 * use a single-use promo code twice, and two operators who take the same customer's call would create two rows.
 */
export const customerHook: SaveHook = {
  async before(rows, context) {
    const country = await cleanPhones(rows, context)
    const { tx, info } = context.change
    const changed = rows.filter(({ before, set }) => set['phone'] !== undefined && set['phone'] !== before?.['phone'])
    const phones = changed.map(({ set }) => phoneOf(set)).filter((phone) => phone !== '')
    if (phones.length === 0) return
    await tx.sql('select pg_advisory_xact_lock(hashtextextended($1, $2))', ['new customers', info.company])
    const found = await tx.sql<{ phone: string }>(
      // One at a time, because for many PostgreSQL 15 chooses the index of parts of phones, which takes seconds.
      `select taken.phone from unnest($2::text[]) as sought (phone), lateral (
         select phone from "user" where company = $1 and phone = sought.phone and user_id <> all($3::bigint[]) limit 1) as taken`,
      [
        info.company,
        phones.flatMap((phone) => phoneSpellings(phone, country)),
        changed.flatMap(({ before }) => (before ? [before['user_id']] : [])),
      ],
    )
    const known = new Set(found.flatMap(({ phone }) => phoneSpellings(phone, country)))
    const refusals = createRefusals()
    await refusals.each(changed, ({ planned, set }) => {
      const phone = phoneOf(set)
      if (phone === '') return
      if (known.has(phone)) throw refusedRow(planned, 'duplicate', 'phone')
      for (const spelling of phoneSpellings(phone, country)) known.add(spelling)
    })
    refusals.raise()
  },
  async after(rows, { change }) {
    const changed = rows.filter(({ before, after }) => before && before['phone'] !== after?.['phone'])
    if (changed.length > 0) await signOutFormer(changed, change)
  },
}

/** Customers sign in with their phone number: the holder of the former number is signed out and gets no more messages. */
async function signOutFormer(changed: readonly SavedRow[], { tx, info: { company } }: Change): Promise<void> {
  const country = await countryOf(tx, company)
  const isSameNumber = ({ before, after }: SavedRow): boolean =>
    phoneSpellings(phoneOf(after ?? {}), country).includes(phoneOf(before ?? {}))
  const other = changed.filter((row) => !isSameNumber(row))
  const customers = [company, other.map(({ before }) => before?.['user_id'])]
  await tx.sql('delete from customer_session where company = $1 and user_id = any($2::bigint[])', customers)
  await tx.sql('delete from push_target where company = $1 and user_id = any($2::bigint[])', customers)
  await tx.sql(
    'update "user" set has_session = 0 where company = $1 and user_id = any($2::bigint[]) and has_session = 1',
    customers,
  )
  for (const { after } of other) if (after) after['has_session'] = 0
}

const phoneOf = (set: WireRow): string => (typeof set['phone'] === 'string' ? set['phone'] : '')
