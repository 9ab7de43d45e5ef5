import { isTimezone, offersTrial } from '@tiffin/core/rules'
import {
  apiError,
  companySeeds,
  entities,
  type Entity,
  type Multilang,
  type SubscribePeriod,
  type Tariff,
} from '@tiffin/sdk/contract'
import { quote } from '#db/columns'
import type { Change, WireRow } from '#engine/change-info'
import { monthsAfter } from '#domains/billing/due-dates'
import { claimTrial } from '#domains/billing/tariff-trials'
import { tariffFields } from '#domains/billing/terms'
import { countryTimezone } from './country-timezone.ts'

export interface NewCompany {
  country: number
  /** Language keys. */
  lang: readonly number[]
  name: Multilang
  /** Null uses the tariff marked as best, with the default period. */
  tariff: { tariff_id: number; subscribe_period_id: number } | null
  /** If left out, that of the country. */
  timezone?: string | undefined
  /** The administrator who will own the company. */
  owner: number
}

/**
 * Creates a company that can work at once: owner, statuses with transfer lists, order paths, a payment type, a category,
 * options, limits and trial of the tariff (API-30, AMB-147). Makes it the owner's selected company.
 * @param change of company 0; afterwards it is in the new company
 * @throws `required` or `invalid_value`, with the field
 */
export async function createCompany(change: Change, input: NewCompany, now = new Date()): Promise<number> {
  const country = await findRow<{ alpha2: string }>(change, entities.country, input.country, 'country')
  const name = Object.fromEntries(Object.entries(input.name).filter(([, text]) => text.trim() !== ''))
  if (Object.keys(name).length === 0) throw apiError('required', { field: 'name', params: ['name'] })
  const timezone = input.timezone ?? countryTimezone(country.alpha2)
  if (!isTimezone(timezone)) throw invalid('timezone')
  for (const id of input.lang) await findRow(change, entities.global_lang, id, 'lang')
  const chosen = await chooseTariff(change, input.tariff)

  const [company = 0] = await newKeys(change, entities.company, 1)
  await change.setCompany(company)
  const at = now.toISOString()
  const subscription = chosen && (await subscriptionOf(change, chosen, input.owner, now))
  await change.insert(entities.company, [
    {
      company_id: company,
      name,
      country: input.country,
      lang: [...new Set(input.lang)],
      timezone,
      creator: input.owner,
      owner_id: input.owner,
      order_limit_date: monthsAfter(at, 1, timezone),
      ...subscription,
    },
  ])
  if (chosen) await recordFirstTariff(change, chosen, { owner: input.owner, trial: subscription?.['trial'] }, at)
  await change.insert(entities.membership, [{ company, admin: input.owner, company_role: 1 }])
  await insertSeeds(change, company)
  await change.update(entities.admin, [{ key: input.owner, set: { company } }])
  return company
}

async function insertSeeds(change: Change, company: number): Promise<void> {
  const { order_status, order_step, pay_type, merchant_type } = companySeeds
  const keys = await newKeys(change, entities.order_status, order_status.length)
  const keyOf = new Map(order_status.map((row, index) => [row.status, keys[index] as number]))
  const toKeys = (numbers: readonly number[]) => numbers.map((number) => keyOf.get(number) as number)
  await change.insert(
    entities.order_status,
    order_status.map((row) => ({
      ...row,
      order_status_id: keyOf.get(row.status),
      company,
      transfer: toKeys(row.transfer),
    })),
  )
  await change.insert(
    entities.order_step,
    order_step.map((row) => ({ ...row, company, status: toKeys(row.status) })),
  )
  await change.insert(
    entities.pay_type,
    pay_type.map((row) => ({ ...row, company })),
  )
  await change.insert(
    entities.merchant_type,
    merchant_type.map((row) => ({ ...row, company })),
  )
}

const invalid = (field: string) => apiError('invalid_value', { field, params: [field] })

async function findRow<R extends object>(change: Change, entity: Entity, key: number, field: string): Promise<R> {
  const [row] = await change.tx.sql<R>(`select * from ${quote(entity.name)} where ${quote(entity.key)} = $1`, [key])
  if (!row) throw invalid(field)
  return row
}

async function newKeys(change: Change, entity: Entity, count: number): Promise<number[]> {
  const rows = await change.tx.sql<{ key: number }>(
    `select nextval(pg_get_serial_sequence($1, $2)) as key from generate_series(1, $3)`,
    [quote(entity.name), entity.key, count],
  )
  return rows.map((row) => row.key)
}

interface Chosen {
  tariff: Tariff
  period: SubscribePeriod
}

async function chooseTariff(change: Change, requested: NewCompany['tariff']): Promise<Chosen | null> {
  if (requested) {
    const tariff = await findRow<Tariff>(change, entities.tariff, requested.tariff_id, 'tariff')
    const period = await findRow<SubscribePeriod>(change, entities.subscribe_period, requested.subscribe_period_id, 'tariff')
    if (tariff.status !== 1 || tariff.subscription !== 1 || period.status !== 1) throw invalid('tariff')
    return { tariff, period }
  }
  const [tariff] = await change.tx.sql<Tariff>(
    `select * from tariff where status = 1 and subscription = 1 order by most_value desc, "order", tariff_id limit 1`,
  )
  const [period] = await change.tx.sql<SubscribePeriod>(
    `select * from subscribe_period where status = 1 order by "default" desc, subscribe_period_id limit 1`,
  )
  return tariff && period ? { tariff, period } : null
}

/** The subscription of a new company: its tariff with a trial; without one, the first bill is due at once. */
async function subscriptionOf(change: Change, { tariff, period }: Chosen, admin: number, now: Date): Promise<WireRow> {
  const trial = offersTrial(tariff) && (await claimTrial(change.tx, { admin, tariff: tariff.tariff_id }))
  const due = new Date(now.getTime() + (trial ? (tariff.trial_period ?? 0) : 0) * 86_400_000).toISOString()
  return {
    base_tariff: tariff.tariff_id,
    tariff_period: period.subscribe_period_id,
    trial: trial ? 1 : 0,
    due_date: due,
    active: due,
    ...tariffFields(tariff, []),
  }
}

/** The tariff counts as used from now on, by a payment of 0 that is applied (AMB-239). */
async function recordFirstTariff(
  change: Change,
  { tariff, period }: Chosen,
  { owner, trial }: { owner: number; trial: unknown },
  at: string,
) {
  await change.insert(entities.payment, [
    {
      company: change.info.company,
      type: 4,
      state: 'applied',
      tariff: tariff.tariff_id,
      tariff_period: period.subscribe_period_id,
      set_trial: trial,
      user: owner,
      date: at,
      priced_at: at,
      date_applied: at,
    },
  ])
}
