import { useEffect, useMemo } from 'react'
import { actorOf, routeAt } from '@tiffin/core'
import { useCore, useSelected } from '@tiffin/core/react'
import { areaOf, screenIn, screens } from '@tiffin/core/screens'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { ComingPage } from '../pages/coming-page.tsx'
import { ListPage } from './list/list-page.tsx'
import { RecordsProvider, type RecordsView } from './records-context.ts'

// The client of the contract repeats reads by itself.
const queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 0 } } })

/** Any documented address whose screen is declared in `core/screens`. */
export function RecordsPage() {
  const { session, serverClock } = useCore()
  const user = useSelected(session.store, (state) => state.user)
  const lang = useSelected(session.store, (state) => state.lang) || 'en'
  const { pathname } = useLocation()
  const screen = screenIn(screens, pathname)
  const area = areaOf(pathname)

  // What one person has read is not shown to the next.
  const admin = user?.admin_id
  useEffect(() => () => queries.clear(), [admin])

  const view = useMemo((): RecordsView | null => {
    if (!user || !screen) return null
    const own = actorOf(user)
    const timezone = user.company?.timezone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
    return {
      screen,
      area,
      user,
      actor: area === 'platform' ? { ...own, company: null } : own,
      company: area === 'platform' ? 0 : undefined,
      lang,
      timezone,
      today: () => ({ now: serverClock.now(), timezone }),
    }
  }, [user, screen, area, lang, serverClock])

  const route = routeAt(pathname)
  if (!view) return route && <ComingPage name={route} />
  return (
    <QueryClientProvider client={queries}>
      <RecordsProvider value={view} key={`${view.screen.name} ${area} ${view.user.company?.company_id ?? 0}`}>
        <ListPage />
      </RecordsProvider>
    </QueryClientProvider>
  )
}
