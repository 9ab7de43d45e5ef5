import type { PlainKey, TextKey } from '#i18n/text-key'
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

/** Codes are stored in the form of `normalizeCode`; case is ignored when one is entered. */
const isSameCode = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

interface CodeUser {
  promocode?: string | null | undefined
  merchant?: number | null | undefined
  promocode_type?: number | null | undefined
}

export interface PromocodeCheck {
  label: PlainKey
  decision: Decision
  /** Why the check passed, as a dictionary key. */
  why: TextKey
  params?: (string | number)[]
}

/** The checks of an order's promo code, in order, as far as they can be made. */
export function promocodeChecks(order: CodeUser, { promocode, today }: Use): PromocodeCheck[] {
  const isKnown = promocode
    ? isSameCode(promocode.code, order.promocode ?? '')
    : // Terms that were accepted earlier still apply.
      typeof order.promocode_type === 'number'
  const known: PromocodeCheck = {
    label: 'Code',
    decision: isKnown ? allow : refuse('promocode_unknown'),
    why: 'Exists',
  }
  if (!promocode || !isKnown) return [known]
  const { date_start, date_finish, merchant } = promocode
  const isEarly = today !== undefined && date_start && today < date_start
  const isOver = today !== undefined && date_finish && today > date_finish
  const isElsewhere = merchant && merchant.length > 0 && !merchant.includes(order.merchant ?? 0)
  return [
    known,
    {
      label: 'Dates',
      decision: isEarly ? refuse('promocode_early', date_start) : isOver ? refuse('promocode_expired', date_finish) : allow,
      ...datesText(date_start, date_finish),
    },
    {
      label: 'Merchant',
      decision: isElsewhere ? refuse('promocode_merchant') : allow,
      why: merchant && merchant.length > 0 ? 'Valid for this merchant' : 'Valid for all merchants',
    },
  ]
}

function datesText(
  start: string | null | undefined,
  finish: string | null | undefined,
): { why: TextKey; params?: (string | number)[] } {
  if (start && finish) return { why: 'Valid from %1 to %2', params: [start, finish] }
  if (start) return { why: 'Valid from %1', params: [start] }
  return finish ? { why: 'Valid until %1', params: [finish] } : { why: 'Valid at any time' }
}

/** Whether an order may use its promo code: known, within its dates, for this merchant. The server counts its uses. */
export const promocodeDecision = (order: CodeUser, use: Use): Decision =>
  promocodeChecks(order, use).find(({ decision }) => !decision.allowed)?.decision ?? allow
