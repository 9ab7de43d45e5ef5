/** Times in ms. */
const LOOK = 500
const FIRST_PAUSE = 1000
const LONGEST_PAUSE = 60_000
/** Whatever has run for so long did come up. */
const STEADY = 60_000

export interface Watched {
  isRunning: () => boolean
  restart: () => Promise<void>
  /** Hears of each end and of each start that failed. */
  warn: (line: string) => void
}

/**
 * Brings something back whenever it has ended: at once, and after a start that failed or did not last with pauses that
 * double, so that a full disk is not written to all the time. The answer ends the watch, after a start under way.
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
