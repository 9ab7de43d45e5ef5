import { describe, expect, it } from 'vitest'
import type { BoardState } from '@tiffin/core'
import { type Freshness, freshness } from './freshness.ts'

const heardAt = 1_000_000

interface Row extends Pick<Freshness, 'state' | 'stale'> {
  phase: BoardState['live']['phase']
  /** Seconds since the last update. */
  after: number
  /** Seconds between the loss of the connection and the last update. */
  back?: number
}

describe('data freshness', () => {
  it.each([
    { phase: 'online', after: 3, state: 'live', stale: false },
    { phase: 'online', after: 39, state: 'live', stale: false },
    { phase: 'online', after: 40, state: 'live', stale: true },
    { phase: 'connecting', after: 2, state: 'connecting', stale: false },
    { phase: 'connecting', after: 5, state: 'connecting', stale: true },
    { phase: 'offline', after: 4, state: 'offline', stale: false },
    { phase: 'offline', after: 60, state: 'offline', stale: true },
    { phase: 'offline', after: 4, back: 5, state: 'connecting', stale: false },
    { phase: 'offline', after: 11, back: 5, state: 'offline', stale: true },
    { phase: 'closed', after: 60, state: 'offline', stale: true },
  ] satisfies Row[])(
    'KDS-17: $phase, $after s after the last update, is $state and stale: $stale',
    ({ phase, after, back = 0, state, stale }: Row) => {
      const now = heardAt + after * 1000
      expect(freshness({ live: { phase, since: heardAt - back * 1000 }, heardAt }, now)).toEqual({ state, age: after, stale })
    },
  )

  it('TIME-09: treats a server clock that was set back as age zero', () => {
    expect(freshness({ live: { phase: 'online', since: 0 }, heardAt }, heardAt - 5000).age).toBe(0)
  })
})
