import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useCore } from '@tiffin/core/react'
import { watchTables } from '@tiffin/core/screens'
import { readSubscription } from '@tiffin/core/subscription'
import { readOnce } from '../queries.ts'

const watched: ReadonlySet<string> = new Set(['payment', 'booking', 'company'])

/** The company's subscription, kept up to date by live updates. */
export function useSubscription(company: number) {
  const core = useCore()
  const { data, isError, refetch } = useQuery({
    ...readOnce,
    queryKey: ['subscription', company],
    // A new object for each read: a payment in progress checks its state then.
    structuralSharing: false,
    queryFn: ({ signal }) => readSubscription(core.client, company, { signal }),
    meta: { failure: "can't read the subscription" },
  })
  const watch = useEffectEvent(() =>
    watchTables(core, { company, tables: watched, since: data?.feed ?? 0, onChange: () => void refetch() }),
  )
  const isLoaded = data !== undefined
  useEffect(() => (isLoaded ? watch() : undefined), [isLoaded, company])
  return { subscription: data, isFailed: isError && !data, reload: () => void refetch() }
}
