import type { Clock, ServerTime } from '@tiffin/sdk/client'

/** The server's time as estimated on this device (TIME-09). All countdowns use it. */
export interface ServerClock {
  /** Milliseconds since 1970, by the server's clock. */
  now(): number
  /** How many milliseconds the device's clock is behind the server's; negative if it is ahead. */
  offset(): number
  /** False until the server has responded; until then `now` is the device's own time. */
  isMeasured(): boolean
  learn(time: Pick<ServerTime, 'offset' | 'roundTrip'>): void
}

/** Responses contain whole seconds, so smaller differences are meaningless. */
const PRECISION_MS = 1000

export function createServerClock(clock: Clock): ServerClock {
  let offset = 0
  let best = Number.POSITIVE_INFINITY
  return {
    now: () => clock.now() + offset,
    offset: () => offset,
    isMeasured: () => best < Number.POSITIVE_INFINITY,
    learn(time) {
      // Responses are cut to whole seconds: on average the true time is half a second later.
      const seen = time.offset + PRECISION_MS / 2
      const moved = Math.abs(seen - offset) > PRECISION_MS + time.roundTrip
      if (!moved && time.roundTrip >= best) return
      best = time.roundTrip
      if (moved || Math.abs(seen - offset) > PRECISION_MS / 2) offset = seen
    },
  }
}
