import { useEffect, useState } from 'react'
import { type BoardOrder, readOrder } from '@tiffin/core'
import { type ApiError, apiError, isApiError } from '@tiffin/sdk/contract'
import { useCore, useSelected } from '@tiffin/core/react'

export type FoundOrder =
  | { state: 'loading' }
  | { state: 'missing' }
  /** Whether there is such an order nobody knows. */
  | { state: 'failed'; error: ApiError; retry: () => void }
  | { state: 'there'; order: BoardOrder; onBoard: boolean }

/** An order of the board, which follows the news, or one that the board does not hold, read once. */
export function useOrder(orderId: number): FoundOrder {
  const { board, client, ports } = useCore()
  const onBoard = useSelected(board.store, (state) => state.rows.get(orderId))
  const [read, setRead] = useState<FoundOrder>({ state: 'loading' })
  const [attempt, setAttempt] = useState(0)
  const asks = onBoard === undefined
  useEffect(() => {
    if (!asks) return
    const control = new AbortController()
    const retry = (): void => {
      setRead({ state: 'loading' })
      setAttempt(attempt + 1)
    }
    readOrder(client, orderId, control.signal)
      .then((order) => setRead(order ? { state: 'there', order, onBoard: false } : { state: 'missing' }))
      .catch((error: unknown) => {
        if (control.signal.aborted) return
        ports.log('the order could not be read', error)
        setRead({ state: 'failed', error: isApiError(error) ? error : apiError('server_error'), retry })
      })
    return () => control.abort()
  }, [asks, attempt, client, orderId, ports])
  return onBoard ? { state: 'there', order: onBoard, onBoard: true } : read
}
