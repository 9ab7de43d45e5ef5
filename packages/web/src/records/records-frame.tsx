import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo } from 'react'
import { actorOf } from '@tiffin/core'
import { useCore, useSelected } from '@tiffin/core/react'
import type { Area, Screen } from '@tiffin/core/screens'
import { lookupsQuery } from './lookups-query.ts'
import { RecordsProvider, type RecordsView } from './records-context.ts'

/** Provides lists, editors and inputs with their screen and company; a change of either resets them. */
export function RecordsFrame({ screen, area, children }: { screen: Screen; area: Area; children: ReactNode }) {
  const { client, session, serverClock } = useCore()
  const queries = useQueryClient()
  const user = useSelected(session.store, (state) => state.user)
  const lang = useSelected(session.store, (state) => state.lang) || 'en'

  useEffect(() => {
    if (user) void queries.prefetchQuery(lookupsQuery(client, actorOf(user)))
  }, [client, queries, user])

  const view = useMemo((): RecordsView | null => {
    if (!user) return null
    const own = actorOf(user)
    // Company staff with a page of the administrator area still act for their company.
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
    <RecordsProvider value={view} key={`${screen.name} ${area} ${view.user.company?.company_id ?? 0}`}>
      {children}
    </RecordsProvider>
  )
}
