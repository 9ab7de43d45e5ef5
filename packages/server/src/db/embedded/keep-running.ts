/** Times in ms. */
const LOOK = 500
const FIRST_PAUSE = 1000
const LONGEST_PAUSE = 60_000
/** A run of this length counts as a successful start. */
const STEADY = 60_000

export interface Watched {
  isRunning: () => boolean
  restart: () => Promise<void>
  /** Called after each unexpected end and each failed start. */
  warn: (line: string) => void
}

/**
 * Restarts something whenever it ends: at once, or with doubling delays if a start fails or does not
 * last, so that a full disk is not written to all the time. The returned function ends supervision, after any start in
 * progress.
 */
export function keepRunning({ isRunning, restart, warn }: Watched): () => Promise<void> {
  let pause = FIRST_PAUSE
  let restarted = 0
  let timer: NodeJS.Timeout | undefined
  let underWay: Promise<void> = Promise.resolve()
  let stopped = false

  function lookIn(ms: number): void {
    if (stopped) return
    timer = setTimeout(() => void (underWay = look()), ms)
    timer.unref()
  }

  async function look(): Promise<void> {
    if (isRunning()) {
      if (Date.now() - restarted > STEADY) pause = FIRST_PAUSE
      return lookIn(LOOK)
    }
    warn('The database has ended by itself; starting it again.')
    await restart().catch((error: unknown) => warn(error instanceof Error ? error.message : String(error)))
    restarted = Date.now()
    lookIn(pause)
    pause = Math.min(pause * 2, LONGEST_PAUSE)
  }

  lookIn(LOOK)
  return async () => {
    stopped = true
    clearTimeout(timer)
    await underWay
  }
}
