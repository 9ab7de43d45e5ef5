import type { Address, Company, Coords, Merchant, PayType } from '@tiffin/sdk/contract'
import type { Message, Sentence } from '#i18n/text-key'
import { mapProviderOf, mapProviders } from '#map/map-facts'
import {
  amount,
  isAmount,
  isDeliveryOpen,
  isPickup,
  lineProblem,
  type MerchantOffer,
  merchantOffer,
  type OpenWarning,
  type OrderFormat,
  type Availability,
  type PricedOrder,
  type Promocode,
} from '#rules/index'
import { type NewLine, toPricedLines } from './cart-lines.ts'

/** The fields of a merchant that a new order needs; fields of closed tabs are missing (PERM-20). */
export type Seller = Pick<Merchant, 'merchant_id' | 'name' | 'logo' | 'address' | 'delivery'> &
  Partial<
    Pick<Merchant, 'cooking_time' | 'status' | 'work_time' | 'min_order_cost' | 'preliminary_indent_days' | 'delivery_mode'>
  > &
  Availability

/** A payment type to choose (WIZ-13), with its commission for the total. */
export type NewPayType = Pick<PayType, 'pay_type_id' | 'name' | 'odd'> &
  Partial<Pick<PayType, 'commission_percent' | 'commission_fixed'>>

export type NewOrderCompany = Pick<
  Company,
  | 'fee'
  | 'tips'
  | 'price_show_decimal'
  | 'distance_model'
  | 'approxumate_courier_speed'
  | 'basic_delivery_time'
  | 'preliminary_indent_minutes'
  | 'google_maps_key'
  | 'timezone'
>

export interface Customer {
  user_id: number
  name: string
  phone: string
  /** 0 is blocked (WIZ-05). */
  status: number
  bonus_score: string
}

export type AddressInfo = Address['info']

/** An order that is being taken: the fields of an order, as typed. */
export interface NewOrder {
  /** Idempotency key: an order sent twice is created once. */
  key: string
  merchant: number | null
  customer: Customer | null
  /** The phone of a caller, offered for a new customer; empty if no one has called. */
  caller: string
  /** 1 is delivery, anything else pickup. */
  type: number
  address: string
  /** The centre of the map. Price and estimate use it only if a user has picked it (AMB-212). */
  coords: Coords
  picked: boolean
  /** The map or an earlier order confirms the address. */
  verified: boolean
  info: AddressInfo
  cart: readonly NewLine[]
  promocode: string
  bonus: string
  tips_percent: number
  pay_type: number | null
  asap: boolean
  /** The time promised, if not as soon as possible. */
  time_finish: string | null
  comment: string
  /** The banknote the customer pays with (AMB-121). */
  odd: string
  /** The cost of delivery, if typed; empty to compute it. */
  delivery: string
}

/** The choices for a new order. */
export interface NewOrderChoices {
  merchants: readonly Seller[]
  /** Keys of the order types, the first one first. */
  types: readonly number[]
  payTypes: readonly NewPayType[]
  company: NewOrderCompany
  /** Only the board's data could be read, so prices are not known. */
  isPartial?: boolean
}

export type Step = 'seller' | 'user' | 'address'

export const isStep = (part: string): part is Step => part in missing

/** A new order with its defaults (WIZ-08, WIZ-09, WIZ-11, WIZ-12). */
export function startNewOrder(key: string, { merchants, types, payTypes, company }: NewOrderChoices): NewOrder {
  const order: NewOrder = {
    key,
    merchant: null,
    customer: null,
    caller: '',
    type: types[0] ?? 1,
    address: '',
    // The default centre of the map provider (AMB-104, AMB-130).
    coords: mapProviders[mapProviderOf(company)].centre,
    picked: false,
    verified: false,
    info: {},
    cart: [],
    promocode: '',
    bonus: '',
    tips_percent: 0,
    pay_type: payTypes[0]?.pay_type_id ?? null,
    asap: true,
    time_finish: null,
    comment: '',
    odd: '',
    delivery: '',
  }
  const [only, another] = merchants
  return only && !another ? withMerchant(order, only) : order
}

/** Chooses the merchant. Its coordinates replace coordinates that no one has picked (WIZ-06, WIZ-11). */
export const withMerchant = (order: NewOrder, { merchant_id, address }: Seller): NewOrder => ({
  ...order,
  merchant: merchant_id,
  coords: order.picked ? order.coords : (address.coords ?? order.coords),
})

/** Chooses the customer. Bonus and address of another one no longer apply. */
export const withCustomer = (order: NewOrder, customer: Customer): NewOrder => ({
  ...order,
  ...(order.customer && order.customer.user_id !== customer.user_id
    ? { bonus: '', address: '', info: {}, picked: false, verified: false }
    : {}),
  customer,
})

/** A stored order of an earlier session; fields it lacks get their defaults. */
export const readNewOrder = (stored: Readonly<Record<string, unknown>>, start: NewOrder): NewOrder => ({
  ...start,
  ...(Object.fromEntries(Object.entries(stored).filter(([name]) => name in start)) as Partial<NewOrder>),
})

/** Whether anything worth keeping has been entered. */
export const isTouched = (order: NewOrder | null): boolean =>
  order !== null &&
  (order.customer !== null ||
    order.cart.length > 0 ||
    [order.address, order.comment, order.promocode].some((text) => text.trim() !== ''))

/** The steps from seller to address; pickup ends with the customer (WIZ-01, WIZ-02). */
export const stepsOf = (order: Pick<NewOrder, 'type'>): readonly Step[] =>
  isPickup(order) ? ['seller', 'user'] : ['seller', 'user', 'address']

/** The first step without an answer; null if all have one. */
export function nextStep(order: NewOrder): Step | null {
  const isDone: Record<Step, boolean> = {
    seller: order.merchant !== null,
    user: order.customer !== null,
    address: order.address.trim() !== '',
  }
  return stepsOf(order).find((step) => !isDone[step]) ?? null
}

type PayTypes = Pick<NewOrderChoices, 'payTypes'>

const payTypeOf = (order: NewOrder, { payTypes }: PayTypes): NewPayType | undefined =>
  payTypes.find(({ pay_type_id }) => pay_type_id === order.pay_type)

/** The order without fields that its form hides, such as a delivery cost typed before it became a pickup. */
const withoutHidden = (order: NewOrder, choices: PayTypes): NewOrder => ({
  ...order,
  odd: (payTypeOf(order, choices)?.odd ?? 2) === 2 ? order.odd : '',
  delivery: isPickup(order) ? '' : order.delivery,
})

const pricedOf = (order: NewOrder): PricedOrder => ({
  type: order.type,
  merchant: order.merchant,
  cart: toPricedLines(order.cart),
  bonus: amount(order.bonus) ?? '0.00',
  tips_percent: order.tips_percent,
  delivery: amount(order.delivery) ?? null,
  destination_coordinates: order.picked ? order.coords : null,
  promocode: order.promocode.trim(),
})

/** The row that `saveData` receives. */
export function rowOf(typed: NewOrder, choices: PayTypes): Record<string, unknown> {
  const order = withoutHidden(typed, choices)
  const { promocode, bonus, destination_coordinates, delivery, ...priced } = pricedOf(order)
  const isDelivery = !isPickup(order)
  return {
    ...priced,
    user: order.customer?.user_id ?? null,
    pay_type: order.pay_type,
    comment: order.comment.trim(),
    bonus,
    asap: order.asap ? 1 : 0,
    ...(promocode ? { promocode } : {}),
    ...(order.asap || !order.time_finish ? {} : { time_finish: order.time_finish }),
    ...(order.odd.trim() === '' ? {} : { odd: amount(order.odd) }),
    ...(isDelivery
      ? {
          destination_address: order.address.trim(),
          destination_coordinates,
          destination_info_json: order.info,
          destination_unverified: order.verified ? 0 : 1,
          ...(delivery === null ? {} : { delivery }),
        }
      : {}),
  }
}

export interface OrderProblem {
  at: Step | 'cart' | 'payment' | 'time' | 'warnings'
  problem: Sentence | Message
}

const missing: Record<Step, Sentence> = {
  seller: { text: 'Choose a merchant' },
  user: { text: 'Choose a customer' },
  address: { text: 'Enter the address' },
}

/** The problems that prevent the order from being sent, in the order of the form. */
export function problemsOf(typed: NewOrder, choices: PayTypes): (OrderProblem & { problem: Sentence })[] {
  const order = withoutHidden(typed, choices)
  const step = nextStep(order)
  const problems: ReturnType<typeof problemsOf> = step ? [{ at: step, problem: missing[step] }] : []
  for (const problem of order.cart.map(lineProblem)) if (problem) problems.push({ at: 'cart', problem })
  if (![order.bonus, order.odd, order.delivery].every(isAmount))
    problems.push({ at: 'payment', problem: { text: 'Enter an amount, such as 12.50' } })
  if (!order.asap && !order.time_finish) problems.push({ at: 'time', problem: { text: 'Enter a complete, valid date' } })
  return problems
}

export interface Preview extends MerchantOffer {
  /** The code has not been looked up, so its discount is not included. */
  isCodeOpen: boolean
}

export interface PreviewContext {
  /** Null for an unknown code, undefined if it can't be looked up. */
  promocode?: Promocode | null | undefined
  now: number
  format: OrderFormat
}

/** The order and its circumstances, as the rules need them. */
export function offered(typed: NewOrder, choices: NewOrderChoices, { promocode, now, format }: PreviewContext) {
  const order = withoutHidden(typed, choices)
  const isCodeOpen = order.promocode.trim() !== '' && promocode === undefined
  const { asap, time_finish } = order
  return {
    order: { ...pricedOf(order), type: order.type, asap, time_finish, ...(isCodeOpen ? { promocode: '' } : {}) },
    context: { company: choices.company, payType: payTypeOf(order, choices), promocode, now, format },
    isCodeOpen,
  }
}

/** Computes the same result as the server, by the same rules. */
export function preview(typed: NewOrder, choices: NewOrderChoices, known: PreviewContext): Preview {
  const { order, context, isCodeOpen } = offered(typed, choices, known)
  const merchant = choices.merchants.find(({ merchant_id }) => merchant_id === order.merchant)
  return { ...merchantOffer(order, merchant, context), isCodeOpen }
}

/** Warnings that make it impossible to promise a time. */
const unpromised: ReadonlySet<OpenWarning['warning']> = new Set(['not_taking', 'closed'])

/** Sentence to say on the phone: total and promised time, unless one is not known or the merchant is closed. */
export function confirmationSentence(
  order: Pick<NewOrder, 'type'>,
  { price, finish, warnings }: Preview,
  format: OrderFormat,
): Sentence {
  const total = format.price(price.total)
  if (isDeliveryOpen(price))
    return { text: 'That will be %1 plus delivery. The delivery cost is still unknown.', params: [total] }
  if (finish === null || warnings.some(({ warning }) => unpromised.has(warning)))
    return { text: 'That will be %1.', params: [total] }
  const time = format.time(finish)
  return isPickup(order)
    ? { text: 'That will be %1, ready at %2.', params: [total, time] }
    : { text: 'That will be %1, with you by %2.', params: [total, time] }
}
