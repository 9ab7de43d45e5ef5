import type { AllTableRules } from '#engine/table-rules'
import { messageHook } from './message-hook.ts'
import { promocodeHook } from './promocode-hook.ts'

export const tables: AllTableRules = {
  chat_message: { undo: { isNotUndoable: true } },
  mailing: { undo: { isNotUndoable: true } },
  message: { save: messageHook, undo: { isNotUndoable: true } },
  promocode: { save: promocodeHook },
}
