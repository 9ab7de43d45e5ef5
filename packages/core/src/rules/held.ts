import type { Sentence } from '#i18n/text-key'

/** The estimate for orders with an unknown distance or without a stored estimate. */
export const FALLBACK_MINUTES = 80

interface Scheduled {
  asap?: number | null | undefined
  time_finish?: string | null | undefined
  /** The stored estimate, in minutes. */
  delivery_time?: number | null | undefined
}

const minutesOf = ({ delivery_time }: Scheduled): number => delivery_time ?? FALLBACK_MINUTES

/**
 * When the kitchen starts on a held order, in ms: its promised time minus the estimate. Undefined if the order is due as soon
 * as possible, has already started, or has reached the first `ready` status (KDS-11).
 */
export function heldUntil(
  order: Scheduled,
  status: { status: number } | undefined,
  ready: number,
  now: number,
): number | undefined {
  if (order.asap !== 0 || !status || status.status <= 0 || status.status >= ready) return undefined
  const start = Date.parse(order.time_finish ?? '') - minutesOf(order) * 60_000
  return start > now ? start : undefined
}

/** Explains why an order is held, and until when. */
export const heldText = (order: Scheduled, until: number, time: (timestamp: string | number) => string): Sentence => ({
  text: 'Held until %1: due %2, takes %3 min',
  params: [time(until), time(order.time_finish ?? ''), minutesOf(order)],
})
