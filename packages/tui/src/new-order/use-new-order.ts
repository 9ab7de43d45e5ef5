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
import type { OrderFormat, Promocode } from '@tiffin/core/rules'

/** The order being taken, and the data needed to show it. */
export interface NewOrderView {
  orders: NewOrders
  order: NewOrder
  /** Null until they are loaded. */
  choices: NewOrderChoices | null
  shown: Preview | undefined
  /** Null for an unknown code, undefined if it is not looked up. */
  promocode: Promocode | null | undefined
  format: OrderFormat
  lang: string
  timezone: string
  allowsCodes: boolean
}

/** Undefined while no order is open. */
export function useNewOrder(): NewOrderView | undefined {
  const core = useCore()
  const orders = newOrdersOf(core)
  const order = useSelected(orders.store, openOrder)
  const choices = useSelected(orders.store, (state) => state.choices)
  const { code, found } = useSelected(orders.store, (state) => state.promocode)
  const company = useSelected(core.session.store, (state) => state.user?.company)
  const lang = useSelected(core.session.store, (state) => state.lang)
  const now = useSecond()
  if (!order || !company) return undefined
  const { timezone } = company
  const format = orderFormat(company, { lang, now })
  const promocode = code === order.promocode.trim() ? found : undefined
  return {
    orders,
    order,
    choices,
    shown: choices ? preview(order, choices, { now, format, promocode }) : undefined,
    promocode,
    format,
    lang,
    timezone,
    allowsCodes: company.allow_promocode === 1,
  }
}
