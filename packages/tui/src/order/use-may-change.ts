import { useCore } from '@tiffin/core/react'
import { errors } from '@tiffin/sdk/contract'

/** Whether the user may change any of these orders; shows the reason if not (PERM-12). */
export function useMayChange(): (orderIds: readonly number[]) => boolean {
  const { moves, notices } = useCore()
  return (orderIds) => {
    const may = orderIds.some((id) => moves.level(moves.order(id)?.merchant) === 2)
    if (!may) notices.showSentence('negative', { message: errors.view_only })
    return may
  }
}
