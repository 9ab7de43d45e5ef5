import type { NamedOrder } from '#board/board-order'
import { orderName } from '#board/order-name'
import { useCore, useSelected, useTranslate } from './use-core.ts'

/** The display names of orders on this board; the component re-renders when they may have changed. */
export function useOrderName(): (order: NamedOrder) => string {
  const { board, i18n } = useCore()
  useTranslate()
  const rows = useSelected(board.store, (state) => state.rows)
  const merchants = useSelected(board.store, (state) => state.merchants)
  const chosen = useSelected(board.store, (state) => state.chosen)
  return (order) => orderName({ rows, merchants, chosen }, order, i18n.lang())
}
