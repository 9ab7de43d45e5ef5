export interface Countdown {
  /** Whole seconds left; 0 or less is late. */
  seconds: number
  tone: 'late' | 'ok'
  /** `-0:05`, `12:30` or `1:02:03`. */
  text: string
}

/** Seconds as `m:ss`, from an hour on `h:mm:ss`. */
export function formatSeconds(seconds: number): string {
  const all = Math.abs(seconds)
  const hours = Math.floor(all / 3600)
  const minutes = Math.floor((all % 3600) / 60)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${seconds < 0 ? '-' : ''}${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(all % 60)}`
}

/**
 * Time from now (server time, in ms) to the deadline; of a done order, what was left when it was delivered
 * (TIME-07, TIME-08, BOARD-36).
 */
export function countdown(
  order: { time_finish: string; time_delivery?: string | null | undefined },
  status: { done: number },
  now: number,
): Countdown {
  const until = status.done === 1 && order.time_delivery ? Date.parse(order.time_delivery) : now
  // up, so that seconds reach 0 exactly when the deadline does; `+ 0` turns -0 into 0
  const seconds = Math.ceil((Date.parse(order.time_finish) - until) / 1000) + 0
  return { seconds, tone: seconds <= 0 ? 'late' : 'ok', text: formatSeconds(seconds) }
}

export interface Age {
  /** Whole seconds since the order came in. */
  seconds: number
  level: 'fresh' | 'warning' | 'late'
  text: string
}

const WARNING_MINUTES = 5
const LATE_MINUTES = 8

/** How long an order has stood, against the company's thresholds in minutes (KDS-03). A done order ages no longer. */
export function ageing(
  order: { time_create: string; time_delivery?: string | null | undefined },
  company: { order_age_warning?: number | null | undefined; order_age_late?: number | null | undefined } | null | undefined,
  now: number,
): Age {
  const until = order.time_delivery ? Date.parse(order.time_delivery) : now
  const seconds = Math.max(0, Math.floor((until - Date.parse(order.time_create)) / 1000))
  const late = (company?.order_age_late ?? LATE_MINUTES) * 60
  const warning = (company?.order_age_warning ?? WARNING_MINUTES) * 60
  const level = seconds >= late ? 'late' : seconds >= warning ? 'warning' : 'fresh'
  return { seconds, level, text: formatSeconds(seconds) }
}
