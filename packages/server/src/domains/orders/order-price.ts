import { companyToday, type PriceContext, type PricedOrder } from '@tiffin/core/rules'
import type { Order } from '@tiffin/sdk/contract'
import type { WireRow } from '#engine/change-info'
import type { HookContext, SavedRow } from '#engine/save-hook'
import type { OrderLookups } from './order-lookups.ts'

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

/** Whether a save touches anything that affects the total. */
export const isPriced = (set: WireRow): boolean => priced.some((name) => set[name] !== undefined)

type PricedRow = Pick<SavedRow, 'before' | 'set'>

/**
 * The future order with all that affects its price, and the terms of its promo code to store with it. Uses of the code are
 * counted once the order is written.
 */
export function priceContext(
  { before, set }: PricedRow,
  { merchants, payTypes, promocodes }: Pick<OrderLookups, 'merchants' | 'payTypes' | 'promocodes'>,
  { company, now }: Pick<HookContext, 'company' | 'now'>,
): { order: PricedOrder; given: PriceContext; terms: WireRow } {
  let merged = { ...before, ...set } as unknown as Order
  const code = merged.promocode ?? ''
  const given: PriceContext = {
    merchant: merchants.get(merged.merchant) ?? null,
    payType: payTypes.get(merged.pay_type ?? 0) ?? null,
    company,
  }
  let terms: WireRow = {}
  if (set['promocode'] !== undefined && code !== (before?.['promocode'] ?? '')) {
    const promocode = promocodes.get(code) ?? null
    terms = { promocode_type: promocode?.discount_type ?? null, promocode_discount: promocode?.discount ?? null }
    merged = { ...merged, promocode_type: null }
    given.promocode = promocode
    // In the spelling of the code itself, by which its uses are counted.
    if (promocode) terms['promocode'] = promocode.code
    given.today = companyToday(now.getTime(), company?.timezone ?? 'UTC')
  }
  return { order: { ...merged, delivery: deliveryOf(before, set) }, given, terms }
}

/** A delivery cost set by an operator is kept until something that affects it changes (AMB-112). */
function deliveryOf(before: WireRow | null, set: WireRow): string | null {
  if (set['delivery'] !== undefined) return set['delivery'] as string | null
  const moved = ['type', 'merchant', 'destination_coordinates'].some((name) => set[name] !== undefined)
  return before === null || moved ? null : (before['delivery'] as string)
}
