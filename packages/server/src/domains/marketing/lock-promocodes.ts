import type { Promocode } from '@tiffin/sdk/contract'
import type { Tx } from '#db/database'

type LockedCode = Pick<
  Promocode,
  'code' | 'type' | 'use' | 'merchant' | 'discount_type' | 'discount' | 'date_start' | 'date_finish'
>

/** The promo codes of a save, found in any spelling. */
export interface LockedCodes {
  get(code: string): LockedCode | undefined
}

/**
 * Reads and locks codes until the end of the transaction, so that two orders can't use the same one at once. All codes of a
 * save are locked together and in a fixed order, so that saves can't deadlock.
 */
export async function lockPromocodes(tx: Tx, company: number, codes: readonly string[]): Promise<LockedCodes> {
  const requested = [...new Set(codes.filter(Boolean))]
  if (requested.length === 0) return new Map()
  const rows = await tx.sql<LockedCode & { key: string }>(
    `select lower(code) as key, code, type, use, merchant, discount_type, discount, to_char(date_start, 'YYYY-MM-DD') as date_start,
       to_char(date_finish, 'YYYY-MM-DD') as date_finish
     from promocode where company = $1 and lower(code) = any(select lower(c) from unnest($2::text[]) c) order by promocode_id for update`,
    [company, requested],
  )
  const byKey = new Map(rows.map(({ key, ...row }) => [key, row]))
  return { get: (code) => byKey.get(code.toLowerCase()) }
}
