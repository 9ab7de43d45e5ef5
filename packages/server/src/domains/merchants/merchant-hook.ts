import type { HookContext, SaveHook } from '#engine/save-hook'

export const merchantHook: SaveHook = {
  async before(rows, context) {
    const created = rows.filter(({ before }) => before === null)
    if (created.length === 0) return
    const currency = await currencyOf(context)
    const type = await firstType(context)
    for (const { set } of created) {
      set['currency'] = currency
      set['type'] ??= type
    }
  },
}

/** The currency of the company's country (MERCH-18). */
async function currencyOf({ change, company }: HookContext) {
  const [country] = await change.tx.sql<{ symbol: string; code: string; name: string; rate: number | null }>(
    `select currency_symbol as symbol, currency_code as code, currency_name as name, currency_rate as rate from country where country_id = $1`,
    [company?.country ?? 0],
  )
  return country ?? {}
}

/** Type 1 if the company has it, otherwise its first category (AMB-153). */
async function firstType({ change }: HookContext): Promise<number | null> {
  const [row] = await change.tx.sql<{ merchant_type_id: number }>(
    `select merchant_type_id from merchant_type where company = $1 order by (merchant_type_id = 1) desc, "order", merchant_type_id limit 1`,
    [change.info.company],
  )
  return row?.merchant_type_id ?? null
}
