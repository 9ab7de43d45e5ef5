import { QueryCache, QueryClient } from '@tanstack/react-query'
import type { Ports } from '@tiffin/core'

declare module '@tanstack/react-query' {
  interface Register {
    /** Log message if a read fails. */
    queryMeta: { failure?: string }
  }
}

/** One client for all reads of a user, so that the next user sees none of them. */
export const createQueries = ({ log }: Pick<Ports, 'log'>): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({ onError: (error, { meta }) => meta?.failure !== undefined && log(meta.failure, error) }),
    // The contract's client already retries reads.
    defaultOptions: { queries: { retry: false, staleTime: 0 } },
  })

/** For a read shown on the current page: made once, at once and even offline, which it then reports. */
export const readOnce = { gcTime: 0, networkMode: 'always', refetchOnWindowFocus: false, refetchOnReconnect: false } as const
