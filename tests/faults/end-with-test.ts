import { onTestFinished } from 'vitest'

/** Takes on something that has to be ended; after the end of the test it is ended at once. */
export type Tie = (end: () => unknown) => void

/**
 * Ends what a test has started when the test ends, however it does: one that timed out never comes to its `finally`, and may
 * still start things afterwards. `last` comes when all else has ended.
 */
export function endWithTest(last: () => Promise<void>, whenFinished: typeof onTestFinished = onTestFinished): Tie {
  const ends: (() => unknown)[] = []
  let isOver = false
  whenFinished(async () => {
    isOver = true
    await Promise.allSettled(ends.map(async (end) => end()))
    await last()
  }, 60_000)
  return (end) => {
    if (isOver) void end()
    else ends.push(end)
  }
}
