import type { AllTableRules } from '#engine/table-rules'
import { promocodeHook } from './promocode-hook.ts'

export const tables: AllTableRules = {
  promocode: { save: promocodeHook },
}
