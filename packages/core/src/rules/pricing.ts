import type { Address, CartItem, Coords, DeliveryTier } from '@tiffin/sdk/contract'
import { type Decision, refuse } from './actor.ts'
import { deliveryCost, distance, distanceModelOf } from './delivery.ts'
import { formatMoney, min, type Minor, max, parseMoney, percentOf, sum, times } from './money.ts'
import { type Promocode, promocodeDecision } from './promocode.ts'

type Amount = string | null | undefined

/** The fields of an order that determine its price. */
export interface PricedOrder {
  type?: number | null | undefined
  merchant?: number | null | undefined
  cart?: readonly Partial<CartItem>[] | null | undefined
  discount?: Amount
  bonus?: Amount
  /** Defaults to the company's fee. */
  fee?: Amount
  tips?: Amount
  /** If above 0, tips are this percentage (AMB-117). */
  tips_percent?: number | null | undefined
  /** If missing or null, computed from the merchant's bands; else set by an operator (AMB-112). */
  delivery?: Amount
  destination_coordinates?: Readonly<Coords> | null | undefined
  promocode?: string | null | undefined
  /** Terms of a promo code accepted earlier; used if the code itself is not given. */
  promocode_type?: number | null | undefined
  promocode_discount?: number | null | undefined
}

export interface PriceContext {
  merchant?:
    | { address?: Pick<Address, 'coords'> | null | undefined; delivery?: readonly DeliveryTier[] | null | undefined }
    | null
    | undefined
  company?: { fee?: Amount; distance_model?: string | null | undefined } | null | undefined
  payType?: { commission_percent?: number | null | undefined; commission_fixed?: Amount } | null | undefined
  promocode?: Promocode | null | undefined
  /** The company's date, to check the promo code's dates; if missing, they are not checked. */
  today?: string | undefined
}

export interface PriceLine {
  /** qty x (price + addons). */
  amount: string
  discount: string
  total: string
}

export interface PriceStep {
  /** English, as dictionary key. */
  label: string
  /** The amount it adds to the total; negative if it reduces it. */
  amount: string
  /** The reason as a dictionary key, with `params` for %1 to %4. */
  why?: string
  params?: (string | number)[]
}

export interface Price {
  cost: string
  discount: string
  bonus: string
  promocode_amount: string
  tips: string
  fee: string
  delivery: string
  payment_commission: string
  total: string
  lines: PriceLine[]
  steps: PriceStep[]
  /** Requested values left out of the price; the caller decides whether the order is accepted. */
  refusals: Decision[]
}

interface Term {
  amount: Minor
  why?: string
  params?: (string | number)[]
  refusal?: Decision
}

const money = (amount: number): string => formatMoney(parseMoney(amount))

/** Price of one portion with its add-ons. */
const portion = ({ price, addons }: Pick<Partial<CartItem>, 'price' | 'addons'>): Minor =>
  parseMoney(price) + sum((addons ?? []).map((addon) => times(parseMoney(addon.price), addon.qty)))

export const portionPrice = (item: Parameters<typeof portion>[0]): string => formatMoney(portion(item))

/** Amounts of a cart line. A line below 0 counts as 0, while a single add-on may be negative. */
const line = (item: Partial<CartItem>) => {
  const requestedAmount = times(portion(item), item.qty ?? 0)
  const amount = max(requestedAmount, 0n)
  const discount = min(max(parseMoney(item.discount), 0n), amount)
  return { amount, discount, total: amount - discount, negative: requestedAmount < 0n }
}

/** An amount entered by a user; below 0 it counts as 0 and is refused. */
function enteredTerm(value: Amount, field: string): Term {
  const amount = parseMoney(value)
  return amount < 0n ? { amount: 0n, refusal: refuse('invalid_value', field) } : { amount }
}

function capTerm(term: Term, cap: Minor): Term {
  return term.amount > cap ? { ...term, amount: cap, why: 'Lowered so that the total is not below 0' } : term
}

const withoutAmount = ({ refusal }: Term): Term => ({ amount: 0n, ...(refusal ? { refusal } : {}) })

function tipsTerm(order: PricedOrder, cost: Minor): Term {
  const percent = order.tips_percent ?? 0
  if (!(percent > 0)) return enteredTerm(order.tips, 'tips')
  return { amount: percentOf(cost, percent), why: '%1 percent of %2', params: [percent, formatMoney(cost)] }
}

function deliveryTerm(order: PricedOrder, { merchant, company }: PriceContext): Term {
  if ((order.type ?? 1) !== 1) return { amount: 0n, why: 'Pickup' }
  if (order.delivery !== undefined && order.delivery !== null) return enteredTerm(order.delivery, 'delivery')
  // A merchant without bands delivers free; one with bands delivers only within them.
  const tiers = merchant?.delivery ?? []
  if (tiers.length === 0) return { amount: 0n, why: 'The merchant has no delivery bands' }
  const model = distanceModelOf(company)
  const km = distance(merchant?.address?.coords, order.destination_coordinates, model)
  if (km === null) return { amount: 0n, why: 'The distance is unknown', refusal: refuse('required', 'destination_coordinates') }
  const found = deliveryCost(tiers, km)
  if (!found) return { amount: 0n, why: 'No delivery band for %1 km', params: [km], refusal: refuse('delivery_not_offered') }
  const { price, per_km, from_km } = found.tier
  const why =
    model === 'haversine'
      ? '%1 km in a straight line: %2 plus %3 per km beyond %4 km'
      : '%1 km by degrees: %2 plus %3 per km beyond %4 km'
  return { amount: parseMoney(found.amount), why, params: [km, money(price), money(per_km), from_km] }
}

function promoTerm(order: PricedOrder, context: PriceContext, base: Minor): Term {
  const code = order.promocode ?? ''
  if (code === '') return { amount: 0n }
  const decision = promocodeDecision(order, context)
  if (!decision.allowed) return { amount: 0n, refusal: decision }
  const type = context.promocode?.discount_type ?? order.promocode_type
  const discount = context.promocode?.discount ?? order.promocode_discount ?? 0
  const amount = type === 1 ? parseMoney(discount) : percentOf(base, discount)
  const params = type === 1 ? [code] : [code, discount, formatMoney(base)]
  return { amount: max(0n, min(amount, base)), why: type === 1 ? 'Code %1' : 'Code %1: %2 percent of %3', params }
}

function commissionTerm(payType: PriceContext['payType'], before: Minor): Term {
  const percent = payType?.commission_percent ?? 0
  const fixed = parseMoney(payType?.commission_fixed)
  const amount = max(0n, percentOf(before, percent) + fixed)
  if (amount === 0n) return { amount }
  return { amount, why: '%1 percent of %2, plus %3', params: [percent, formatMoney(before), formatMoney(fixed)] }
}

/**
 * The total of an order and its breakdown: cost - discount - bonus - promocode_amount + tips + fee + delivery +
 * payment_commission (PRICE-01). `cost` is the sum of the lines after their own discounts. Discount, promo code and
 * bonus, in this order, are reduced so that the total is never below 0 (AMB-115). Nothing is charged for an empty cart
 * (WIZ-09, ORDER-04). Each amount is rounded to cents, even if the company hides decimals (AMB-219). All amounts are
 * decimal strings.
 */
export function price(order: PricedOrder, context: PriceContext = {}): Price {
  const lines = (order.cart ?? []).map(line)
  const cost = sum(lines.map(({ total }) => total))

  const charge = (term: Term): Term => (lines.length > 0 ? term : withoutAmount(term))
  const tips = charge(tipsTerm(order, cost))
  const fee = charge(enteredTerm(order.fee ?? context.company?.fee, 'fee'))
  const delivery = charge(deliveryTerm(order, context))
  let left = cost + tips.amount + fee.amount + delivery.amount
  const takeOff = (term: Term): Term => {
    const taken = capTerm(term, left)
    left -= taken.amount
    return taken
  }
  const discount = takeOff(enteredTerm(order.discount, 'discount'))
  const promo = takeOff(promoTerm(order, context, max(0n, cost - discount.amount)))
  const bonus = takeOff(enteredTerm(order.bonus, 'bonus'))
  const commission = charge(commissionTerm(context.payType, left))
  const total = left + commission.amount

  const terms: [string, Term, 1n | -1n][] = [
    ['Discount', discount, -1n],
    ['Bonus', bonus, -1n],
    ['Promo code', promo, -1n],
    ['Tips', tips, 1n],
    ['Fee', fee, 1n],
    ['Delivery', delivery, 1n],
    ['Payment commission', commission, 1n],
  ]
  const step = ([label, { amount, why, params }, sign]: (typeof terms)[number]): PriceStep => ({
    label,
    amount: formatMoney(amount * sign),
    ...(why === undefined ? {} : { why }),
    ...(params === undefined ? {} : { params }),
  })
  return {
    cost: formatMoney(cost),
    discount: formatMoney(discount.amount),
    bonus: formatMoney(bonus.amount),
    promocode_amount: formatMoney(promo.amount),
    tips: formatMoney(tips.amount),
    fee: formatMoney(fee.amount),
    delivery: formatMoney(delivery.amount),
    payment_commission: formatMoney(commission.amount),
    total: formatMoney(total),
    lines: lines.map((item) => ({
      amount: formatMoney(item.amount),
      discount: formatMoney(item.discount),
      total: formatMoney(item.total),
    })),
    steps: [{ label: 'Cost', amount: formatMoney(cost) }, ...terms.map(step), { label: 'Total', amount: formatMoney(total) }],
    refusals: [
      ...(lines.some(({ negative }) => negative) ? [refuse('invalid_value', 'cart')] : []),
      ...terms.flatMap(([, { refusal }]) => refusal ?? []),
    ],
  }
}

/** Whether the price lacks the delivery, because the distance is unknown and no cost was typed. */
export const isDeliveryOpen = ({ refusals }: Pick<Price, 'refusals'>): boolean =>
  refusals.some((refusal) => !refusal.allowed && refusal.code === 'required')

/** Steps worth showing: parts that change the total, and why delivery costs nothing. */
export const isNotable = ({
  label,
  amount,
  why,
}: {
  label: string
  amount?: string | undefined
  why?: string | undefined
}): boolean => label === 'Total' || Number(amount) !== 0 || (label === 'Delivery' && why !== undefined)

/** The tip for each of the company's percentages (PRICE-09). */
export const tipChoices = (
  cost: string,
  company: { tips?: readonly number[] | null } | null | undefined,
): { percent: number; tips: string }[] =>
  (company?.tips ?? []).map((percent) => ({ percent, tips: formatMoney(percentOf(parseMoney(cost), percent)) }))
