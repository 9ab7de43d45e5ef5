import type { Translate } from '#i18n/create-i18n'
import type { BoardOrder } from './board-order.ts'

/** Information about its customer on a card (KDS-15). */
export interface CustomerMarks {
  /** `First order` or `3 orders`; empty if that is not known. */
  placed: string
  isBlocked: boolean
  isNoted: boolean
}

export function customerMarks({ user_obj }: Pick<BoardOrder, 'user_obj'>, t: Translate): CustomerMarks {
  const { orders, status, noted } = user_obj ?? {}
  return {
    placed: orders === undefined ? '' : orders <= 1 ? t('First order') : t('%1 orders', [orders]),
    isBlocked: status === 0,
    isNoted: noted === 1,
  }
}
