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
  let json: string | undefined
  const { value, feed } = await makeChange(call.db, call.feed, changeInfo(call), async (change) => {
    const saved = await saveRows(change, planned, { actor, now: call.now(), lang: call.lang, session: session_id })
    change.tx.whileCommitting(() => (json = JSON.stringify(saved)))
    return saved
  })
  return { json: `{"data":${json ?? JSON.stringify(value)},"feed":${feed}}` }
}
