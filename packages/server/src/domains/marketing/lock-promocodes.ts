import type { Promocode } from '@tiffin/sdk/contract'
import type { Tx } from '#db/database'

type LockedCode = Pick<
  Promocode,
  'code' | 'type' | 'use' | 'merchant' | 'discount_type' | 'discount' | 'date_start' | 'date_finish'
>

/** The promo codes of a save, found however they are typed. */
export interface LockedCodes {
  get(code: string): LockedCode | undefined
}

/**
 * Reads codes and locks them until the end, so that two orders at once can't use the same. All codes of a save are locked together
 * and in one order for everybody, so that no two saves wait for each other's codes.
 */
export async function lockPromocodes(tx: Tx, company: number, codes: readonly string[]): Promise<LockedCodes> {
  const wanted = [...new Set(codes.filter(Boolean))]
  if (wanted.length === 0) return new Map()
  const rows = await tx.sql<LockedCode & { key: string }>(
    `select lower(code) as key, code, type, use, merchant, discount_type, discount, to_char(date_start, 'YYYY-MM-DD') as date_start,
       to_char(date_finish, 'YYYY-MM-DD') as date_finish
     from promocode where company = $1 and lower(code) = any(select lower(c) from unnest($2::text[]) c) order by promocode_id for update`,
    [company, wanted],
  )
  const byKey = new Map(rows.map(({ key, ...row }) => [key, row]))
  return { get: (code) => byKey.get(code.toLowerCase()) }
}
