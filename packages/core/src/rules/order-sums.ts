import type { Order } from '@tiffin/sdk/contract'
import { formatMoney, parseMoney } from './money.ts'

/** The fields that make up an order's total (PRICE-01), in display order, with their signs. */
const parts = [
  ['Cost', 'cost', 1n],
  ['Discount', 'discount', -1n],
  ['Bonus', 'bonus', -1n],
  ['Promo code', 'promocode_amount', -1n],
  ['Fee', 'fee', 1n],
  ['Tips', 'tips', 1n],
  ['Delivery', 'delivery', 1n],
  ['Payment commission', 'payment_commission', 1n],
] as const

export interface OrderSum {
  /** English, as dictionary key. */
  label: (typeof parts)[number][0]
  /** The amount it adds to the total; negative if it reduces it. */
  amount: string
  /** The promo code itself. */
  code?: string
}

/** The breakdown of an order's total: the cost of its items, then each part that is not zero. */
export const orderSums = (order: Partial<Pick<Order, (typeof parts)[number][1] | 'promocode'>>): OrderSum[] =>
  parts
    .map(([label, field, sign]) => ({ label, field, minor: parseMoney(order[field]) * sign }))
    .filter(({ field, minor }) => field === 'cost' || minor !== 0n)
    .map(({ label, field, minor }) => ({
      label,
      amount: formatMoney(minor),
      ...(field === 'promocode_amount' && order.promocode ? { code: order.promocode } : {}),
    }))
