import type { Address, Company, Coords, Merchant, PayType, Promocode } from '@tiffin/sdk/contract'
import type { CompanyPlan } from './companies.ts'
import type { Dish } from './menus.ts'

export interface Customer {
  user_id: number
  lang: string
  /** Milliseconds. */
  since: number
  home: Address & { coords: Coords }
}

export type SeededMerchant = Pick<Merchant, 'merchant_id' | 'address' | 'delivery' | 'cooking_time'> & {
  dishes: readonly Dish[]
  popular: number
}

/** The data from which the orders of one company are generated. */
export interface SeededCompany {
  plan: CompanyPlan
  company: Pick<
    Company,
    'company_id' | 'fee' | 'tips' | 'price_show_decimal' | 'distance_model' | 'approxumate_courier_speed' | 'basic_delivery_time'
  >
  currency: string
  /** Keys of statuses by number. */
  statuses: ReadonlyMap<number, number>
  merchants: readonly SeededMerchant[]
  /** By `since`, ascending. */
  customers: readonly Customer[]
  couriers: readonly number[]
  payTypes: readonly (Pick<PayType, 'pay_type_id' | 'commission_percent' | 'commission_fixed' | 'name'> & {
    online: number
    weight: number
  })[]
  promocodes: readonly Promocode[]
  staff: readonly number[]
  /** The account under which the store's orders come in, and which moves open orders on. */
  simulator: number
}
