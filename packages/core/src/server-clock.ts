import type { Clock, ServerTime } from '@tiffin/sdk/client'

/** The server's time as this device can know it (TIME-09); all countdowns go by it. */
export interface ServerClock {
  /** Milliseconds since 1970, by the server's clock. */
  now(): number
  /** Milliseconds by which the device's clock is behind the server's; negative when it is ahead. */
  offset(): number
  /** False until the server has answered: `now` is the device's own time. */
  isMeasured(): boolean
  learn(time: Pick<ServerTime, 'offset' | 'roundTrip'>): void
}

/** Answers carry whole seconds, so a smaller difference than this says nothing. */
const GRAIN = 1000

export function createServerClock(clock: Clock): ServerClock {
  let offset = 0
  let best = Number.POSITIVE_INFINITY
  return {
    now: () => clock.now() + offset,
    offset: () => offset,
    isMeasured: () => best < Number.POSITIVE_INFINITY,
    learn(time) {
      // Whole seconds are cut off, so the true time is half a second later in the mean.
      const seen = time.offset + GRAIN / 2
      const moved = Math.abs(seen - offset) > GRAIN + time.roundTrip
      if (!moved && time.roundTrip >= best) return
      best = time.roundTrip
      if (moved || Math.abs(seen - offset) > GRAIN / 2) offset = seen
    },
  }
}
