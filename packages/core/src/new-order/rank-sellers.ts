import type { Translate } from '#i18n/create-i18n'
import { isPickup, type OrderFormat, type RankedMerchant, rankMerchants } from '#rules/index'
import { type NewOrder, type NewOrderChoices, offered, type PreviewContext, type Seller } from './new-order.ts'

/** Whether there is something to compare merchants by. */
export const isComparable = ({ cart, picked, type }: Pick<NewOrder, 'cart' | 'picked' | 'type'>): boolean =>
  cart.length > 0 || (picked && !isPickup({ type }))

/** The merchants that the user may take orders for, the best one for this order first. */
export function rankSellers(typed: NewOrder, choices: NewOrderChoices, known: PreviewContext): RankedMerchant<Seller>[] {
  const { order, context } = offered(typed, choices, known)
  return rankMerchants(order, choices.merchants, context)
}

/** Why a merchant can't take the order, else its price and promised time. */
export function offerText(
  { refusals, price, isDeliveryOpen, finish }: RankedMerchant<unknown>,
  format: OrderFormat,
  t: Translate,
): string {
  if (refusals.length > 0) return refusals.map((refusal) => t.sentence(refusal)).join('. ')
  const total = format.price(price.total)
  const cost = isDeliveryOpen ? t('%1 without delivery', [total]) : total
  return [cost, finish === null ? '' : format.time(finish)].filter(Boolean).join(' · ')
}
