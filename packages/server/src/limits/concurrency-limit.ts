import { apiError } from '@tiffin/sdk/contract'

/** Runs at most `max` tasks at once, the others in the order in which they came. */
export function createLimiter(max: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve))
    running += 1
    try {
      return await work()
    } finally {
      running -= 1
      waiting.shift()?.()
    }
  }
}

/**
 * A separate limit for each key, such as a user or a company, so that the work of one does not delay the others.
 * @throws `rate_limited` if more than `waiting` tasks of a key are queued
 */
export function keyedLimiter(max: number, waiting: number): <T>(who: string, work: () => Promise<T>) => Promise<T> {
  const lines = new Map<string, { run: ReturnType<typeof createLimiter>; length: number }>()
  return async (who, work) => {
    const line = lines.get(who) ?? { run: createLimiter(max), length: 0 }
    if (line.length >= max + waiting) throw apiError('rate_limited', { params: [1] })
    lines.set(who, line)
    line.length += 1
    try {
      return await line.run(work)
    } finally {
      line.length -= 1
      if (line.length === 0) lines.delete(who)
    }
  }
}
