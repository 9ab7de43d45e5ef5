import { queryOptions } from '@tanstack/react-query'
import type { Client } from '@tiffin/sdk/client'
import { readLookups } from '@tiffin/core/screens'

/** The short lists that most screens need, read together when the first screen opens (REF-24). */
export const lookupsQuery = (client: Client) =>
  queryOptions({ queryKey: ['lookups'], queryFn: ({ signal }) => readLookups(client, { signal }), staleTime: 60_000 })
