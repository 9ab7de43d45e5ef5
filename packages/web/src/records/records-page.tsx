import { useEffect } from 'react'
import { routeAt } from '@tiffin/core'
import { useCore, useSelected } from '@tiffin/core/react'
import { areaOf, screenIn, screens } from '@tiffin/core/screens'
import { useLocation } from 'react-router'
import { ComingPage } from '../pages/coming-page.tsx'
import { ListPage } from './list/list-page.tsx'
import { queries, RecordsFrame } from './records-frame.tsx'

/** Any documented address whose screen is declared in `core/screens`. */
export function RecordsPage() {
  const { session } = useCore()
  const admin = useSelected(session.store, (state) => state.user?.admin_id)
  const { pathname } = useLocation()
  const screen = screenIn(screens, pathname)

  // What one person has read is not shown to the next.
  useEffect(() => () => queries.clear(), [admin])

  const route = routeAt(pathname)
  if (!screen) return route && <ComingPage name={route} />
  return (
    <RecordsFrame screen={screen} area={areaOf(pathname)}>
      <ListPage />
    </RecordsFrame>
  )
}
