import { useCore, useSelected, useTranslate } from '@tiffin/core/react'

/** The number of local changes that the server does not have yet, as text; undefined if there are none. */
export function useUnsentText(): string | undefined {
  const { board } = useCore()
  const t = useTranslate()
  const moves = useSelected(board.store, (state) => state.pending.length)
  const editing = useSelected(board.store, (state) => state.editing)
  if (moves + editing === 0) return undefined
  return editing === 0 ? t('%1 moves waiting to be sent', [moves]) : t('%1 changes waiting to be sent', [moves + editing])
}
