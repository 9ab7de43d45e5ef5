import {
  type NewOrder,
  type NewOrderChoices,
  type NewOrders,
  newOrdersOf,
  openOrder,
  preview,
  type Preview,
} from '@tiffin/core/new-order'
import { useCore, useSecond, useSelected } from '@tiffin/core/react'
import { clockTime, currencySymbol, formatPrice, shownDecimals } from '@tiffin/core/rules'

/** The order being taken, with what is needed to show it. */
export interface NewOrderView {
  orders: NewOrders
  order: NewOrder
  /** Null until they are loaded. */
  choices: NewOrderChoices | null
  shown: Preview | undefined
  price: (amount: string) => string
  time: (moment: string) => string
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
  const amounts = { decimals: shownDecimals(company), symbol: currencySymbol(company.country) }
  const promocode = code === order.promocode.trim() ? found : undefined
  return {
    orders,
    order,
    choices,
    shown: choices ? preview(order, choices, { now, promocode }) : undefined,
    price: (amount) => (Number.isFinite(Number(amount)) ? formatPrice(amount, amounts) : amount),
    time: (moment) => clockTime(moment, { lang, timezone, country: company.country.alpha2, now }),
    lang,
    timezone,
    allowsCodes: company.allow_promocode === 1,
  }
}
