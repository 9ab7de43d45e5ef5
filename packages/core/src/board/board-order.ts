import type { Availability } from '#rules/index'
import type { Multilang, Order, OrderStatus } from '@tiffin/sdk/contract'

/** An order as the board reads it, with its joined rows (ORDER-14). */
export type BoardOrder = Order & {
  revision: number
  user_obj: {
    user_id: number
    name: string
    phone: string
    img: string
    bonus_score: string
    /** The fields below are missing in a copy from an earlier version, and if the reader may not see them. */
    status?: number
    orders?: number
    noted?: 0 | 1
    comment?: string
  } | null
  courier_obj: { courier_id: number; name: string; phone: string; img: string } | null
  company_obj: {
    company_id: number
    name: Multilang
    logo: string
    approxumate_courier_speed: number | null
    basic_delivery_time: number | null
    tips: unknown
    fee: string | null
    price_show_decimal: 0 | 1
  } | null
  merchant_obj: {
    merchant_id: number
    name: Multilang
    logo: string
    contact: Record<string, string>
    address: { address?: string; coords?: [number, number] | null }
    delivery: unknown
    use_balance: 0 | 1
    min_stock_balance: number | null
    show_zero_price: 0 | 1
  } | null
  type_obj: { order_type_id: number; icon: string; value: Multilang } | null
  status: Partial<OrderStatus> | null
  pay_type_obj: { pay_type_id: number; name: Multilang; admin: number; odd: number } | null
}

/** A merchant as shown in the board's picker. */
export interface BoardMerchant extends Availability {
  merchant_id: number
  name: Multilang
  logo: string
  order: number
}

/** The parts of an order needed to name it. Anything missing is looked up on the board. */
export interface NamedOrder {
  order_id: number
  ticket?: number | null | undefined
  merchant?: number | null | undefined
}
