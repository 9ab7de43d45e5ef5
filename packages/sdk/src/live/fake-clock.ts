import type { Clock } from '../client/clock.ts'

export interface FakeClock extends Clock {
  /** Advances the time and runs timers in the order they fall due. */
  advance(ms: number): void
  /** Advances the time like a sleeping machine: due timers run at the end. */
  sleep(ms: number): void
  /** Ms until each pending timer, soonest first. */
  pending(): number[]
}

export function fakeClock(): FakeClock {
  let now = 1_000_000
  const timers = new Set<{ at: number; run: () => void }>()
  const nearest = () => [...timers].toSorted((a, b) => a.at - b.at)
  const runDue = (until: number, moveTo: (at: number) => void) => {
    for (let next = nearest()[0]; next && next.at <= until; next = nearest()[0]) {
      timers.delete(next)
      moveTo(next.at)
      next.run()
    }
  }
  return {
    now: () => now,
    after(ms, run) {
      const timer = { at: now + ms, run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    advance(ms) {
      const until = now + ms
      runDue(until, (at) => (now = at))
      now = until
    },
    sleep(ms) {
      now += ms
      runDue(now, () => {})
    },
    pending: () => nearest().map(({ at }) => at - now),
  }
}
