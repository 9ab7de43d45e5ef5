import type { CallOptions, Client } from '@tiffin/sdk/client'
import type { CartItem, Order, TableQuery } from '@tiffin/sdk/contract'
import {
  affectsDelivery,
  amount,
  type AnyRow,
  companyToday,
  type Decision,
  type Estimate,
  estimate,
  isDeliveryOpen,
  isPriced,
  mayRaiseWarnings,
  type OpenWarning,
  orderSums,
  orderWarnings,
  type OrderFormat,
  price,
  preparePricing,
  type PriceStep,
  type Promocode,
  warnedOrder,
} from '#rules/index'
import { newLine, toPricedLines } from '../new-order/cart-lines.ts'
import type { NewOrderCompany, NewPayType, Seller } from '../new-order/new-order.ts'

/** The rows that decide price and time of an order; null if it has none, or they can't be read. */
export interface OrderTerms {
  merchant: Seller | null
  payType: NewPayType | null
  company: NewOrderCompany | null
}

export async function readOrderTerms(
  client: Client,
  { merchant, pay_type, company }: Pick<Order, 'merchant' | 'pay_type' | 'company'>,
  options: CallOptions,
): Promise<OrderTerms> {
  const row = (table: TableQuery['table'], prm: number | null): TableQuery => ({
    table,
    search: [{ key: `${table}_id`, prm }],
    limit: [0, 1],
    count: 'none',
  })
  const tables: TableQuery[] = [
    { ...row('merchant', merchant), mode: 'board' },
    row('company', company),
    ...(pay_type === null ? [] : [row('pay_type', pay_type)]),
  ]
  const { data } = await client.Reference.getData({ tables }, options)
  const first = (table: string): unknown => data[table]?.data[0] ?? null
  return { merchant: first('merchant'), payType: first('pay_type'), company: first('company') } as OrderTerms
}

/** An order as it would be saved. */
export interface OrderPreview {
  steps: readonly PriceStep[]
  refusals: readonly Decision[]
  /** The promo code has not been looked up, so its discount is not included. */
  isCodeOpen: boolean
  estimate: Estimate
  /** Warnings about the changes; a user may save them anyway. */
  warnings: readonly OpenWarning[]
}

const amountFields = ['discount', 'bonus', 'delivery'] as const

/** Invalid values count as empty; the editor shows the problem next to the field. */
function cleaned(set: AnyRow): AnyRow {
  const cart = set['cart'] === undefined ? {} : { cart: toPricedLines((set['cart'] as CartItem[]).map((item) => newLine(item))) }
  const amounts = amountFields.flatMap((name) => {
    const typed = set[name]
    return typeof typed === 'string' ? [[name, amount(typed) ?? '0.00'] as const] : []
  })
  const percent = Number(set['tips_percent'])
  const tips = set['tips_percent'] === undefined || percent >= 0 ? {} : { tips_percent: 0 }
  return { ...set, ...cart, ...tips, ...Object.fromEntries(amounts) }
}

interface EditedContext {
  promocode?: Promocode | null | undefined
  now: number
  timezone: string
  format?: OrderFormat
}

/**
 * Price and time of an edited order, by the rules that the server uses. `promocode` is the result of looking up a changed
 * code: null if it does not exist, undefined if it can't be looked up.
 */
export function previewOrder(
  { before, set: changed }: { before: AnyRow; set: AnyRow },
  { merchant, payType, company }: OrderTerms,
  { promocode, now, timezone, format }: EditedContext,
): OrderPreview {
  const set = cleaned(changed)
  const order = { ...before, ...set } as unknown as Order
  const isCodeOpen = set['promocode'] !== undefined && set['promocode'] !== '' && promocode === undefined
  const times = estimate({ order, merchant, company, now })
  const { order: priced, context } = preparePricing(
    { before, set: isCodeOpen ? { ...set, promocode: '' } : set },
    {
      merchant: () => merchant,
      payType: () => payType,
      promocode: () => promocode,
      company,
      today: companyToday(now, timezone),
    },
  )
  const found = price(priced, context)
  const { steps, refusals } = isPriced(set) ? found : stored(order, found.steps)
  // A change that leaves the way as it is keeps the stored estimate.
  const minutes = affectsDelivery(set) ? times.minutes : order.delivery_time
  const saved = warnedOrder({ ...order, cost: found.cost, delivery_time: minutes }, isDeliveryOpen(found))
  const warnings =
    merchant && mayRaiseWarnings(set)
      ? orderWarnings(saved, merchant, { ...company, timezone, now, ...(format ? { format } : {}) })
      : []
  return { steps, refusals, isCodeOpen, estimate: times, warnings }
}

/** The stored amounts, with reasons for those that the rules would also give today. */
function stored(order: Order, steps: readonly PriceStep[]): Pick<OrderPreview, 'steps' | 'refusals'> {
  const sums = [...orderSums(order), { label: 'Total' as const, amount: order.total }]
  const reasoned = sums.map(({ label, amount: sum }) => {
    const step = steps.find((item) => item.label === label)
    return step?.amount === sum ? step : { label, amount: sum }
  })
  return { steps: reasoned, refusals: [] }
}
