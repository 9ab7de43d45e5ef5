import type { CallOptions, Client } from '@tiffin/sdk/client'
import type { TableQuery } from '@tiffin/sdk/contract'
import type { Promocode } from '#rules/index'

/** How many similar promo codes are read. */
const MAX_CODES = 50

/** The promo code in any spelling: null if there is none, undefined if too many are similar. */
export async function readPromocode(
  client: Client,
  code: string,
  options: CallOptions = {},
): Promise<Promocode | null | undefined> {
  const tables: TableQuery[] = [
    { table: 'promocode', search: [{ key: 'code', prm: [code, code.toLowerCase(), code.toUpperCase()] }], count: 'none' },
    // Codes match in any spelling, but only this search ignores the case.
    {
      table: 'promocode',
      as: 'similar',
      search: [{ key: 'code', op: 'like', prm: code }],
      limit: [0, MAX_CODES],
      count: 'none',
    },
  ]
  const { data } = await client.Reference.getData({ tables }, options)
  const rows = (name: string): Promocode[] => (data[name]?.data ?? []) as unknown as Promocode[]
  const similar = rows('similar')
  const found = [...rows('promocode'), ...similar].find((row) => row.code.toLowerCase() === code.toLowerCase())
  return found ?? (similar.length < MAX_CODES ? null : undefined)
}
