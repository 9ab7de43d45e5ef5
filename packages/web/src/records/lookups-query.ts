import { queryOptions } from '@tanstack/react-query'
import type { Core } from '@tiffin/core'
import type { Actor } from '@tiffin/core/rules'
import { readLookups } from '@tiffin/core/screens'

/** The short lists that most screens need, loaded together with the first screen (REF-24). */
export const lookupsQuery = (client: Core['client'], actor: Actor) =>
  queryOptions({
    queryKey: ['lookups', actor.admin_id, actor.company],
    queryFn: ({ signal }) => readLookups(client, actor, { signal }),
    staleTime: 60_000,
  })
