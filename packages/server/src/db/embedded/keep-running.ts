/** Times in ms. */
const CHECK_INTERVAL = 500
const FIRST_DELAY = 1000
const MAX_DELAY = 60_000
/** A run of this length counts as a successful start. */
const STABLE_RUN = 60_000

export interface Restartable {
  isRunning: () => boolean
  restart: () => Promise<void>
  /** Called after each unexpected end and each failed start. */
  warn: (line: string) => void
}

/**
 * Restarts something whenever it ends: at once, or with doubling delays after a failed start or a short run. Without
 * the delays, a full disk would be written to all the time. The returned function ends supervision, after any start in
 * progress.
 */
export function keepRunning({ isRunning, restart, warn }: Restartable): () => Promise<void> {
  let pause = FIRST_DELAY
  let restarted = 0
  let timer: NodeJS.Timeout | undefined
  let inProgress: Promise<void> = Promise.resolve()
  let stopped = false

  function checkAfter(ms: number): void {
    if (stopped) return
    timer = setTimeout(() => void (inProgress = poll()), ms)
    timer.unref()
  }

  async function poll(): Promise<void> {
    if (isRunning()) {
      if (Date.now() - restarted > STABLE_RUN) pause = FIRST_DELAY
      return checkAfter(CHECK_INTERVAL)
    }
    warn('The database has ended by itself; starting it again.')
    await restart().catch((error: unknown) => warn(error instanceof Error ? error.message : String(error)))
    restarted = Date.now()
    checkAfter(pause)
    pause = Math.min(pause * 2, MAX_DELAY)
  }

  checkAfter(CHECK_INTERVAL)
  return async () => {
    stopped = true
    clearTimeout(timer)
    await inProgress
  }
}
