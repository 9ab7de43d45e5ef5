import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCore } from '@tiffin/core/react'
import { readOnce } from '../queries.ts'

/** Polling is needed: showing an order on a console does not change the order, so no update announces it. */
const INTERVAL_MS = 5000

/** An order's timeline across all front-ends (KDS-14); reloads on each change of the order and at intervals. */
export function useOrderTimeline({ order_id, revision }: { order_id: number; revision: number }) {
  const { client } = useCore()
  return useQuery({
    ...readOnce,
    queryKey: ['order-timeline', order_id, revision],
    queryFn: async ({ signal }) => (await client.Order.timeline({ order_id }, { signal })).data.events,
    placeholderData: keepPreviousData,
    refetchInterval: INTERVAL_MS,
    refetchIntervalInBackground: true,
    meta: { failure: "can't read the timeline" },
  })
}
