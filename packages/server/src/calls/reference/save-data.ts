import { apiError, type Calls } from '@tiffin/sdk/contract'
import { makeChange } from '#engine/change'
import { planSave } from '#engine/save-plan'
import { saveRows } from '#engine/save-rows'
import type { Handler } from '#server/context'
import { changeInfo } from './change-info.ts'

/** Writes rows of many tables in one transaction: all or none (API-15 to API-19, API-22). */
export const saveData: Handler<Calls['Reference']['saveData']> = async ({ tables }, call) => {
  if (!call.session) throw apiError('session_required')
  const { actor, session_id } = call.session
  const planned = await planSave(actor, tables)
  const written = (saved: unknown, feed: number) => Buffer.from(JSON.stringify({ data: saved, feed }))
  let json: Buffer | undefined
  const { value, feed, repeated } = await makeChange(
    call.db,
    call.feed,
    changeInfo(call),
    (change) => saveRows(change, planned, { actor, now: call.now(), lang: call.lang, session: session_id }),
    // Whole rows take the time of a commit to write down.
    (saved, number) => (json = written(saved, number)),
  )
  // What was written for an attempt that failed is not the answer kept by another request.
  return { json: (!repeated && json) || written(value, feed) }
}
