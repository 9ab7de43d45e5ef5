import { useQuery } from '@tanstack/react-query'
import { findByText } from '@tiffin/core'
import { useCore, useSelected } from '@tiffin/core/react'
import { readOnce } from '../queries.ts'

type FoundEntries = Awaited<ReturnType<typeof findByText>>
const nothing: FoundEntries = { orders: [], records: [], lists: [] }
/** Milliseconds between the last keystroke and the request. */
const DEBOUNCE = 200

/** Orders and records that the server finds for a text; `busy` until the response arrives. */
export function useSearchResults(text: string): FoundEntries & { busy: boolean } {
  const { client, session, ports } = useCore()
  const user = useSelected(session.store, (state) => state.user)
  const lang = useSelected(session.store, (state) => state.lang)
  const needle = text.trim()
  const { data = nothing, isLoading } = useQuery({
    ...readOnce,
    queryKey: ['found', user?.company?.company_id, lang, needle],
    enabled: user !== null && needle !== '',
    async queryFn({ signal }) {
      // Another keystroke aborts this request before it starts.
      await new Promise((resolve) => ports.clock.after(DEBOUNCE, () => resolve(undefined)))
      signal.throwIfAborted()
      return user ? findByText(client, user, { text: needle, lang, signal }) : nothing
    },
    meta: { failure: 'nothing could be looked up' },
  })
  return { ...data, busy: isLoading }
}
