import { createContext, useContext } from 'react'
import {
  type NewOrder,
  type NewOrderChoices,
  type NewOrders,
  newOrdersOf,
  openOrder,
  orderFormat,
  preview,
  type Preview,
} from '@tiffin/core/new-order'
import { useCore, useSecond, useSelected } from '@tiffin/core/react'
import type { OrderFormat } from '@tiffin/core/rules'

/** The order being taken, and the choices offered for it. */
export interface OpenNewOrder {
  orders: NewOrders
  order: NewOrder
  /** Null until they are loaded. */
  choices: NewOrderChoices | null
  format: OrderFormat
  /** An amount, such as `12.50 €`. */
  price: OrderFormat['price']
  /** A timestamp in company time. */
  time: OrderFormat['time']
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
  const format = orderFormat(company, { lang, now: serverClock.now() })
  return {
    orders,
    order,
    choices,
    timezone,
    lang,
    format,
    price: format.price,
    time: format.time,
  }
}

/** The current price and promised time; undefined until the choices are loaded. */
export function usePreview(): Preview | undefined {
  const { orders, order, choices, format } = useNewOrder()
  const { code, found } = useSelected(orders.store, (state) => state.promocode)
  const now = useSecond()
  if (!choices) return undefined
  return preview(order, choices, { now, format, promocode: code === order.promocode.trim() ? found : undefined })
}
