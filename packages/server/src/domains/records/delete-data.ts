import type { Calls } from '@tiffin/sdk/contract'
import { makeChange } from '#engine/change'
import { deleteRows } from '#engine/delete-rows'
import { checkExpected } from '#engine/check-expected'
import type { Handler } from '#server/context'
import { bulkChangeInfo, changeInfo } from '#engine/change-of-call'

/** Deletes rows of many tables in one transaction: all or none (API-20, API-21). */
export const deleteData: Handler<Calls['Reference']['deleteData']> = async ({ tables, expect }, call) => {
  const { actor } = call.session
  const { value, feed, change } = await makeChange(
    call.db,
    call.feed,
    expect ? bulkChangeInfo(call) : changeInfo(call),
    async (open) => {
      const requested = { actor, lang: call.lang, lock: 'for update' } as const
      return deleteRows(open, tables, {
        actor,
        checkAllowed: expect && (() => checkExpected(open, tables, expect, requested)),
      })
    },
  )
  return { data: Object.assign(value, { status: 'OK' as const }), feed, change }
}
