import type { BoardChoice } from '@tiffin/core'
import { useCore } from '@tiffin/core/react'

/** Shows other merchants, on all devices of the person from now on (BOARD-52, AMB-098). */
export function useChooseMerchants(): (merchants: BoardChoice['chosen']) => void {
  const { board, boardSettings, session } = useCore()
  return (merchants) => {
    void board.choose(merchants)
    const kept = boardSettings.store.getState().merchants
    boardSettings.set({ merchants: { ...kept, [session.company() ?? 0]: merchants === 'all' ? [] : merchants } })
  }
}
