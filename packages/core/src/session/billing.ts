import type { Client } from '@tiffin/sdk/client'
import { amountDue } from '#rules/index'
import type { Company, SubscribePeriod, Tariff } from '@tiffin/sdk/contract'

/** The company's subscription and amount due, in US dollars. */
export interface Billing {
  tariff: Tariff | null
  period: SubscribePeriod | null
  balance: string
  /** `0.00` without a tariff. */
  due: string
}

/** Loads tariff and period and computes the amount due (BILL-16, BILL-17); for managers of the company. */
export async function readBilling(client: Client, company: number): Promise<Billing> {
  const read = async (table: string, key: string, id: unknown): Promise<unknown> => {
    const { data } = await client.Reference.getData({ tables: [{ table, search: [{ key, prm: id as number }], limit: [0, 1] }] })
    return data[table]?.data?.[0]
  }
  const own = ((await read('company', 'company_id', company)) ?? {}) as Company
  const [tariff, period] = await Promise.all([
    own.base_tariff ? read('tariff', 'tariff_id', own.base_tariff) : null,
    own.tariff_period ? read('subscribe_period', 'subscribe_period_id', own.tariff_period) : null,
  ])
  const chosen = (tariff ?? null) as Tariff | null
  const months = (period ?? null) as SubscribePeriod | null
  return {
    tariff: chosen,
    period: months,
    balance: own.balance ?? '0.00',
    due: chosen ? amountDue(own, chosen, months ?? { month: 1, discount: 0 }) : '0.00',
  }
}
