import { randomBytes } from 'node:crypto'
import { type Bill, billOf, parseMoney } from '@tiffin/core/rules'
import { type Company, entities, type Payment, type WhyStep } from '@tiffin/sdk/contract'
import type { Change } from '#engine/change-info'
import { refusedRow } from '#engine/save-plan'
import type { HookContext, SavedRow, SaveHook } from '#engine/save-hook'
import { findOverLimits, findTerms, type FullTerms, lockCompany, normalAddOns, readSubscription } from './terms.ts'

/** Cents (BILL-09). */
const SMALLEST_TOP_UP = 1500n

/** Clients choose only the tariff, period and add-ons, or the top-up: the server calculates all amounts itself (AMB-002). */
export const paymentHook: SaveHook = {
  async before(rows, context) {
    const [row] = rows
    if (!row) return
    // Each change replaces the previous one (AMB-240).
    if (rows[1]) throw refusedRow(rows[1].planned, 'invalid_value', 'type')
    const company = await lockCompany(context.change)
    const own = {
      state: 'open',
      set_trial: 0,
      set_period: 0,
      charge: '0.00',
      amount: '0.00',
      priced_at: context.now.toISOString(),
    }
    const page_key = randomBytes(24).toString('base64url')
    const type = Number(row.set['type'])
    if (type === 1) Object.assign(row.set, own, { page_key }, topUp(row))
    else if (type === 4 || type === 5) Object.assign(row.set, own, { page_key }, await changeOfTariff(row, company, context))
    else throw refusedRow(row.planned, 'invalid_value', 'type')
  },
}

function topUp({ planned, set }: SavedRow) {
  const amount = (set['bill'] as string | undefined) ?? '0.00'
  if (parseMoney(amount) < SMALLEST_TOP_UP) throw refusedRow(planned, 'payment_minimum', 'bill')
  const steps: WhyStep[] = [{ label: 'To pay now', amount }]
  return { total: amount, tariff: null, tariff_period: null, option: [], steps }
}

async function changeOfTariff(row: SavedRow, company: Company, { change, now }: HookContext): Promise<Partial<Payment>> {
  const terms = await chosenTerms(row, company, change)
  const bill = billOf(await readSubscription(change, company), terms, now.getTime())
  if (!bill) throw refusedRow(row.planned, 'nothing_to_change', 'tariff')
  const over = await findOverLimits(change, terms.tariff)
  if (over) {
    const { params, because } = over
    throw Object.assign(refusedRow(row.planned, 'over_tariff_limits', 'tariff', params), { because })
  }
  await cancelOpenChanges(change)
  return paymentFields(bill, terms)
}

/** Fields of a payment that come from the bill; the stored amount is what will be charged (AMB-235). */
export const paymentFields = (bill: Bill, { addOns }: FullTerms): Partial<Payment> => ({
  type: bill.type,
  bill: bill.bill,
  total: bill.total,
  set_trial: bill.set_trial,
  set_period: bill.set_period,
  charge: bill.beforeBalance,
  steps: bill.steps,
  option: [...addOns],
  state: bill.type === 5 ? 'waiting' : 'open',
})

/** @throws `tariff_unavailable` for terms that are not offered and not the company's own, `invalid_value` for a foreign add-on */
async function chosenTerms({ planned, set }: SavedRow, company: Company, { tx }: Change): Promise<FullTerms> {
  for (const field of ['tariff', 'tariff_period'] as const) if (!set[field]) throw refusedRow(planned, 'required', field)
  const chosen = (set['option'] ?? []) as string[]
  const terms = await findTerms(tx, { tariff: Number(set['tariff']), period: Number(set['tariff_period']), addOns: chosen })
  if (!terms) throw refusedRow(planned, 'tariff_unavailable', 'tariff')
  const { tariff, period } = terms
  const isOffered = tariff.status === 1 && tariff.subscription === 1
  if (!isOffered && tariff.tariff_id !== company.base_tariff) throw refusedRow(planned, 'tariff_unavailable', 'tariff')
  if (period.status !== 1 && period.subscribe_period_id !== company.tariff_period)
    throw refusedRow(planned, 'tariff_unavailable', 'tariff_period')
  if (normalAddOns(tariff, chosen).length !== new Set(chosen).size) throw refusedRow(planned, 'invalid_value', 'option')
  return terms
}

/** A new change replaces those not applied yet, except the one being applied, `except`. */
export async function cancelOpenChanges(change: Change, except = 0): Promise<void> {
  const open = await change.tx.sql<{ payment_id: number }>(
    `select payment_id from payment where company = $1 and type in (4, 5) and state in ('open', 'waiting') and payment_id <> $2`,
    [change.info.company, except],
  )
  await change.update(
    entities.payment,
    open.map(({ payment_id }) => ({ key: payment_id, set: { state: 'cancelled' } })),
  )
}
