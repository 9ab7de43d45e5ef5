import type { Client } from '@tiffin/sdk/client'
import {
  type Company,
  companyOptions,
  type Payment,
  type SubscribePeriod,
  type TableQuery,
  type Tariff,
} from '@tiffin/sdk/contract'
import { overdueDays, overdueSettings, type Subscription, type Terms } from '#rules/index'

/** The limits whose rows can be counted, with their tables (AMB-085). */
export const countedLimits = {
  limit_merchant: 'merchant',
  limit_admin: 'admin',
  limit_courier: 'courier',
  limit_user: 'user',
} as const
export type CountedLimit = keyof typeof countedLimits

/** A company's tariff and everything that a change of it depends on. */
export interface CompanySubscription extends Subscription {
  company: Company
  /** The offered tariffs in order, and the company's own. */
  tariffs: readonly Tariff[]
  /** The offered periods, and the company's own (BILL-06). */
  periods: readonly SubscribePeriod[]
  /** Requests that wait for money or for the end of the subscription, newest first. */
  pending: readonly Payment[]
  /** Rows that count towards a limit. */
  counts: Readonly<Record<CountedLimit, number>>
  /** Days after the due date on which the company is blocked. */
  blockAfter: number
  /** Feed number of this state, from which later changes are followed. */
  feed: number
}

const limitNames = Object.keys(countedLimits) as CountedLimit[]

/** Reads the subscription of a company; for users who manage it. */
export async function readSubscription(
  client: Client,
  company: number,
  { signal }: { signal?: AbortSignal } = {},
): Promise<CompanySubscription> {
  const own = { key: 'company', prm: company }
  const counted = limitNames.map((name): TableQuery => ({
    table: countedLimits[name],
    as: name,
    include: [`${countedLimits[name]}_id`],
    // Platform administrators belong to every company.
    ...(name === 'limit_admin' ? { search: [{ key: 'company_role', op: 'notnull' as const }] } : {}),
    limit: [0, 1],
  }))
  const tables: TableQuery[] = [
    { table: 'company', search: [{ key: 'company_id', prm: company }], limit: [0, 1] },
    { table: 'tariff', order: [{ field: 'order' }, { field: 'tariff_id' }], limit: [0, 1000] },
    { table: 'subscribe_period', order: [{ field: 'month' }, { field: 'subscribe_period_id' }], limit: [0, 1000] },
    // BILL-20, AMB-239: an unpaid request does not count as used.
    {
      table: 'payment',
      as: 'used',
      search: [own, { key: 'type', prm: 4 }, { key: 'date_applied', op: 'notnull' }],
      group: ['tariff'],
      limit: [0, 1000],
    },
    {
      table: 'payment',
      as: 'pending',
      search: [own, { key: 'state', prm: ['open', 'waiting', 'paid'] }],
      order: [{ field: 'payment_id', dir: 'desc' }],
      limit: [0, 20],
    },
    { table: 'app_settings', search: [{ key: 'name', prm: [...overdueSettings] }], limit: [0, overdueSettings.length] },
    ...counted,
  ]
  const { data, feed } = await client.Reference.getData({ tables }, signal ? { signal } : {})
  const rows = <T>(name: string): T[] => (data[name]?.data ?? []) as T[]
  const [row] = rows<Company>('company')
  if (!row) throw new Error('The company is missing from the answer')
  const tariffs = rows<Tariff>('tariff').filter(({ status, tariff_id }) => status === 1 || tariff_id === row.base_tariff)
  const periods = rows<SubscribePeriod>('subscribe_period').filter(
    ({ status, subscribe_period_id }) => status === 1 || subscribe_period_id === row.tariff_period,
  )
  return {
    company: row,
    tariffs,
    periods,
    pending: rows<Payment>('pending'),
    counts: Object.fromEntries(limitNames.map((name) => [name, data[name]?.count ?? 0])) as Record<CountedLimit, number>,
    blockAfter: overdueDays(rows('app_settings')).block_after,
    feed,
    trial: row.trial,
    balance: row.balance,
    timezone: row.timezone,
    due_date: row.due_date,
    period_start: row.period_start,
    paid_total: row.paid_total,
    usedTariffs: rows<{ tariff: number | null }>('used').flatMap(({ tariff }) => tariff ?? []),
    terms: termsOf(row, tariffs, periods),
  }
}

/** The company's current terms; null without a tariff. */
function termsOf(company: Company, tariffs: readonly Tariff[], periods: readonly SubscribePeriod[]): Terms | null {
  const tariff = tariffs.find(({ tariff_id }) => tariff_id === company.base_tariff)
  if (!tariff) return null
  const period = periods.find(({ subscribe_period_id }) => subscribe_period_id === company.tariff_period)
  return {
    tariff,
    // As for the amount due (BILL-16).
    period: period ?? { subscribe_period_id: 0, month: 1, discount: 0 },
    addOns: companyOptions.filter((name) => company[name] === 1),
  }
}
