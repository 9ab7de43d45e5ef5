import { isApiError } from '@tiffin/sdk/contract'
import type { Clock } from '@tiffin/sdk/client'
import { isSessionError, isTransient } from '../transient-error.ts'

/** A failed batch waits for a session or for a while, is resent in smaller parts, or is refused for good. */
type FailureAction = 'session' | 'later' | 'smaller' | 'refused'

/** How many entries are sent together, and when failed ones are resent. */
interface SendRate {
  size(): number
  answered(count: number): void
  failed(error: unknown, count: number): FailureAction
}

const RETRY_MS = 2000
/** After this many server errors in a row, entries are sent one by one to find the one that causes them. */
const SERVER_ERRORS = 3

/**
 * Only one retry timer runs at a time. A batch that is refused, or repeatedly causes server errors, is resent one by
 * one, so that one bad entry does not block the others.
 */
export function createSendRate(options: { clock: Clock; max: number; send: () => void }): SendRate {
  const { clock, max, send } = options
  let isWaiting = false
  let serverErrors = 0
  /** Number of entries of a failed batch still to be sent one by one. */
  let oneByOne = 0

  function later(): FailureAction {
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
    size: () => (oneByOne > 0 ? 1 : max),
    answered,
    failed(error, count) {
      if (isApiError(error) && isSessionError(error)) return 'session'
      const isServerError = isApiError(error) && error.code === 'server_error'
      if (isServerError) serverErrors += 1
      if (isTransient(error) && !(isServerError && serverErrors >= SERVER_ERRORS)) return later()
      answered(1)
      if (count <= 1) return 'refused'
      oneByOne = count
      return 'smaller'
    },
  }
}
