import { addOnsOf, companyToday, formatMoney, localized, monthlyBill, periodTotal } from '@tiffin/core/rules'
import {
  billLines,
  comingBills,
  type CompanySubscription,
  consequences,
  initialPeriod,
  keptAddOns,
  offeredPeriods,
  readSubscription,
  type TariffCard,
  tariffCard,
} from '@tiffin/core/subscription'
import { apiError, type Payment } from '@tiffin/sdk/contract'
import type { Connection } from '../connection.ts'
import { notFound, suggestionOr, wrongUsage } from '../failure.ts'
import { readList } from '../global-options.ts'
import type { Result } from '../results/result.ts'
import { readRows } from './read-rows.ts'
import { suggest } from '../suggest.ts'
import type { CommandTranslate } from '../texts/command-key.ts'

async function read(connection: Connection): Promise<CompanySubscription> {
  const { company } = await connection.user()
  if (!company) throw apiError('company_required')
  return readSubscription(connection.client, company.company_id)
}

/** The company's tariff, its remaining days, and the next bill, in US dollars. */
export async function showTariff(connection: Connection): Promise<Result> {
  const subscription = await read(connection)
  const { company, terms, due_date, timezone } = subscription
  const tariff = subscription.tariffs.find(({ tariff_id }) => tariff_id === company.base_tariff)
  const [next] = comingBills(subscription, Date.now())
  const row = {
    tariff: tariff ? localized(tariff.name, connection.lang) : null,
    trial: company.trial,
    months: terms?.period.month ?? null,
    price: terms ? formatMoney(periodTotal(monthlyBill(terms), terms.period)) : null,
    balance: company.balance,
    days_left: company.remaining_time,
    until: due_date === null ? null : companyToday(Date.parse(due_date), timezone),
    orders_used: company.order_count,
    order_limit: company.limit_order,
    next_bill: next?.total ?? null,
    next_bill_day: next?.day ?? null,
    to_pay: next?.toPay ?? null,
  }
  return { rows: [row], single: true, columns: Object.keys(row) }
}

/** The invoices and credit notes of the company, the latest first. */
export async function listInvoices(connection: Connection): Promise<Result> {
  const { company } = await connection.user()
  if (!company) throw apiError('company_required')
  const columns = ['number', 'date', 'amount', 'payment']
  const search = [{ key: 'company', prm: company.company_id }]
  const order = [{ field: 'number', dir: 'desc' as const }]
  const { rows } = await readRows(connection, { table: 'invoice', include: columns, search, order, limit: [0, 10_000] })
  return { rows, columns }
}

/** The page of an invoice, as it was issued. */
export async function readInvoice({ client }: Connection, number: string): Promise<string> {
  const search = [{ key: 'number', prm: Number(number) }]
  const tables = [{ table: 'invoice', include: ['invoice_id'], search, limit: [0, 1] as [number, number] }]
  const found = /^\d{1,9}$/.test(number) ? (await client.Reference.getData({ tables })).data['invoice']?.data[0] : undefined
  if (!found)
    throw notFound('Invoice not found: %1', { params: [number], next: [{ message: 'List them: tiffin tariff invoices' }] })
  return (await client.Company.invoice({ invoice_id: Number(found['invoice_id']) })).data.document
}

export interface ChangeOptions {
  /** Months. */
  period?: string | undefined
  /** Names of `allow_` options, separated by commas; the kept ones if left out. */
  addOns?: string | undefined
}

export interface TariffChange {
  card: TariffCard
  /** The steps of the bill, and the effects of the change. */
  lines: string[]
}

/** A change of tariff as it would be billed now. */
export async function previewChange(
  connection: Connection,
  given: string,
  { period, addOns }: ChangeOptions,
  t: CommandTranslate,
): Promise<TariffChange> {
  const subscription = await read(connection)
  const tariff = findTariff(subscription, given, connection.lang)
  const chosen = addOns === undefined ? keptAddOns(subscription, tariff) : readList(addOns)
  const sold = addOnsOf(tariff).map(({ field }): string => field)
  const unknown = chosen.find((name) => !sold.includes(name))
  if (unknown !== undefined)
    throw wrongUsage('The tariff has no add-on %1', { params: [unknown], next: [{ message: sold.join(', ') }] })
  const now = Date.now()
  const terms = { tariff, period: findPeriod(subscription, period), addOns: chosen }
  const card = tariffCard(subscription, terms, now)
  if (card.action === 'contact') throw apiError('tariff_unavailable')
  if (card.bill === null) throw apiError('nothing_to_change')
  const reader = { t, lang: connection.lang }
  const told = consequences(subscription, { terms, bill: card.bill }, { ...reader, now })
  return { card, lines: [...billLines(card.bill.steps, reader), ...told] }
}

/** Requests the change; the server calculates its bill. `page` in the result is the address where it is paid. */
export async function changeTariff({ client }: Connection, { terms, bill }: TariffCard): Promise<Result> {
  const row = {
    type: bill?.type ?? 4,
    tariff: terms.tariff.tariff_id,
    tariff_period: terms.period.subscribe_period_id,
    option: [...terms.addOns],
  }
  const { data } = await client.Reference.saveData({ tables: [{ table: 'payment', row }] }, { retryWrites: true })
  const payment = data['payment']?.rows[0]?.data as Payment | undefined
  if (!payment) throw new Error('The payment is missing from the answer')
  const { payment_id, type, bill: due, state } = payment
  const done = { payment_id, type, bill: due, state }
  if (state === 'waiting') return { rows: [done], single: true }
  const { data: answer } = await client.Company.TariffUp({ order_id: payment_id }, { retryWrites: true })
  const page = answer.page === undefined ? { state: 'applied' } : { page: answer.page }
  return { rows: [{ ...done, ...page }], single: true }
}

function findTariff({ tariffs }: CompanySubscription, given: string, lang: string) {
  const word = given.toLowerCase()
  const found = tariffs.find(
    ({ tariff_id, name }) => String(tariff_id) === word || Object.values(name).some((text) => text.toLowerCase() === word),
  )
  if (found) return found
  const names = tariffs.map(({ name }) => localized(name, lang))
  throw notFound('Tariff not found: %1', {
    params: [given],
    next: [suggestionOr(suggest(given, names), { message: names.join(', ') })],
  })
}

function findPeriod(subscription: CompanySubscription, months: string | undefined) {
  const offered = offeredPeriods(subscription)
  const found = months === undefined ? initialPeriod(subscription) : offered.find(({ month }) => String(month) === months)
  if (found) return found
  throw wrongUsage('No subscription period has %1 months', {
    params: [months ?? '0'],
    next: [{ message: offered.map(({ month }) => month).join(', ') }],
  })
}
