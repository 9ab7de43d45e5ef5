import { queryOptions } from '@tanstack/react-query'
import type { Core } from '@tiffin/core'
import { readLookups } from '@tiffin/core/screens'

/** The short lists that most screens need, read together when the first screen opens (REF-24). */
export const lookupsQuery = (client: Core['client']) =>
  queryOptions({ queryKey: ['lookups'], queryFn: ({ signal }) => readLookups(client, { signal }), staleTime: 60_000 })
