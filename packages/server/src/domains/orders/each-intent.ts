import type { Actor } from '@tiffin/core/rules'
import { type ApiError, apiError, isApiError } from '@tiffin/sdk/contract'
import { hasReadScope } from '#engine/read-scope'

const unfinished: ReadonlySet<string> = new Set(['database_unavailable', 'write_timeout', 'rights_changed'])

/** An unfinished intent is not an error: it is carried out again. */
export const isUnfinished = ({ code }: ApiError): boolean => unfinished.has(code)

/**
 * Carries out intents one after the other, each separately, and returns their results with the last feed number. The results for
 * access tokens that may not read are without the orders.
 */
export async function eachIntent<Intent, Result extends { order?: unknown }>(
  actor: Actor,
  intents: readonly Intent[],
  carryOut: (intent: Intent) => Promise<{ result: Result; feed: number }>,
): Promise<{ data: { status: 'OK'; results: Result[] }; feed: number }> {
  const results: Result[] = []
  const mayRead = hasReadScope(actor)
  let feed = 0
  for (const intent of intents) {
    const { result, feed: reached } = await carryOut(intent).catch((error: unknown) => {
      // After earlier intents succeeded, the message "nothing was saved" would be wrong.
      const isLate = results.length > 0 && isApiError(error) && error.code === 'write_timeout'
      throw isLate ? Object.assign(apiError('server_busy'), { cause: error }) : error
    })
    results.push(mayRead ? result : { ...result, order: undefined })
    feed = Math.max(feed, reached)
  }
  return { data: { status: 'OK', results }, feed }
}
