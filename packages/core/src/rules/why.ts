import { errors, type Order, type WhyStep } from '@tiffin/sdk/contract'
import type { Sentence, TextKey } from '#i18n/text-key'
import { textOf } from '#i18n/text-key'
import type { Decision } from './actor.ts'
import { ageRule } from './countdown.ts'
import { heldText, heldUntil } from './held.ts'
import { isOnBoard, matchesSearch, type Searched } from './board.ts'
import { estimate, type EstimateInput } from './estimate.ts'
import { formatMoney, parseMoney, sum } from './money.ts'
import { orderSums } from './order-sums.ts'
import { type OrderWarning, orderWarnings, warnedOrder, warningNames } from './order-warnings.ts'
import type { Bounds } from './periods.ts'
import { isNotable, price, type PriceContext, type PriceStep } from './pricing.ts'
import { type Promocode, promocodeChecks } from './promocode.ts'
import { atStation, hasStation } from './stations.ts'
import { isColumn, withoutHidden, statusName, type StatusRule } from './statuses.ts'
import { canMoveAny, type MoveBase, nextMoves } from './transitions.ts'

/** A step with its reason, in texts of the dictionary. */
const step = (label: TextKey, reason?: Sentence, more: Partial<WhyStep> = {}): WhyStep => ({
  label,
  ...more,
  ...(reason ? { why: textOf(reason), ...(reason.params ? { params: [...reason.params] } : {}) } : {}),
})

/** A check with its result: `text` if it passed, else the sentence of the error. */
function check(label: TextKey, decision: Decision, text: Sentence, more: Partial<WhyStep> = {}): WhyStep {
  if (decision.allowed) return step(label, text, { ...more, passed: true })
  const { code, params } = decision
  return { label, ...more, passed: false, why: errors[code], ...(params ? { params } : {}) }
}

/** Parts that a user enters unless the rules give them. */
const entered: ReadonlySet<string> = new Set(['Discount', 'Bonus', 'Tips'])

/**
 * The stored amounts of an order with their reasons (PRICE-01). A reason is given only if the rules give the same amount
 * today, because it would not add up otherwise; any other amount is marked as different.
 */
export function explainPrice(order: Order, context: PriceContext): WhyStep[] {
  const stored = orderSums(order)
  const amountOf = (label: string): string => stored.find((item) => item.label === label)?.amount ?? '0.00'
  const asStored = price(order, context).steps
  // Fee and delivery as they would be if no one had set them.
  const computed = price({ ...order, fee: null, delivery: null }, context).steps
  const parts = asStored.slice(0, -1).map((part): WhyStep => {
    const { label } = part
    const amount = amountOf(label)
    const now = (label === 'Fee' || label === 'Delivery' ? computed.find((item) => item.label === label) : part) ?? part
    return { label, amount, ...reasonOf(order, amount, now) }
  })
  const total = formatMoney(sum(stored.map((entry) => parseMoney(entry.amount))))
  const off = total === order.total ? undefined : ({ text: 'Parts add up to %1', params: [total] } as const)
  return [...parts, step('Total', off, { amount: order.total })].filter(isNotable)
}

function reasonOf(order: Order, amount: string, now: PriceStep): Partial<WhyStep> {
  const { label, why, params } = now
  if (amount === now.amount) {
    if (why !== undefined) return { why, ...(params ? { params } : {}) }
    if (label === 'Cost') return { why: 'Items: %1' satisfies TextKey, params: [order.cart?.length ?? 0] }
    if (label === 'Fee') return { why: "The company's fee" satisfies TextKey }
    if (entered.has(label)) return { why: 'Set manually' satisfies TextKey }
    return {}
  }
  if (label === 'Cost') return { why: 'Items total %1' satisfies TextKey, params: [now.amount] }
  const changed = 'Settings have changed. Current calculation: %1' satisfies TextKey
  const either = 'Set manually, or settings have changed. Current calculation: %1' satisfies TextKey
  return { why: label === 'Fee' || label === 'Delivery' ? either : changed, params: [now.amount] }
}

/**
 * The parts of an order's stored time (TIME-01). Only the time itself is given if the rules give another time today, because
 * the parts would not add up, or if `terms` is null because the reader may not see them.
 */
export function explainEstimate(order: Order, terms: Omit<EstimateInput, 'order'> | null): WhyStep[] {
  const minutes = order.delivery_time
  if (minutes === null) return []
  if (!terms) return [step('Estimate', undefined, { minutes })]
  const usual = estimate({ order, ...terms })
  // The kitchen may have been busy when the order was placed.
  const placed = estimate({ order, ...terms, now: Date.parse(order.time_create) })
  const found = [usual, placed].find((entry) => entry.minutes === minutes)
  if (!found)
    return [step('Estimate', { text: 'Settings have changed. Current estimate: %1 min', params: [usual.minutes] }, { minutes })]
  return found.steps.map((item) => ({ ...item, minutes: Math.round(item.minutes * 10) / 10 }))
}

interface CodeUses {
  /** The promo code; undefined if the code is not known. */
  promocode: (Promocode & { type: number; use: number }) | undefined
  /** Uses by other orders, in total and of this customer. */
  uses: { total: number; customer: number }
  today: string
}

/** Each check of a promo code for an order, and the discount it gives (PROMO-03, PROMO-04). */
export function explainPromocode(
  order: Order,
  code: string,
  { promocode, uses, today }: CodeUses,
  context: PriceContext,
): WhyStep[] {
  const tried = { ...order, promocode: code, promocode_type: null }
  const checks = promocodeChecks(tried, { promocode, today })
  const steps = checks.map(({ label, decision, why, params }) => check(label, decision, { text: why, params } as Sentence))
  if (!promocode || checks.length === 1) return steps
  const isOwn = isSame(order.promocode, code)
  const found = price(isOwn ? order : tried, { ...context, ...(isOwn ? {} : { promocode, today }) })
  const { amount, why, params } = found.steps.find(({ label }) => label === 'Promo code') as PriceStep
  const discount = isOwn ? formatMoney(-parseMoney(order.promocode_amount)) : amount
  const isRefused = !isOwn && (checks.some(({ decision }) => !decision.allowed) || uses[limited(promocode)] >= promocode.use)
  return [
    ...steps,
    usesStep('Uses in total', promocode, 'total', uses.total),
    usesStep('Uses by this customer', promocode, 'customer', uses.customer),
    ...(isRefused
      ? []
      : [{ label: 'Discount', amount: discount, ...(amount === discount && why !== undefined ? { why, params } : {}) }]),
  ]
}

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** Which uses a code limits: type 1 those of each customer, type 2 all. */
const limited = ({ type }: { type: number }): 'customer' | 'total' => (type === 1 ? 'customer' : 'total')

function usesStep(
  label: 'Uses in total' | 'Uses by this customer',
  promocode: { type: number; use: number },
  kind: 'customer' | 'total',
  used: number,
): WhyStep {
  if (limited(promocode) !== kind) return step(label, { text: 'In other orders: %1. No limit', params: [used] }, { passed: true })
  return step(
    label,
    { text: 'In other orders: %1. The limit is %2', params: [used, promocode.use] },
    { passed: used < promocode.use },
  )
}

/** Explains until when the kitchen holds a scheduled order (KDS-11). */
export function explainHeld(order: Order, statuses: readonly StatusRule[], now: number): WhyStep[] {
  const status = statuses.find(({ order_status_id }) => order_status_id === order.order_status)
  const until = heldUntil(order, status, ageRule(null, statuses).ready, now)
  if (until === undefined) return []
  const { text, params = [] } = heldText(order, until, (time) => new Date(time).toISOString())
  return [{ label: textOf({ text }), label_params: [...params] }]
}

/** The warnings that were overruled when the order was saved, with their causes if these still apply (AMB-213). */
export function explainWarnings(
  order: Order,
  merchant: Parameters<typeof orderWarnings>[1] | null,
  company: Omit<Parameters<typeof orderWarnings>[2], 'now' | 'format'>,
): WhyStep[] {
  const now = Date.parse(order.time_create)
  const found = merchant ? orderWarnings(warnedOrder(order), merchant, { ...company, now }) : []
  return (order.overruled as OrderWarning[]).flatMap((warning) => {
    const reasons = found.filter((item) => item.warning === warning).map(({ text }) => text)
    const sentences: Sentence[] = reasons.length > 0 ? reasons : [{ text: warningNames[warning] }]
    return sentences.map((text) => step('Warning', text, { passed: false }))
  })
}

/** The merchants, period, columns and search that a user chose on a board. */
export interface ChosenBoard {
  merchants: 'all' | readonly number[]
  period: Bounds
  /** Hidden columns, by status ids. */
  hidden: readonly number[]
  search: string
  /** Empty means all stations. */
  station: string
}

/** Whether an order's card is on a board; if not, each rule that hides it (BOARD-01, 02, 13, 14, 18, KDS-18). */
export function explainBoard(
  order: Pick<Order, 'merchant' | 'order_status' | 'time_create' | 'delete'> & Searched,
  { merchants, period, hidden, search, station }: ChosenBoard,
  statuses: readonly StatusRule[],
  lang: string,
): WhyStep[] {
  const status = statuses.find(({ order_status_id }) => order_status_id === order.order_status)
  const name = statusName(statuses, order.order_status, lang)
  const columns = statuses.filter(isColumn)
  const isColumnShown = withoutHidden(columns, ({ order_status_id }) => order_status_id, hidden).some((item) => item === status)
  const isInPeriod = isOnBoard({ ...order, delete: 0 }, { period, statuses, merchants: 'all' }) !== false
  const reasons: (Sentence | false)[] = [
    order.delete === 1 && { text: 'The order is deleted' },
    merchants !== 'all' && !merchants.includes(order.merchant) && { text: 'Its merchant is not selected' },
    !(status && isColumn(status)) && { text: 'Its status %1 is not a column', params: [name] },
    status !== undefined &&
      isColumn(status) &&
      !isInPeriod && { text: 'It is finished, and was not created from %1 to %2', params: [...period] },
    status !== undefined && isColumn(status) && !isColumnShown && { text: 'The column %1 is hidden', params: [name] },
    !hasStation(order, station) && { text: 'It has no items for the station %1', params: [station] },
    !matchesSearch(atStation(order, station), search) && { text: 'It does not match the search %1', params: [search] },
  ]
  const hiding = reasons.filter((reason) => reason !== false)
  if (hiding.length === 0) return [step('On the board', { text: 'In column %1', params: [name] }, { passed: true })]
  return hiding.map((reason) => step('Not on the board', reason, { passed: false }))
}

/** Explains which moves are open, and why the others are closed (BOARD-22 to 25). */
export function explainMoves(base: MoveBase): WhyStep[] {
  const any = canMoveAny(base)
  if (!any.allowed) return [check('Move', any, { text: 'Allowed' })]
  return nextMoves(base).map(({ status, decision, needsReason }) =>
    check('Move to %1', decision, needsReason ? { text: 'Allowed, with a reason' } : { text: 'Allowed' }, {
      label_params: [statusName(base.statuses, status.order_status_id, base.lang ?? 'en')],
    }),
  )
}
