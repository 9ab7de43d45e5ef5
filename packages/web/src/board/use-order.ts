import { useEffect, useState } from 'react'
import { type BoardOrder, readOrder } from '@tiffin/core'
import { useCore, useSelected } from '@tiffin/core/react'

export type FoundOrder = { state: 'loading' } | { state: 'missing' } | { state: 'there'; order: BoardOrder; onBoard: boolean }

/** An order of the board, which follows the news, or one that the board does not hold, read once. */
export function useOrder(orderId: number): FoundOrder {
  const { board, client, ports } = useCore()
  const onBoard = useSelected(board.store, (state) => state.rows.get(orderId))
  const [read, setRead] = useState<FoundOrder>({ state: 'loading' })
  const asks = onBoard === undefined
  useEffect(() => {
    if (!asks) return
    const control = new AbortController()
    readOrder(client, orderId, control.signal)
      .then((order) => setRead(order ? { state: 'there', order, onBoard: false } : { state: 'missing' }))
      .catch((error: unknown) => {
        if (control.signal.aborted) return
        ports.log('the order could not be read', error)
        setRead({ state: 'missing' })
      })
    return () => control.abort()
  }, [asks, client, orderId, ports])
  return onBoard ? { state: 'there', order: onBoard, onBoard: true } : read
}
