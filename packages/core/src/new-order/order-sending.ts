import { isApiError, orderWarnings as declaredWarnings } from '@tiffin/sdk/contract'
import { createNewOrderOutbox, type QueuedOrder, type QueuedOrderResult } from '#outbox/kinds/orders'
import { orderName } from '#board/order-name'
import { formatList, type OrderWarning, warningNames } from '#rules/index'
import type { Core } from '../create-core.ts'
import { isSessionError, isTransient } from '../transient-error.ts'

/**
 * The result of `create`: `waits` means that it is sent later, `incomplete` that nothing was sent, `left` that the caller
 * stopped waiting.
 */
export type Created = 'created' | 'waits' | 'refused' | 'incomplete' | 'left'

type Refused = Extract<QueuedOrderResult, { status: 'FAIL' }>

/** Sends finished orders one after the other, even after a restart, and reports the result of each. */
export interface OrderSending {
  send(order: Omit<QueuedOrder, 'at'>): Promise<Created>
  isSending(key: string): boolean
  /** The callers of `send` no longer wait; notices report the results. */
  stopWaiting(): void
  /** Sends orders left by an earlier run. */
  restore(): void
  /** Stops sending. Orders not sent yet stay stored for their owner. */
  close(): void
}

export function createOrderSending(options: {
  core: Core
  owner: () => string
  /** Called with the number of orders not sent yet. */
  changed: (count: number) => void
  /** Gives a refused order back to be corrected; opens it if its caller waits. */
  refused: (order: QueuedOrder, why: { refusal: Refused['refusal']; warned: OrderWarning[]; isAwaited: boolean }) => void
}): OrderSending {
  const { core, owner, changed, refused } = options
  const { client, board, notices, i18n, ports } = core
  /** Callers that wait for a result, by order; null for those that no longer wait. */
  const waiters = new Map<string, ((created: Created) => void) | null>()

  const outbox = createNewOrderOutbox({
    client,
    ports,
    owner,
    answered,
    failed: (error) => (isTransient(error) || (isApiError(error) && isSessionError(error))) && notifyWaiting(),
    changed: () => changed(outbox.entries().length),
    notSaved: () => void notices.show('warning', "Can't save changes on this device. Keep it on until they are sent."),
  })

  /** Notifies all callers, because the outbox sends one order after the other. */
  function notifyWaiting(): void {
    if (waiters.size === 0) return
    notices.show('warning', "Can't reach the server. The order will be sent as soon as possible.")
    for (const resolve of waiters.values()) resolve?.('waits')
    waiters.clear()
  }

  function stopWaiting(): void {
    for (const [key, resolve] of waiters) {
      resolve?.('left')
      waiters.set(key, null)
    }
  }

  function answered(order: QueuedOrder, result: QueuedOrderResult): void {
    const resolve = waiters.get(order.intent_id)
    waiters.delete(order.intent_id)
    if (result.status === 'OK') {
      const merchant = (order.typed['merchant'] as number | null) ?? undefined
      const name = orderName(board.store.getState(), { ...result, merchant }, i18n.lang())
      notices.show('positive', 'Order %1 created', { params: [name] })
      return resolve?.('created')
    }
    const warned = declaredWarnings.filter((declaredWarning) => result.warned?.includes(declaredWarning))
    const names = warned.map((item) => i18n.t(warningNames[item]))
    const refusal = warned.length === 0 ? result.refusal : { ...result.refusal, params: [formatList(names, i18n.lang())] }
    refused(order, { refusal, warned, isAwaited: Boolean(resolve) })
    if (resolve) return resolve('refused')
    const why = i18n.t.sentence(refusal)
    notices.show('negative', 'Order not created: %1 It is parked under New order.', { params: [why], ms: Infinity })
  }

  return {
    send(order) {
      const { promise, resolve } = Promise.withResolvers<Created>()
      waiters.set(order.intent_id, resolve)
      outbox.add([{ ...order, at: ports.clock.now() }])
      return promise
    },
    isSending: (key) => outbox.entries().some(({ intent_id }) => intent_id === key),
    stopWaiting,
    restore: () => outbox.restore(),
    close() {
      outbox.close()
      stopWaiting()
      waiters.clear()
    },
  }
}
