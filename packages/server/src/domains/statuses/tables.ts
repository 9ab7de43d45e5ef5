import type { AllTableRules } from '#engine/table-rules'
import { orderStatusHook, refusedCreated } from './order-status-hook.ts'

export const tables: AllTableRules = {
  order_status: {
    save: orderStatusHook,
    delete: {
      refuse(row, current) {
        if (current['created'] === 1) throw refusedCreated(row, 'in_use')
      },
    },
  },
}
