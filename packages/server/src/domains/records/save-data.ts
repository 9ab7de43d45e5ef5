import type { Calls } from '@tiffin/sdk/contract'
import { makeChange } from '#engine/change'
import { checkExpected } from '#engine/check-expected'
import { planSave } from '#engine/save-plan'
import { saveRows } from '#engine/save-rows'
import type { Handler } from '#server/context'
import { checkOwnPassword } from '#domains/people/own-password'
import { bulkChangeInfo, changeInfo, saveContext } from '#engine/change-of-call'

/** Writes rows of many tables in one transaction: all or none (API-15 to API-19, API-22). */
export const saveData: Handler<Calls['Reference']['saveData']> = async ({ tables, expect }, call) => {
  const { actor } = call.session
  const info = expect ? bulkChangeInfo(call) : changeInfo(call)
  const planned = await planSave(actor, tables, {
    checkOwnPassword: (current, place) => checkOwnPassword(call, info, current, place),
  })
  const written = (saved: unknown, feed: number, change: number) => Buffer.from(JSON.stringify({ data: saved, feed, change }))
  let json: Buffer | undefined
  const { value, feed, change, repeated } = await makeChange(
    call.db,
    call.feed,
    info,
    async (open) => {
      // The written keys, also where a row has only its key inside.
      const named = planned.map(({ entity, key }) => ({ table: entity.name, id: key }))
      if (expect) await checkExpected(open, named, expect, { actor, lang: call.lang, lock: 'for no key update' })
      return saveRows(open, planned, saveContext(call))
    },
    // Serialising whole rows takes about as long as a commit.
    (saved, feedNumber, id) => (json = written(saved, feedNumber, id)),
  )
  // If an earlier attempt failed, or another request stored the response, the prepared text is not the response.
  return { json: (!repeated && json) || written(value, feed, change) }
}
