import type { Client } from '@tiffin/sdk/client'
import { type ApiError, type Calls, isApiError, type Output } from '@tiffin/sdk/contract'
import type { Ports } from '../ports.ts'

export type TimelineEvent = Output<Calls['Order']['timeline']>['data']['events'][number]

export interface Timeline {
  /** Null until loaded. */
  events: readonly TimelineEvent[] | null
  error: ApiError | null
}

/** Polling is needed: showing an order on a console does not change the order, so no update announces it. */
const INTERVAL_MS = 5000

/**
 * Loads an order's timeline across all front-ends, now and every few seconds (KDS-14); returns a function that stops
 * it.
 */
export function watchTimeline(
  { client, ports }: { client: Client; ports: Ports },
  orderId: number,
  show: (change: (before: Timeline) => Timeline) => void,
): () => void {
  const control = new AbortController()
  let cancel = (): void => {}
  const read = (): void => {
    client.Order.timeline({ order_id: orderId }, { signal: control.signal })
      .then(({ data }) => show(() => ({ events: data.events, error: null })))
      .catch((error: unknown) => {
        if (control.signal.aborted) return
        ports.log("can't read the timeline", error)
        if (isApiError(error)) show(({ events }) => ({ events, error }))
      })
      .finally(() => {
        if (!control.signal.aborted) cancel = ports.clock.after(INTERVAL_MS, read)
      })
  }
  read()
  return () => {
    control.abort()
    cancel()
  }
}
