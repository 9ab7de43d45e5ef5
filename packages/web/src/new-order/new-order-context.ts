import { createContext, useContext } from 'react'
import {
  type NewOrder,
  type NewOrderChoices,
  type NewOrders,
  newOrdersOf,
  openOrder,
  orderWords,
  preview,
  type Preview,
} from '@tiffin/core/new-order'
import { useCore, useSecond, useSelected } from '@tiffin/core/react'
import type { OrderWords } from '@tiffin/core/rules'

/** The order being taken, and the choices offered for it. */
export interface OpenNewOrder {
  orders: NewOrders
  order: NewOrder
  /** Null until they are loaded. */
  choices: NewOrderChoices | null
  words: OrderWords
  /** An amount, such as `12.50 €`. */
  price: OrderWords['price']
  /** A moment in the company's time. */
  time: OrderWords['time']
  timezone: string
  lang: string
}

const NewOrderContext = createContext<OpenNewOrder | null>(null)
export const NewOrderProvider = NewOrderContext.Provider

export function useNewOrder(): OpenNewOrder {
  const found = useContext(NewOrderContext)
  if (!found) throw new Error('useNewOrder needs a NewOrderProvider above it')
  return found
}

/** Undefined while no order is open. */
export function useOpenOrder(): OpenNewOrder | undefined {
  const core = useCore()
  const { session, serverClock } = core
  const orders = newOrdersOf(core)
  const order = useSelected(orders.store, openOrder)
  const choices = useSelected(orders.store, (state) => state.choices)
  const company = useSelected(session.store, (state) => state.user?.company)
  const lang = useSelected(session.store, (state) => state.lang)
  if (!order || !company) return undefined
  const { timezone } = company
  const words = orderWords(company, { lang, now: serverClock.now() })
  return {
    orders,
    order,
    choices,
    timezone,
    lang,
    words,
    price: words.price,
    time: words.time,
  }
}

/** Price and promised time as they are now; undefined until the choices are loaded. */
export function usePreview(): Preview | undefined {
  const { orders, order, choices, words } = useNewOrder()
  const { code, found } = useSelected(orders.store, (state) => state.promocode)
  const now = useSecond()
  if (!choices) return undefined
  return preview(order, choices, { now, words, promocode: code === order.promocode.trim() ? found : undefined })
}
