import type { Client } from '@tiffin/sdk/client'
import { expect, it } from 'vitest'
import { readBilling } from './billing.ts'

interface Query {
  tables: { table: string; search: { key: string; prm: number }[] }[]
}

it.each([
  ['a month if no period is chosen', null, '37.50'],
  ['the months of the period, minus its discount', 3, '429.50'],
])('BILL-16 BILL-17: computes the amount due for %s', async (_what, tariff_period, due) => {
  const rows: Record<string, object> = {
    'company 1': { company_id: 1, base_tariff: 2, tariff_period, balance: '2.50' },
    'tariff 2': { tariff_id: 2, amount: '40.00', option: [] },
    'subscribe_period 3': { subscribe_period_id: 3, month: 12, discount: 10 },
  }
  const getData = async ({ tables: [query] }: Query) => {
    const row = rows[`${query?.table} ${query?.search[0]?.prm}`]
    return { data: { [query?.table ?? '']: { data: row ? [row] : [] } } }
  }
  expect(await readBilling({ Reference: { getData } } as unknown as Client, 1)).toMatchObject({ balance: '2.50', due })
})
