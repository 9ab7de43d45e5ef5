import type { Ports, Sound } from '@tiffin/core'

/** Times of the strokes in ms: distinct patterns, each shorter than a second and a half. */
export const bellPatterns = {
  new: [0, 200, 400],
  changed: [0, 600],
  cancelled: [0, 150, 300, 900, 1050, 1200],
  late: [0],
  /** Any sound of a status. */
  status: [0, 200],
} as const satisfies Record<string, readonly number[]>

type Pattern = keyof typeof bellPatterns

const MAX_WAIT = 2000
const STROKE_PAUSE_MS = 500

const patternOf = (source: string): Pattern => {
  const name = source.replace(/^builtin:/, '')
  return Object.hasOwn(bellPatterns, name) ? (name as Pattern) : 'status'
}

/**
 * The terminal bell, with a pattern for each reason. Patterns play one after another, so that they stay distinct
 * (KDS-05).
 */
export function terminalBell(clock: Ports['clock'], stroke: () => void): Sound {
  let until = 0
  return {
    alarm(source, loud = false) {
      const pattern = bellPatterns[patternOf(source)]
      const length = Math.max(...pattern) + STROKE_PAUSE_MS
      for (let turn = 0; turn < (loud ? 2 : 1); turn += 1) {
        const wait = Math.max(0, until - clock.now())
        // Further waiting patterns would tell nothing new.
        if (wait > MAX_WAIT) return
        for (const at of pattern) clock.after(wait + at, stroke)
        until = clock.now() + wait + length
      }
    },
  }
}
