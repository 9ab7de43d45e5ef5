import { apiError, type Calls, entities } from '@tiffin/sdk/contract'
import type { Handler } from '#server/context'
import { makeChange } from '#engine/change'
import { changeInfo } from '#engine/change-of-call'

/** Deletes a token and with it its session; open connections end at their next check, within a second (AMB-232). */
export const revoke: Handler<Calls['Token']['revoke']> = async ({ access_token_id: id }, call) => {
  await makeChange(call.db, call.feed, { ...changeInfo(call), company: 0 }, async (change) => {
    const row = (await change.lock(entities.access_token, [id])).get(id)
    if (row?.['admin'] !== call.session.admin_id) throw apiError('not_found')
    await change.remove(entities.access_token, [id])
    return null
  })
  return { data: { status: 'OK' } }
}
