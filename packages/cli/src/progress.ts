import type { Io } from './io.ts'

export interface Progress {
  /** Replaces the line on a terminal; elsewhere, writes only lines with `keep`. */
  show: (text: string, keep?: boolean) => void
  end: () => void
}

/** A progress line on standard error; on a terminal it is rewritten at most ten times a second. */
export function createProgress(io: Pick<Io, 'err' | 'errIsTerminal'>, now: () => number = Date.now): Progress {
  let shown = 0
  let last = Number.NEGATIVE_INFINITY
  const clear = (): void => {
    if (shown > 0) io.err(`\r${' '.repeat(shown)}\r`)
    shown = 0
  }
  return {
    show(text, keep = false) {
      if (!io.errIsTerminal) {
        if (keep) io.err(`${text}\n`)
        return
      }
      if (!keep && now() - last < 100) return
      last = now()
      const line = text.slice(0, (process.stderr.columns || 80) - 1)
      io.err(`\r${line}${' '.repeat(Math.max(0, shown - line.length))}`)
      shown = line.length
    },
    end: clear,
  }
}

/** A progress bar with percentage, rate per second and time left. */
export function formatProgress(done: number, of: number, seconds: number): string {
  const part = of === 0 ? 1 : Math.min(1, done / of)
  const bar = '#'.repeat(Math.round(part * 20)).padEnd(20, '.')
  const rate = seconds > 0 ? done / seconds : 0
  const left = rate > 0 ? Math.ceil((of - done) / rate) : undefined
  return `[${bar}] ${Math.floor(part * 100)}% ${Math.round(rate)}/s${left === undefined ? '' : ` ${left} s`}`
}
