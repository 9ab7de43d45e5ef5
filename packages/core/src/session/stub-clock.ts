import { setImmediate } from 'node:timers/promises'
import type { Clock } from '@tiffin/sdk/client'

export interface StubClock extends Clock {
  /** Advances time, runs due timers, and waits until everything they started has settled. */
  advance(ms: number): Promise<void>
}

/** Longer delays fire at once, as with real timers. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** A clock that only advances on request. */
export function stubClock(): StubClock {
  let now = 1_000_000
  const timers = new Set<{ at: number; run: () => void }>()
  const next = () => [...timers].toSorted((a, b) => a.at - b.at)[0]
  return {
    now: () => now,
    after(ms, run) {
      const timer = { at: now + (ms > MAX_TIMER_MS ? 1 : ms), run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    async advance(ms) {
      const until = now + ms
      for (let timer = next(); timer && timer.at <= until; timer = next()) {
        timers.delete(timer)
        now = timer.at
        timer.run()
        await setImmediate()
      }
      now = until
      await setImmediate()
    },
  }
}
