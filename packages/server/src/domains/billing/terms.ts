import { addOnsOf, type Subscription, type Terms } from '@tiffin/core/rules'
import {
  apiError,
  type Company,
  type CompanyLimit,
  companyLimits,
  companyOptions,
  entities,
  type Payment,
  type SubscribePeriod,
  type Tariff,
} from '@tiffin/sdk/contract'
import type { Tx } from '#db/database'
import type { Change, WireRow } from '#engine/change-info'
import { usedTrials } from './tariff-trials.ts'

/** Terms with the full rows of the tariff and the period. */
export interface FullTerms extends Terms {
  tariff: Tariff
  period: SubscribePeriod
}

/**
 * Locks the company of a change. Every change of its money or subscription takes this lock first.
 * @throws `not_found` if it was deleted
 */
export async function lockCompany(change: Change, { deleted = false } = {}): Promise<Company> {
  const key = change.info.company
  const company = (await change.lock(entities.company, [key])).get(key) as Company | undefined
  if (!company || (company.deleted !== null && !deleted)) throw apiError('not_found', { table: 'company' })
  return company
}

/** The balance with all bookings of this change. */
export async function readBalance({ tx, info }: Change): Promise<string> {
  const [row] = await tx.sql<{ balance: string }>('select balance::text from company where company_id = $1', [info.company])
  return row?.balance ?? '0.00'
}

/** A tariff and a period by their keys; null if one of them does not exist. */
export async function findTerms(
  tx: Tx,
  { tariff, period, addOns }: { tariff: number; period: number; addOns: readonly string[] },
): Promise<FullTerms | null> {
  const [chosen] = await tx.sql<Tariff>('select * from tariff where tariff_id = $1', [tariff])
  const [months] = await tx.sql<SubscribePeriod>('select * from subscribe_period where subscribe_period_id = $1', [period])
  return chosen && months ? { tariff: chosen, period: months, addOns: normalAddOns(chosen, addOns) } : null
}

/** The chosen add-ons of a tariff, each once and in its order. */
export const normalAddOns = (tariff: Pick<Tariff, 'option'>, chosen: readonly string[]): string[] =>
  addOnsOf(tariff).flatMap(({ field }) => (chosen.includes(field) ? [field] : []))

/** The current terms of a company; null without a tariff or a period. */
export async function currentTerms(tx: Tx, company: Company): Promise<FullTerms | null> {
  if (!company.base_tariff || !company.tariff_period) return null
  const addOns = companyOptions.filter((name) => company[name] === 1)
  return findTerms(tx, { tariff: company.base_tariff, period: company.tariff_period, addOns })
}

export async function readSubscription(change: Change, company: Company): Promise<Subscription> {
  const terms = await currentTerms(change.tx, company)
  return { ...company, balance: await readBalance(change), terms, usedTariffs: await readUsedTariffs(change.tx, company) }
}

/**
 * Tariffs that have had their trial: used by the company (AMB-174, AMB-239), its current one, and those whose trial its owner
 * has used in another company.
 */
async function readUsedTariffs(tx: Tx, { company_id, owner_id, base_tariff }: Company): Promise<number[]> {
  const rows = await tx.sql<{ tariff: number }>(
    `select tariff from payment where company = $1 and type = 4 and date_applied is not null and tariff is not null
     union select unnest(${usedTrials('$2::bigint')})`,
    [company_id, owner_id],
  )
  return [...rows.map(({ tariff }) => tariff), ...(base_tariff ? [base_tariff] : [])]
}

/** Options, limits and prices that a tariff gives a company with these add-ons. */
export function tariffFields(tariff: Pick<Tariff, 'option'>, addOns: readonly string[]): WireRow {
  const entries = new Map((tariff.option ?? []).filter(({ enable }) => enable === 1).map((entry) => [entry.field, entry]))
  const limit = (field: CompanyLimit) => {
    const value = entries.get(field)?.value ?? ''
    return value === '' ? null : Math.floor(Number(value))
  }
  return {
    overlimit_order_price: entries.get('overlimit_order_price')?.value || null,
    ...Object.fromEntries(
      companyOptions.map((field) => [field, entries.get(field)?.free === 1 || addOns.includes(field) ? 1 : 0]),
    ),
    ...Object.fromEntries(companyLimits.map((field) => [field, limit(field)])),
  }
}

type ExceededLimits = Partial<Record<CompanyLimit, { count: number; max: number }>>

/** Details of `over_tariff_limits`. */
export interface OverLimits {
  params: [string]
  because: { limits: ExceededLimits }
}

/**
 * The limits of a tariff that the company's rows exceed; undefined if it fits. Checked again when a change is applied: rows may have
 * been added since the quote.
 */
export async function findOverLimits(change: Change, tariff: Pick<Tariff, 'option'>): Promise<OverLimits | undefined> {
  const limits = await exceededLimits(change, tariff)
  const texts = Object.entries(limits).map(([name, { count, max }]) => `${name.replace('limit_', '')} ${count} > ${max}`)
  return texts.length === 0 ? undefined : { params: [texts.join(', ')], because: { limits } }
}

/** The same, for the tariff of a payment; a top-up has none. */
export async function findOverLimitsOf(change: Change, payment: Pick<Payment, 'tariff'>): Promise<OverLimits | undefined> {
  const [tariff] = await change.tx.sql<Tariff>('select * from tariff where tariff_id = $1', [payment.tariff])
  return tariff && findOverLimits(change, tariff)
}

/** Limits that the company's rows would exceed, with their numbers. Orders are charged and products only counted (AMB-085). */
async function exceededLimits({ tx, info }: Change, tariff: Pick<Tariff, 'option'>): Promise<ExceededLimits> {
  const limits = tariffFields(tariff, []) as Partial<Record<CompanyLimit, number | null>>
  const [counts] = await tx.sql<Record<string, number>>(
    `select (select count(*)::int from merchant where company = $1) as limit_merchant,
       (select count(*)::int from membership where company = $1) as limit_admin,
       (select count(*)::int from courier where company = $1) as limit_courier,
       (select count(*)::int from "user" where company = $1) as limit_user`,
    [info.company],
  )
  const exceeded: ExceededLimits = {}
  for (const name of ['limit_merchant', 'limit_admin', 'limit_courier', 'limit_user'] as const) {
    const max = limits[name]
    const count = counts?.[name] ?? 0
    if (max !== null && max !== undefined && count > max) exceeded[name] = { count, max }
  }
  return exceeded
}
