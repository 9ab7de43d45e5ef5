import { useCallback, useEffect } from 'react'
import type { NewOrders } from '@tiffin/core/new-order'
import { useCore } from '@tiffin/core/react'

/**
 * Shows a notice when a phone rings; `open` opens the wizard once there is an order for the caller. Returns a function that
 * answers the latest call. The code for new orders is loaded with the first call.
 */
export function useCalls(open: () => void): () => void {
  const core = useCore()
  const withOrders = useCallback(
    (work: (orders: NewOrders) => unknown): void => {
      import('./stored-orders.ts')
        .then(({ newOrdersOf }) => work(newOrdersOf(core)))
        .catch((error: unknown) => core.ports.log("can't show a call", error))
    },
    [core],
  )
  useEffect(
    () => core.board.onRing((phones) => withOrders((orders) => phones.map((phone) => orders.ring(phone, open)))),
    [core, open, withOrders],
  )
  return useCallback(() => withOrders((orders) => orders.answer() && open()), [open, withOrders])
}
