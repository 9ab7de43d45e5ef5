import { onTestFinished } from 'vitest'

/** Registers something to end; after the test, it is ended at once. */
export type EndWithTest = (end: () => unknown) => void

/**
 * Stops everything that a test has started, however the test ends. A test that timed out never reaches its `finally`, and may
 * still start things afterwards. `last` runs after everything else has ended.
 */
export function endWithTest(last: () => Promise<void>, whenFinished: typeof onTestFinished = onTestFinished): EndWithTest {
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
