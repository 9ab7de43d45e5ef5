import type { AllTableRules } from '#engine/table-rules'
import { messageHook } from './message-hook.ts'
import { promocodeHook } from './promocode-hook.ts'

export const tables: AllTableRules = {
  chat_message: { undo: { never: true } },
  mailing: { undo: { never: true } },
  message: { save: messageHook, undo: { never: true } },
  promocode: { save: promocodeHook },
}
