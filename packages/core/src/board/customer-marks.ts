import { MAX_COUNTED_ORDERS } from '@tiffin/sdk/contract'
import type { Translate } from '#i18n/create-i18n'
import type { BoardOrder } from './board-order.ts'

/** Information about its customer on a card (KDS-15). */
export interface CustomerMarks {
  /** `First order`, `3 orders` or `100+ orders`; empty if that is not known. */
  placed: string
  isBlocked: boolean
  isNoted: boolean
  /** The note itself; empty for readers who may not read customers. */
  note: string
}

export function customerMarks({ user_obj }: Pick<BoardOrder, 'user_obj'>, t: Translate): CustomerMarks {
  const { orders, status, noted, comment = '' } = user_obj ?? {}
  return {
    placed: orders === undefined ? '' : placedText(orders, t),
    isBlocked: status === 0,
    isNoted: noted === 1,
    note: comment.trim(),
  }
}

function placedText(orders: number, t: Translate): string {
  if (orders <= 1) return t('First order')
  return orders < MAX_COUNTED_ORDERS ? t('%1 orders', [orders]) : t('%1+ orders', [MAX_COUNTED_ORDERS])
}
