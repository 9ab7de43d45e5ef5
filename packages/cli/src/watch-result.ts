import { setTimeout as wait } from 'node:timers/promises'
import type { Call } from './call.ts'
import { isConnectionLost } from './connection-lost.ts'
import { wrongUsage } from './failure.ts'
import { explain } from './explain.ts'
import type { Result } from './results/result.ts'
import { printResult } from './results/print-result.ts'

const USUAL_SECONDS = 10
const MAX_SECONDS = 86_400
/** Moves the cursor to the top left and clears the screen. */
const CLEAR = '\u001b[H\u001b[2J'

/** @throws wrong usage */
export function readInterval(given: true | string): number {
  if (given === true) return USUAL_SECONDS
  const seconds = Number(given)
  if (!/^\d+$/.test(given) || seconds < 1 || seconds > MAX_SECONDS)
    throw wrongUsage('%1 must be a whole number from %2 to %3: %4', { params: ['--watch', 1, MAX_SECONDS, given] })
  return seconds
}

/**
 * Prints a result again whenever it has changed, until its exit code is set or the user interrupts. A terminal is cleared
 * before, a pipe gets one result after the other. While the server can't be reached, it keeps trying and reports that once.
 */
export async function watchResult(call: Call<object>, seconds: number, read: () => Promise<Result>): Promise<Result> {
  const { io, options, lang, t } = call
  let printed = ''
  let hasFailed = false
  for (;;) {
    try {
      const result = await read()
      if (result.exit !== undefined) return result
      if (hasFailed) call.say(t('Connected again'))
      hasFailed = false
      const text = JSON.stringify(result)
      if (text !== printed) {
        if (io.outIsTerminal) io.out(CLEAR)
        printResult(result, options, io, lang, t)
        if (io.outIsTerminal) call.say(t('Read every %1 s. Stop with Ctrl+C.', [seconds]))
      }
      printed = text
    } catch (error) {
      if (printed === '' || !isConnectionLost(error)) throw error
      if (!hasFailed) for (const line of explain(error, t, lang).lines) call.say(line)
      hasFailed = true
    }
    await wait(seconds * 1000)
  }
}
