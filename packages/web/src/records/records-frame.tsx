import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo } from 'react'
import { actorOf } from '@tiffin/core'
import { useCore, useSelected } from '@tiffin/core/react'
import type { Area, Screen } from '@tiffin/core/screens'
import { lookupsQuery } from './lookups-query.ts'
import { RecordsProvider, type RecordsView } from './records-context.ts'

// The client of the contract repeats reads by itself.
export const queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 0 } } })

/** Tells lists, editors and inputs whose records they are about; they start over for another screen or company. */
export function RecordsFrame({ screen, area, children }: { screen: Screen; area: Area; children: ReactNode }) {
  const { client, session, serverClock } = useCore()
  const user = useSelected(session.store, (state) => state.user)
  const lang = useSelected(session.store, (state) => state.lang) || 'en'

  useEffect(() => {
    if (user) void queries.prefetchQuery(lookupsQuery(client, actorOf(user)))
  }, [client, user])

  const view = useMemo((): RecordsView | null => {
    if (!user) return null
    const own = actorOf(user)
    // Somebody of a company whom the platform gave a page of the administrator area acts for the company all the same.
    const whole = area === 'platform' && user.role === 1
    const timezone = user.company?.timezone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
    return {
      screen,
      area,
      user,
      actor: whole ? { ...own, company: null, options: null } : own,
      company: whole ? 0 : undefined,
      lang,
      timezone,
      country: user.company?.country.alpha2 ?? '',
      today: () => ({ now: serverClock.now(), timezone }),
    }
  }, [user, screen, area, lang, serverClock])

  if (!view) return null
  return (
    <QueryClientProvider client={queries}>
      <RecordsProvider value={view} key={`${screen.name} ${area} ${view.user.company?.company_id ?? 0}`}>
        {children}
      </RecordsProvider>
    </QueryClientProvider>
  )
}
