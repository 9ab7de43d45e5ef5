import type { Core } from '@tiffin/core'

/** Sends new orders that have been waiting since an earlier visit. The code for it is loaded only if there are any. */
export function sendStoredOrders(core: Core): void {
  if ((core.ports.moves?.keys('order.') ?? []).length === 0) return
  import('./stored-orders.ts')
    .then(({ newOrdersOf }) => newOrdersOf(core).sendStored())
    .catch((error: unknown) => core.ports.log("can't send waiting orders", error))
}
