import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useMemo } from 'react'
import { actorOf } from '@tiffin/core'
import { useCore, useSelected } from '@tiffin/core/react'
import { areaOf, type Screen, screenFor, screenIn, screens } from '@tiffin/core/screens'
import { useLocation, useSearchParams } from 'react-router'
import { PageSkeleton } from '../pages/page-skeleton.tsx'
import { COMPANIES } from '../shell/companies-query.ts'
import { InnerList, ListPage } from './list/list-page.tsx'
import { OwnRecord, ReportPage, RowsForm } from './lazy-components.ts'
import { chosenReport } from './order-reports/report-url.ts'
import { InnerListProvider } from './records-context.ts'
import { RecordsFrame } from './records-frame.tsx'

/** Any documented address whose screen is declared in `core/screens`. */
export function RecordsPage() {
  const { session } = useCore()
  const queries = useQueryClient()
  const { pathname } = useLocation()
  const user = useSelected(session.store, (state) => state.user)
  const screen = useMemo(() => {
    const found = screenIn(screens, pathname)
    return found && user ? screenFor(found, actorOf(user), areaOf(pathname)) : found
  }, [pathname, user])

  // Coming back to these pages must show no old data.
  useEffect(() => () => queries.removeQueries({ predicate: ({ queryKey: [kind] }) => kind !== COMPANIES }), [queries])

  if (!screen) return null
  return (
    <RecordsFrame screen={screen} area={areaOf(pathname)}>
      <InnerListProvider value={<InnerList />}>
        <Suspense fallback={<PageSkeleton />}>
          <Content screen={screen} />
        </Suspense>
      </InnerListProvider>
    </RecordsFrame>
  )
}

function Content({ screen: { name, editor } }: { screen: Screen }) {
  const [params] = useSearchParams()
  if (editor.kind === 'page') return <OwnRecord />
  if (name === 'orders report' && chosenReport(params) !== 'orders') return <ReportPage />
  return editor.kind === 'form' ? <RowsForm /> : <ListPage />
}
