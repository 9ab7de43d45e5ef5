import { type BoardState, connectionPhase } from '@tiffin/core'

/** Pings arrive every 15 s; after more than two missed ones the data is stale. */
const STALE_SECONDS = 40
/** A short interruption needs no banner. */
const GRACE_SECONDS = 5

export interface Freshness {
  state: 'live' | 'connecting' | 'offline'
  /** Seconds since the last update. */
  age: number
  /** Whether the board must say that it may be out of date (KDS-17). */
  stale: boolean
}

/**
 * The age of the board's data; `now` and `heardAt` are server time in ms, `offset` is how far the device's clock is
 * behind.
 */
export function freshness({ live, heardAt }: Pick<BoardState, 'live' | 'heardAt'>, now: number, offset = 0): Freshness {
  const phase = connectionPhase({ live, heardAt }, { now, offset })
  const age = Math.max(0, Math.floor((now - heardAt) / 1000))
  const state = phase === 'online' ? 'live' : phase === 'connecting' ? 'connecting' : 'offline'
  return { state, age, stale: age >= STALE_SECONDS || (state !== 'live' && age >= GRACE_SECONDS) }
}
