import type { AllTableRules } from '#engine/table-rules'
import { deviceHook } from './device-hook.ts'

export const tables: AllTableRules = { device: { save: deviceHook } }
