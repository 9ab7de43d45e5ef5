import type { StoreApi } from 'zustand/vanilla'
import { randomUuid } from '@tiffin/sdk/client'
import type { I18n } from '#i18n/create-i18n'
import type { Notices } from '#notices/notices'
import { ticketLines } from '#rules/index'
import type { BoardState } from './board-state.ts'
import { type BulkResult, ERROR_TEXT } from './bulk.ts'
import type { OrderEdits } from './order-edits.ts'
import { orderNameById } from './order-name.ts'

export interface LineTicks {
  /** Ticks a ticket line off, or clears the tick; `line` is a key of `ticketLines` (KDS-10). */
  tick(orderId: number, line: string, done: boolean): Promise<BulkResult>
}

export function createLineTicks(options: {
  store: StoreApi<BoardState>
  notices: Notices
  i18n: I18n
  edits: OrderEdits
}): LineTicks {
  const { store, notices, i18n, edits } = options
  const { getState: get } = store
  return {
    async tick(orderId, line, done) {
      const item = ticketLines(get().rows.get(orderId) ?? {}).find(({ key }) => key === line)?.item.name ?? ''
      const [result] = await edits.add([{ kind: 'tick', intent_id: randomUuid(), order_id: orderId, line, item, done }])
      if (result?.status === 'FAIL' && result.in_tray !== true) {
        const why = i18n.t.message(result.error ?? 'Server error', result.params)
        notices.showSentence('negative', { message: ERROR_TEXT, params: [orderNameById(get(), orderId, i18n.lang()), why] })
      }
      return result ?? { order_id: orderId, status: 'FAIL' }
    },
  }
}
