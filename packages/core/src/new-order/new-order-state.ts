import type { Message, Sentence } from '#i18n/text-key'
import type { OrderWarning, Promocode } from '#rules/index'
import type { SuggestedLine } from './cart-suggestions.ts'
import type { CustomerHistory, PastAddress } from './customers.ts'
import type { Customer, NewOrder, NewOrderChoices } from './new-order.ts'

/** A ringing phone. */
export interface PhoneCall {
  /** Digits with the country's code; empty if the number is hidden. */
  phone: string
  /** Null if no customer is known to have this phone. */
  customer: Customer | null
  /** The calling customer and their data. */
  text: Sentence
  /** The notice with this text. */
  notice: number
}

export interface NewOrderState {
  /** The choices; null until they are loaded. */
  choices: NewOrderChoices | null
  /** Why the choices could not be loaded. */
  failure: Message | null
  /** The open order and the parked ones; null is a free slot. */
  orders: readonly (NewOrder | null)[]
  /** Key of the open order. */
  open: string | null
  /** Customers found for a text. */
  search: { text: string; found: readonly Customer[]; busy: boolean; failure: Message | null }
  /** The history read last; `customerHistory` selects that of the open order's customer. */
  history: CustomerHistory | null
  /** Addresses found for the typed one: known to the company, or to the server's geocoder. */
  places: readonly PastAddress[]
  /** Earlier cart lines of a merchant. */
  suggested: { merchant: number; lines: readonly SuggestedLine[] } | null
  /** The promo code looked up last: null if unknown, undefined if it can't be looked up. */
  promocode: { code: string; found: Promocode | null | undefined }
  /** Why the server refused an order, by its key. */
  refused: Readonly<Record<string, Message>>
  /** Warnings that the server found in a refused order, by its key. */
  warned: Readonly<Record<string, readonly OrderWarning[]>>
  /** Phones that have rung within the last minute, the latest last. */
  calls: readonly PhoneCall[]
  /** Number of orders waiting to be sent. */
  waiting: number
}

export const emptySearch: NewOrderState['search'] = { text: '', found: [], busy: false, failure: null }

export const initialNewOrders: NewOrderState = {
  choices: null,
  failure: null,
  orders: [],
  open: null,
  search: emptySearch,
  history: null,
  places: [],
  suggested: null,
  promocode: { code: '', found: undefined },
  refused: {},
  warned: {},
  calls: [],
  waiting: 0,
}

/** The history of the open order's customer, once loaded. */
export function customerHistory(state: Pick<NewOrderState, 'orders' | 'open' | 'history'>): CustomerHistory | null {
  const customer = openOrder(state)?.customer
  return customer && state.history?.user === customer.user_id ? state.history : null
}

export const openOrder = ({ orders, open }: Pick<NewOrderState, 'orders' | 'open'>): NewOrder | undefined =>
  orders.find((order) => order !== null && order.key === open) ?? undefined
