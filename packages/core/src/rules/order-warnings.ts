import type { Address, Coords, Order, orderWarnings as declared, WorkDay } from '@tiffin/sdk/contract'
import type { PlainKey, Sentence } from '#i18n/text-key'
import { isPickup } from './board.ts'
import { distance, distanceModelOf } from './delivery.ts'
import { type Availability, pausedUntil } from './availability.ts'
import { formatMoney, parseMoney } from './money.ts'
import { addDays, companyToday, fromLocalTime, wallTime } from './periods.ts'
import type { AnyRow } from './permissions.ts'

export type OrderWarning = (typeof declared)[number]

/** Short names of warnings, for orders that were created despite them. */
export const warningNames = {
  not_taking: 'Not taking orders',
  closed: 'Closed',
  too_early: 'Too early',
  min_cost: 'Below the minimum order',
  outside_area: 'Outside the delivery area',
  no_delivery_cost: 'Unknown delivery cost',
} as const satisfies Record<OrderWarning, PlainKey>

/** The names of an order's overruled warnings. */
export const warningLabels = ({ overruled }: { overruled?: readonly OrderWarning[] | null | undefined }): PlainKey[] =>
  (overruled ?? []).map((item) => warningNames[item])

/** Formats an order's amounts, times and days. */
export interface OrderFormat {
  price: (amount: string) => string
  time: (time: string) => string
  day: (day: string) => string
}

export interface OpenWarning {
  warning: OrderWarning
  text: Sentence
  /** A shorter form for lists, if there is one. */
  brief?: Sentence
}

/** The fields of an order that warnings depend on. Times are in ms. */
interface WarnedOrder {
  type: number
  /** Cost of the cart; null if it is empty. */
  cost: string | null
  coords: Readonly<Coords> | null
  /** When the order is promised; null if that is not known yet. */
  finish: number | null
  /** As soon as possible: the notice in minutes is for orders at a set time. */
  asap: boolean
  /** Estimated minutes from the kitchen's start to the promised time. */
  minutes: number
  /** The delivery has bands, but its distance is unknown and no cost was typed. */
  isDeliveryOpen: boolean
}

type StoredOrder = Pick<Order, 'type' | 'asap' | 'cart' | 'cost' | 'destination_coordinates' | 'time_finish' | 'delivery_time'>

/** The fields of an order that warnings depend on. A stored order has a delivery cost, so `isDeliveryOpen` is false for it. */
export const warnedOrder = (order: StoredOrder, isDeliveryOpen = false): WarnedOrder => ({
  isDeliveryOpen,
  type: order.type,
  asap: order.asap !== 0,
  cost: (order.cart ?? []).length === 0 ? null : order.cost,
  coords: order.destination_coordinates,
  finish: Date.parse(order.time_finish),
  minutes: order.delivery_time ?? 0,
})

/** Whether a change may raise warnings. */
export const mayRaiseWarnings = (set: AnyRow): boolean =>
  ['merchant', 'type', 'destination_coordinates', 'asap', 'time_finish', 'cart', 'delivery'].some(
    (name) => set[name] !== undefined,
  )

interface WarningContext {
  timezone: string
  now: number
  distance_model?: string | null | undefined
  /** The company's notice for orders at a set time. */
  preliminary_indent_minutes?: number | null | undefined
  /** If left out, texts contain raw values: the server sends only the codes. */
  format?: OrderFormat
}

/** Fields that the user may not read are missing and cause no warnings. */
export interface WarnedMerchant extends Pick<Availability, 'paused_until'> {
  status?: number | null | undefined
  delivery_mode?: number | null | undefined
  address?: Pick<Address, 'coords' | 'radius'> | null | undefined
  work_time?: readonly WorkDay[] | null | undefined
  min_order_cost?: string | null | undefined
  preliminary_indent_days?: number | null | undefined
}

const plain: OrderFormat = { price: (amount) => amount, time: (time) => time, day: (day) => day }

const ACTIVE = 1
/** Delivery modes (AMB-158). */
const DELIVERY_ONLY = 2
const PICKUP_ONLY = 3
const MINUTE = 60_000
const DAY_MINUTES = 24 * 60

const minutesOf = (clock: string): number => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}

/**
 * Whether a merchant is open at a time (ms), in company time. A period that ends at or before its start ends on the
 * next day (AMB-154); a working day without periods is open all day.
 */
export function isOpenAt(workTime: readonly WorkDay[], time: number, timezone: string): boolean {
  const wall = wallTime(time, timezone)
  const weekday = new Date(wall).getUTCDay()
  const minute = Math.floor(wall / MINUTE) % DAY_MINUTES
  // The day's own periods, and the parts of yesterday's periods after midnight.
  return [0, 1].some((ago) => {
    const day = workTime.find((item) => item.day === (weekday - ago + 7) % 7)
    if (!day || day.work !== 1) return false
    if (day.periods.length === 0) return ago === 0
    const at = minute + ago * DAY_MINUTES
    return day.periods.some(({ start, end }) => {
      const [from, to] = [minutesOf(start), minutesOf(end)]
      return at >= from && at < (to <= from ? to + DAY_MINUTES : to)
    })
  })
}

/** When a merchant opens after a time (ms), within the next week. */
function nextOpening(workTime: readonly WorkDay[], time: number, timezone: string): string | undefined {
  const today = companyToday(time, timezone)
  const starts = Array.from({ length: 8 }, (_, days) => addDays(today, days)).flatMap((day) => {
    const entry = workTime.find((item) => item.day === new Date(day).getUTCDay())
    if (entry?.work !== 1) return []
    const clocks = entry.periods.length === 0 ? ['00:00'] : entry.periods.map(({ start }) => start)
    return clocks.map((clock) => fromLocalTime(`${day}T${clock}`, timezone))
  })
  return starts.toSorted().find((start) => Date.parse(start) > time)
}

/** The warnings about an order, with reasons (AMB-111, AMB-135, AMB-214). */
export function orderWarnings(
  order: WarnedOrder,
  merchant: WarnedMerchant,
  { timezone, now, distance_model, preliminary_indent_minutes, format = plain }: WarningContext,
): OpenWarning[] {
  const warnings: OpenWarning[] = []
  const warn = (warning: OrderWarning, text: Sentence, brief?: Sentence): void =>
    void warnings.push({ warning, text, ...(brief ? { brief } : {}) })
  const { status, work_time, preliminary_indent_days, min_order_cost, address } = merchant

  if (typeof status === 'number' && status !== ACTIVE) warn('not_taking', { text: 'The merchant does not take orders' })
  const paused = pausedUntil(merchant, now)
  if (merchant.delivery_mode === (isPickup(order) ? DELIVERY_ONLY : PICKUP_ONLY))
    warn('not_taking', { text: isPickup(order) ? 'The merchant has no pickup' : 'The merchant does not deliver' })
  if (paused !== undefined) warn('not_taking', { text: 'Paused until %1', params: [format.time(paused)] })

  if (order.finish !== null) {
    const start = order.finish - order.minutes * MINUTE
    if (work_time && work_time.length > 0 && !isOpenAt(work_time, start, timezone)) {
      const opens = nextOpening(work_time, start, timezone)
      if (opens === undefined)
        warn('closed', { text: 'The merchant is closed when the kitchen would start' }, { text: warningNames.closed })
      else {
        const params = [format.time(opens)] as const
        const text = 'The merchant is closed when the kitchen would start. It opens: %1'
        warn('closed', { text, params }, { text: 'Closed until %1', params })
      }
    }
    const notice = order.asap ? 0 : (preliminary_indent_minutes ?? 0)
    if (order.finish < now) warn('too_early', { text: 'The time is in the past' })
    else if (order.finish < now + notice * MINUTE)
      warn('too_early', { text: 'Pre-orders need %1 min of notice', params: [notice] })
    const earliest = addDays(companyToday(now, timezone), preliminary_indent_days ?? 0)
    if (companyToday(order.finish, timezone) < earliest)
      warn('too_early', { text: 'Orders can be placed for %1 at the earliest', params: [format.day(earliest)] })
  }

  const least = parseMoney(min_order_cost)
  if (order.cost !== null && parseMoney(order.cost) < least)
    warn('min_cost', { text: 'Below the minimum order of %1', params: [format.price(formatMoney(least))] })

  if (order.cost !== null && order.isDeliveryOpen)
    warn('no_delivery_cost', { text: 'The distance is unknown. Enter the delivery cost, or 0 for free delivery' })

  const km = isPickup(order) ? null : distance(address?.coords, order.coords, distanceModelOf({ distance_model }))
  const radius = address?.radius
  if (km !== null && radius !== undefined && km * 1000 > radius)
    warn(
      'outside_area',
      { text: 'Outside the delivery area: %1 km, the limit is %2 km', params: [km, radius / 1000] },
      { text: 'Outside the delivery area by %1 km', params: [Math.round(km * 1000 - radius) / 1000] },
    )
  return warnings
}
