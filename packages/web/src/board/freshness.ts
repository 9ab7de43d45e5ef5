import { type BoardState, connectionPhase } from '@tiffin/core'

/** Pings come every 15 s; who has heard nothing for longer than two and a bit looks at old news. */
const STALE_SECONDS = 40
/** A line that breaks for a moment is no reason for a banner. */
const GRACE_SECONDS = 5

export interface Freshness {
  state: 'live' | 'connecting' | 'offline'
  /** Seconds since the newest news. */
  age: number
  /** Whether the board must say that it may be out of date (KDS-17). */
  stale: boolean
}

/** How true the board is; `now` and `heardAt` are server time in ms, `offset` is what the device's clock is behind. */
export function freshness({ live, heardAt }: Pick<BoardState, 'live' | 'heardAt'>, now: number, offset = 0): Freshness {
  const phase = connectionPhase({ live, heardAt }, { now, offset })
  const age = Math.max(0, Math.floor((now - heardAt) / 1000))
  const state = phase === 'online' ? 'live' : phase === 'connecting' ? 'connecting' : 'offline'
  return { state, age, stale: age >= STALE_SECONDS || (state !== 'live' && age >= GRACE_SECONDS) }
}
