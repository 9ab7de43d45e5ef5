import { isApiError } from '@tiffin/sdk/contract'
import type { Clock } from '@tiffin/sdk/client'
import { isOfSession, isPassing } from '../passing-failure.ts'

/** What becomes of a batch: it waits for a session or for a while, goes again in smaller parts, or is refused for good. */
export type Fate = 'session' | 'later' | 'smaller' | 'refused'

/** How many wishes go together, and when what failed goes again. */
export interface SendingPace {
  size(): number
  answered(count: number): void
  failed(error: unknown, count: number): Fate
}

const AGAIN_MS = 2000
/** So often a mistake of the server's may pass by itself; then the one wish that brings it about is looked for. */
const MISTAKES = 3

/**
 * Whoever else asks for a sending meanwhile, one timer runs. A batch that is refused, or that the server fails at again and
 * again, goes one by one, so that one bad wish does not hold up the others.
 */
export function createSendingPace(options: { clock: Clock; most: number; send: () => void }): SendingPace {
  const { clock, most, send } = options
  let isWaiting = false
  let mistakes = 0
  /** So many of a failed batch still go alone. */
  let alone = 0

  function later(): Fate {
    if (!isWaiting) {
      isWaiting = true
      clock.after(AGAIN_MS, () => {
        isWaiting = false
        send()
      })
    }
    return 'later'
  }

  function answered(count: number): void {
    mistakes = 0
    alone = Math.max(0, alone - count)
  }

  return {
    size: () => (alone > 0 ? 1 : most),
    answered,
    failed(error, count) {
      if (isApiError(error) && isOfSession(error)) return 'session'
      const isMistake = isApiError(error) && error.code === 'server_error'
      if (isMistake) mistakes += 1
      if (isPassing(error) && !(isMistake && mistakes >= MISTAKES)) return later()
      answered(1)
      if (count <= 1) return 'refused'
      alone = count
      return 'smaller'
    },
  }
}
