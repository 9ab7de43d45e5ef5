import { Suspense, useEffect, useMemo } from 'react'
import { actorOf } from '@tiffin/core'
import { useCore, useSelected } from '@tiffin/core/react'
import { areaOf, type Screen, screenFor, screenIn, screens } from '@tiffin/core/screens'
import { useLocation } from 'react-router'
import { PageSkeleton } from '../pages/page-skeleton.tsx'
import { InnerList, ListPage } from './list/list-page.tsx'
import { OwnRecord, RowsForm } from './parts.ts'
import { InnerListProvider } from './records-context.ts'
import { queries, RecordsFrame } from './records-frame.tsx'

/** Any documented address whose screen is declared in `core/screens`. */
export function RecordsPage() {
  const { session } = useCore()
  const admin = useSelected(session.store, (state) => state.user?.admin_id)
  const { pathname } = useLocation()
  const user = useSelected(session.store, (state) => state.user)
  const screen = useMemo(() => {
    const found = screenIn(screens, pathname)
    return found && user ? screenFor(found, actorOf(user)) : found
  }, [pathname, user])

  // What one person has read is not shown to the next.
  useEffect(() => () => queries.clear(), [admin])

  if (!screen) return null
  return (
    <RecordsFrame screen={screen} area={areaOf(pathname)}>
      <InnerListProvider value={<InnerList />}>
        <Suspense fallback={<PageSkeleton />}>
          <Content kind={screen.editor.kind} />
        </Suspense>
      </InnerListProvider>
    </RecordsFrame>
  )
}

function Content({ kind }: { kind: Screen['editor']['kind'] }) {
  if (kind === 'page') return <OwnRecord />
  return kind === 'form' ? <RowsForm /> : <ListPage />
}
