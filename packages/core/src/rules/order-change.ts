import type { CartItem, Order } from '@tiffin/sdk/contract'
import type { Decision } from './actor.ts'
import type { AnyRow } from './permissions.ts'
import type { PriceContext, PricedOrder } from './pricing.ts'
import type { Promocode } from './promocode.ts'

const priced = [
  'cart',
  'discount',
  'bonus',
  'promocode',
  'fee',
  'tips',
  'tips_percent',
  'delivery',
  'type',
  'merchant',
  'pay_type',
  'destination_coordinates',
]

/** Whether a change touches anything that affects the total. */
export const isPriced = (set: AnyRow): boolean => priced.some((name) => set[name] !== undefined)

/** An order as stored, null for a new one, and the fields that are about to change. */
export interface OrderChange {
  before: AnyRow | null
  set: AnyRow
}

interface PriceLookups {
  merchant: (id: number) => PriceContext['merchant']
  payType: (id: number) => PriceContext['payType']
  /** Looks up a promo code: null if it does not exist, undefined if it can't be looked up. */
  promocode: (code: string) => Promocode | null | undefined
  company: PriceContext['company']
  /** The company's date. */
  today: string
}

/**
 * The future order with everything that affects its price, and the terms of its promo code to store with it. The server counts
 * the uses of a code once the order is written.
 */
export function preparePricing(
  { before, set }: OrderChange,
  { merchant, payType, promocode, company, today }: PriceLookups,
): { order: PricedOrder; context: PriceContext; terms: AnyRow } {
  let merged = { ...before, ...set } as unknown as Order
  // An order without items has not been charged a fee yet.
  const fee = set['fee'] === undefined && isUncharged(before) ? null : merged.fee
  // Without a percentage, the tips that it gave end too.
  const tips = set['tips_percent'] === 0 && set['tips'] === undefined ? null : merged.tips
  const code = merged.promocode ?? ''
  const context: PriceContext = { merchant: merchant(merged.merchant), payType: payType(merged.pay_type ?? 0), company }
  let terms: Record<string, unknown> = {}
  if (set['promocode'] !== undefined && code !== (before?.['promocode'] ?? '')) {
    const found = promocode(code)
    terms = { promocode_type: found?.discount_type ?? null, promocode_discount: found?.discount ?? null }
    merged = { ...merged, promocode_type: null }
    context.promocode = found
    // Uses are counted by the code's own spelling.
    if (found) terms['promocode'] = found.code
    context.today = today
  }
  return { order: { ...merged, fee, tips, delivery: deliveryOf({ before, set }) }, context, terms }
}

/** A delivery cost set by an operator is kept until something that affects it changes (AMB-112). */
function deliveryOf({ before, set }: OrderChange): string | null {
  if (set['delivery'] !== undefined) return set['delivery'] as string | null
  return isUncharged(before) || affectsDelivery(set) ? null : (before?.['delivery'] as string)
}

/** A new order, or one without items, which costs nothing: its fee and delivery are computed with the first items. */
const isUncharged = (before: AnyRow | null): boolean => ((before?.['cart'] ?? []) as CartItem[]).length === 0

/** Whether a change affects distance or delivery, and so the delivery's cost and time. */
export const affectsDelivery = (set: AnyRow): boolean =>
  ['type', 'merchant', 'destination_coordinates'].some((name) => set[name] !== undefined)

/** The field at which a refused price or promo code is shown. */
export function fieldOfError(refusal: Decision): string | undefined {
  if (refusal.allowed) return undefined
  if (refusal.code.startsWith('promocode_')) return 'promocode'
  if (refusal.code === 'delivery_not_offered') return 'destination_coordinates'
  return refusal.code === 'invalid_value' ? String(refusal.params?.[0]) : undefined
}
