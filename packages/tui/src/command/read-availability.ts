import type { AvailabilityChange } from '@tiffin/core'
import { busyMinutes, availabilityDurations, readUntil } from '@tiffin/core/rules'

const END = 'end'

/** The values to complete. */
export const availabilityValues = {
  pause: [...availabilityDurations.map(String), END],
  busy: [...busyMinutes.flatMap((more) => availabilityDurations.map((minutes) => `${more} for ${minutes}`)), END],
} as const

/** Reads `30`, `18:30` or `end` for a pause, `15 for 60`, `15 until 18:30` or `end` for being busy; undefined if it is neither. */
export function readAvailability(
  kind: 'pause' | 'busy',
  argument: string,
  clock: { now: number; timezone: string },
): AvailabilityChange | undefined {
  const typed = argument.trim().toLowerCase()
  if (kind === 'pause') {
    const until = typed === END ? null : readUntil(typed, clock)
    return until === undefined ? undefined : { paused_until: until }
  }
  if (typed === END) return { busy_until: null }
  const [, more, time = ''] = /^(\d{1,3})\s+(?:for|until)\s+(.+)$/.exec(typed) ?? []
  const until = readUntil(time, clock)
  const minutes = Number(more)
  return until && minutes >= 1 && minutes <= 600 ? { busy_until: until, busy_minutes: minutes } : undefined
}
