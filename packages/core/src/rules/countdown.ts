export interface Countdown {
  /** Whole seconds left; 0 or less means late. */
  seconds: number
  tone: 'late' | 'ok'
  /** `-0:05`, `12:30` or `1:02:03`. */
  text: string
}

/** Seconds as `m:ss`, from one hour on as `h:mm:ss`. */
export function formatSeconds(seconds: number): string {
  const all = Math.abs(seconds)
  const hours = Math.floor(all / 3600)
  const minutes = Math.floor((all % 3600) / 60)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${seconds < 0 ? '-' : ''}${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(all % 60)}`
}

/**
 * Time from now (server time, in ms) to the deadline; for a done order, the time that was left at delivery (TIME-07,
 * TIME-08, BOARD-36).
 */
export function countdown(
  order: { time_finish: string; time_delivery?: string | null | undefined },
  status: { done: number },
  now: number,
): Countdown {
  const until = status.done === 1 && order.time_delivery ? Date.parse(order.time_delivery) : now
  // Round up, so that seconds reach 0 exactly at the deadline; `+ 0` turns -0 into 0.
  const seconds = Math.ceil((Date.parse(order.time_finish) - until) / 1000) + 0
  return { seconds, tone: seconds <= 0 ? 'late' : 'ok', text: formatSeconds(seconds) }
}

/** How many orders of a column are past their deadline; orders in a done column are never late. */
export const countLate = (orders: readonly Parameters<typeof countdown>[0][], status: { done: number }, now: number): number =>
  status.done === 1 ? 0 : orders.filter((order) => countdown(order, status, now).tone === 'late').length

/** The ages in minutes at which an order counts as old, and the number of the first ready status. */
export interface AgeRule {
  warning: number
  late: number
  ready: number
}

const WARNING_MINUTES = 5
const LATE_MINUTES = 8
/** An order due later than this does not wait for the kitchen yet. */
const DUE_SOON_MS = 3 * 3_600_000

/**
 * The company's thresholds and the columns they apply to: those before the first ready or done one (KDS-03, DESIGN §9).
 */
export const ageRule = (
  company: { order_age_warning?: number | null | undefined; order_age_late?: number | null | undefined } | null | undefined,
  statuses: readonly { status: number; ready?: number | null; done?: number | null }[],
): AgeRule => ({
  warning: company?.order_age_warning ?? WARNING_MINUTES,
  late: company?.order_age_late ?? LATE_MINUTES,
  ready: Math.min(
    ...statuses.filter(({ status, ready, done }) => status > 0 && (ready === 1 || done === 1)).map(({ status }) => status),
  ),
})

export interface Age {
  /** Whole minutes since the order came in. */
  minutes: number
  level: 'warning' | 'late'
}

/**
 * How long an order has waited for the kitchen, once beyond the company's thresholds (KDS-03). Undefined if its age is
 * irrelevant: it is ready, it is for later, or it is past its promised time, which matters more.
 */
export function orderAge(
  order: { time_create: string; time_finish?: string | null | undefined; asap?: number | null | undefined },
  status: { status: number; reservation?: number | null },
  rule: AgeRule,
  now: number,
): Age | undefined {
  if (status.status >= rule.ready || status.reservation === 1 || order.asap === 0) return undefined
  const left = Date.parse(order.time_finish ?? '') - now
  if (left <= 0 || left > DUE_SOON_MS) return undefined
  const minutes = Math.floor((now - Date.parse(order.time_create)) / 60_000)
  if (minutes >= rule.late) return { minutes, level: 'late' }
  return minutes >= rule.warning ? { minutes, level: 'warning' } : undefined
}
