import { useQuery } from '@tanstack/react-query'
import { type BoardOrder, readOrder } from '@tiffin/core'
import { type ApiError, apiError, isApiError } from '@tiffin/sdk/contract'
import { useCore, useSelected } from '@tiffin/core/react'
import { readOnce } from '../queries.ts'

export type FoundOrder =
  | { state: 'loading' }
  | { state: 'missing' }
  /** It is not known whether the order exists. */
  | { state: 'failed'; error: ApiError; retry: () => void }
  | { state: 'there'; order: BoardOrder; onBoard: boolean }

/** An order of the board, with live updates; one that is not on the board is loaded once. */
export function useOrder(orderId: number): FoundOrder {
  const { board, client } = useCore()
  const onBoard = useSelected(board.store, (state) => state.rows.get(orderId))
  const { data, error, isFetching, refetch } = useQuery({
    ...readOnce,
    queryKey: ['order', orderId],
    enabled: onBoard === undefined,
    queryFn: async ({ signal }) => (await readOrder(client, orderId, signal)) ?? null,
    meta: { failure: "can't read the order" },
  })
  if (onBoard) return { state: 'there', order: onBoard, onBoard: true }
  if (data) return { state: 'there', order: data, onBoard: false }
  if (isFetching) return { state: 'loading' }
  if (error) return { state: 'failed', error: isApiError(error) ? error : apiError('server_error'), retry: () => void refetch() }
  return data === null ? { state: 'missing' } : { state: 'loading' }
}
