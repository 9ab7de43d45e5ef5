import type { Calls } from '@tiffin/sdk/contract'
import { makeChange } from '#engine/change'
import { undoChange } from '#engine/undo-change'
import type { Handler } from '#server/context'
import { changeInfo } from '#engine/change-of-call'

/** Undoes a change with a new change, which can itself be undone (MOON-01). */
export const undo: Handler<Calls['Audit']['undo']> = async (input, call) => {
  const { actor, session_id } = call.session
  const info = { ...changeInfo(call), undoOf: input.change }
  const {
    value: records,
    feed,
    change,
  } = await makeChange(call.db, call.feed, info, (open) =>
    undoChange(open, input.change, { actor, now: call.now(), lang: call.lang, session: session_id }, input),
  )
  return { data: { status: 'OK' as const, change, records }, feed }
}
