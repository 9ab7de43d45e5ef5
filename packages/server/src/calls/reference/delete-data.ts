import { apiError, type Calls } from '@tiffin/sdk/contract'
import { makeChange } from '#engine/change'
import { deleteRows } from '#engine/delete-rows'
import type { Handler } from '#server/context'
import { changeInfo } from './change-info.ts'

/** Deletes rows of many tables in one transaction: all or none (API-20, API-21). */
export const deleteData: Handler<Calls['Reference']['deleteData']> = async ({ tables }, call) => {
  if (!call.session) throw apiError('session_required')
  const { actor } = call.session
  const { value, feed } = await makeChange(call.db, call.feed, changeInfo(call), (change) =>
    deleteRows(change, tables, { actor }),
  )
  return { data: Object.assign(value, { status: 'OK' as const }), feed }
}
