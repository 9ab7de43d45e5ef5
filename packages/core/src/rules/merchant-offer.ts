import type { Sentence } from '#i18n/text-key'
import { type Estimate, estimate, type EstimateInput } from './estimate.ts'
import { parseMoney } from './money.ts'
import { type OpenWarning, orderWarnings, type OrderFormat, type WarnedMerchant } from './order-warnings.ts'
import type { Availability } from './availability.ts'
import { companyToday } from './periods.ts'
import { isDeliveryOpen, type Price, price, type PriceContext, type PricedOrder } from './pricing.ts'

/** An order that a merchant may take. */
export interface OfferedOrder extends PricedOrder {
  type: number
  asap: boolean
  /** The promised time, if not as soon as possible; null if it is not known yet. */
  time_finish: string | null
}

export type OfferingMerchant = NonNullable<PriceContext['merchant']> &
  NonNullable<EstimateInput['merchant']> &
  WarnedMerchant &
  Availability

export interface OfferContext extends Pick<PriceContext, 'payType' | 'promocode'> {
  company: NonNullable<PriceContext['company']> &
    NonNullable<EstimateInput['company']> & {
      timezone: string
      preliminary_indent_minutes?: number | null | undefined
    }
  now: number
  format: OrderFormat
}

/** How a merchant would handle an order. */
export interface MerchantOffer {
  price: Price
  estimate: Estimate
  /** When the order is promised; null before a chosen time is entered, and before the place of a delivery is known. */
  finish: string | null
  warnings: OpenWarning[]
}

/** Price, time and warnings of an order at a merchant. */
export function merchantOffer(
  order: OfferedOrder,
  merchant: OfferingMerchant | undefined,
  { company, payType, promocode, now, format }: OfferContext,
): MerchantOffer {
  const result = price(order, { merchant, payType, company, promocode, today: companyToday(now, company.timezone) })
  const times = estimate({ order, merchant, company, now })
  const finish = order.asap ? new Date(now + times.minutes * 60_000).toISOString() : order.time_finish
  const isOpen = isDeliveryOpen(result)
  const warned = {
    type: order.type,
    asap: order.asap,
    cost: result.lines.length === 0 ? null : result.cost,
    coords: order.destination_coordinates ?? null,
    finish: finish === null ? null : Date.parse(finish),
    minutes: times.minutes,
    isDeliveryOpen: isOpen,
  }
  const warnings = merchant ? orderWarnings(warned, merchant, { ...company, now, format }) : []
  return { price: result, estimate: times, finish: isOpen && order.asap ? null : finish, warnings }
}

export interface RankedMerchant<M> extends MerchantOffer {
  merchant: M
  /** Why the merchant can't take the order; empty if it can. */
  refusals: Sentence[]
  /** The price lacks the delivery, because the place is not known. */
  isDeliveryOpen: boolean
}

/** Warnings because of which a merchant is not open for an order. */
const notOpen: ReadonlySet<OpenWarning['warning']> = new Set(['not_taking', 'closed', 'too_early'])

function refusesWith(offer: MerchantOffer, code: string): boolean {
  return offer.price.refusals.some((refusal) => !refusal.allowed && refusal.code === code)
}

function rankedMerchant<M extends OfferingMerchant>(order: OfferedOrder, merchant: M, context: OfferContext): RankedMerchant<M> {
  const offer = merchantOffer(order, merchant, context)
  const isTooFar = refusesWith(offer, 'delivery_not_offered')
  return {
    ...offer,
    merchant,
    refusals: [
      ...offer.warnings.filter(({ warning }) => warning !== 'no_delivery_cost').map(({ text, brief }) => brief ?? text),
      ...(isTooFar ? [{ text: 'No delivery band for %1 km' as const, params: [offer.estimate.distance ?? 0] as const }] : []),
    ],
    isDeliveryOpen: isDeliveryOpen(offer.price),
  }
}

/** Lower values come first: open merchants, then those in whose area the place is, then those that can take the order. */
const ranksOf = (other: RankedMerchant<unknown>): number[] => [
  Number(other.warnings.some(({ warning }) => notOpen.has(warning))),
  Number(other.warnings.some(({ warning }) => warning === 'outside_area') || refusesWith(other, 'delivery_not_offered')),
  Number(other.refusals.length > 0),
  Number(parseMoney(other.price.total)),
  other.finish === null ? 0 : Date.parse(other.finish),
]

/**
 * Which merchant can take an order best: by whether it is open, delivers there, can take it otherwise, and by price and
 * promised time. Equal ones keep their order.
 */
export function rankMerchants<M extends OfferingMerchant & { merchant_id: number }>(
  order: OfferedOrder,
  merchants: readonly M[],
  context: OfferContext,
): RankedMerchant<M>[] {
  return merchants
    .map((merchant) => rankedMerchant({ ...order, merchant: merchant.merchant_id }, merchant, context))
    .map((ranked) => ({ ranked, ranks: ranksOf(ranked) }))
    .toSorted((a, b) => a.ranks.map((rank, at) => rank - (b.ranks[at] ?? 0)).find((difference) => difference !== 0) ?? 0)
    .map(({ ranked }) => ranked)
}
