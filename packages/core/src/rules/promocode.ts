import { allow, type Decision, refuse } from './actor.ts'

/** The fields of a promo code that determine the discount. */
export interface Promocode {
  code: string
  /** 1 is a fixed amount, anything else a percentage (PRICE-08). */
  discount_type: number
  discount: number
  date_start?: string | null
  date_finish?: string | null
  /** Empty means every merchant (AMB-138). */
  merchant?: readonly number[] | null
}

interface Use {
  promocode?: Promocode | null | undefined
  today?: string | undefined
}

/** Codes are stored in the form of `plainCode`; case is ignored when one is entered. */
const isSameCode = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** Whether an order may use its promo code: known, within its dates, for this merchant. The server counts its uses. */
export function promocodeDecision(
  order: {
    promocode?: string | null | undefined
    merchant?: number | null | undefined
    promocode_type?: number | null | undefined
  },
  { promocode, today }: Use,
): Decision {
  if (!promocode) return typeof order.promocode_type === 'number' ? allow : refuse('promocode_unknown')
  if (!isSameCode(promocode.code, order.promocode ?? '')) return refuse('promocode_unknown')
  const { date_start, date_finish, merchant } = promocode
  if (today !== undefined && date_start && today < date_start) return refuse('promocode_early', date_start)
  if (today !== undefined && date_finish && today > date_finish) return refuse('promocode_expired', date_finish)
  if (merchant && merchant.length > 0 && !merchant.includes(order.merchant ?? 0)) return refuse('promocode_merchant')
  return allow
}
