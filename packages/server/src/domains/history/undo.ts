import type { Calls } from '@tiffin/sdk/contract'
import { makeChange } from '#engine/change'
import { undoChange } from '#engine/undo-change'
import type { Handler } from '#server/context'
import { changeInfo, saveContext } from '#engine/change-of-call'

/** Undoes a change with a new change, which can itself be undone (MOON-01). */
export const undo: Handler<Calls['Audit']['undo']> = async (input, call) => {
  const info = { ...changeInfo(call), undoOf: input.change }
  const {
    value: records,
    feed,
    change,
  } = await makeChange(call.db, call.feed, info, (open) => undoChange(open, input.change, saveContext(call), input))
  return { data: { status: 'OK' as const, change, records }, feed }
}
