import type { AllTableRules } from '#engine/table-rules'

export const tables: AllTableRules = { print_job: { undo: { isNotUndoable: true } } }
