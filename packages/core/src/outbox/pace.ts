import { isApiError } from '@tiffin/sdk/contract'
import type { Clock } from '@tiffin/sdk/client'
import { isOfSession, isPassing } from '../passing-failure.ts'

/** What becomes of a batch: it waits for a session or for a while, is resent in smaller parts, or is refused for good. */
type Fate = 'session' | 'later' | 'smaller' | 'refused'

/** How many entries are sent together, and when what failed is resent. */
interface Pace {
  size(): number
  answered(count: number): void
  failed(error: unknown, count: number): Fate
}

const RETRY_MS = 2000
/** So often a server error may pass by itself; then the one entry that causes it is looked for. */
const SERVER_ERRORS = 3

/**
 * Only one timer runs, however many ask to send meanwhile. A batch that is refused, or that the server fails at again and
 * again, is resent one by one, so that one bad entry does not hold up the others.
 */
export function createPace(options: { clock: Clock; most: number; send: () => void }): Pace {
  const { clock, most, send } = options
  let isWaiting = false
  let serverErrors = 0
  /** How many of a failed batch are still sent one by one. */
  let oneByOne = 0

  function later(): Fate {
    if (!isWaiting) {
      isWaiting = true
      clock.after(RETRY_MS, () => {
        isWaiting = false
        send()
      })
    }
    return 'later'
  }

  function answered(count: number): void {
    serverErrors = 0
    oneByOne = Math.max(0, oneByOne - count)
  }

  return {
    size: () => (oneByOne > 0 ? 1 : most),
    answered,
    failed(error, count) {
      if (isApiError(error) && isOfSession(error)) return 'session'
      const isServerError = isApiError(error) && error.code === 'server_error'
      if (isServerError) serverErrors += 1
      if (isPassing(error) && !(isServerError && serverErrors >= SERVER_ERRORS)) return later()
      answered(1)
      if (count <= 1) return 'refused'
      oneByOne = count
      return 'smaller'
    },
  }
}
