import type { AllTableRules } from '#engine/table-rules'

export const tables: AllTableRules = {
  chat_message: { undo: { isNotUndoable: true } },
}
