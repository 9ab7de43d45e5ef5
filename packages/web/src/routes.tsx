import { type ReactNode, Suspense, useEffect } from 'react'
import { pathOfRoute, publicRoutes, routeAt } from '@tiffin/core'
import { useCore, useSelected } from '@tiffin/core/react'
import { administratorRoutes, pages, routeNames } from '@tiffin/core/rules'
import { Navigate, Outlet, Route, Routes, useLocation, useSearchParams } from 'react-router'
import { otherCompany } from './company-url.ts'
import { homePath } from './home-path.ts'
import { type FromState, keepLatestPage } from './latest-page.ts'
import { LATE_MS } from './load-part.ts'
import { ErrorBoundary, ErrorPage } from './pages/error-page.tsx'
import { LatePage } from './pages/late-page.tsx'
import { Splash } from './pages/splash.tsx'
import { NotFound, PairPage, Screen, Shell, SignIn, StatePage } from './parts.ts'
import { useLate } from './ui/use-late.ts'

/** The documented addresses. */
export const Pages = () => (
  <ErrorBoundary whole>
    <Suspense fallback={<PageAwaited />}>
      <Routes>
        <Route path={publicRoutes.login} element={<SignIn />} />
        <Route path="/ClassicAuth" element={<SignIn />} />
        <Route path="/error" element={<ErrorPage whole />} />
        <Route
          path={publicRoutes.Reload}
          element={
            <Guard>
              <Reload />
            </Guard>
          }
        />
        <Route element={<Framed />}>
          {routeNames.map((name) => (
            <Route
              key={name}
              path={pages[name].path}
              element={
                <Guard>
                  <Screen key={name} name={name} />
                </Guard>
              }
            />
          ))}
          <Route
            path="/Tasks"
            element={
              <Guard>
                <StatePage />
              </Guard>
            }
          />
          <Route
            path="/pair"
            element={
              <Guard>
                <PairPage />
              </Guard>
            }
          />
          <Route path={publicRoutes['error404-page']} element={<NotFound />} />
        </Route>
        {/* Documented as Merhcant; whoever types it right gets there too (AMB-043). */}
        <Route path="/Administrator/Merchant" element={<Navigate to={administratorRoutes['Administrator-Merchant']} replace />} />
      </Routes>
    </Suspense>
  </ErrorBoundary>
)

const PageAwaited = () => (useLate(LATE_MS) ? <LatePage whole /> : <Splash awaits="Loading page…" />)

/** The frame is around every page of somebody who is signed in, also around one that does not exist. */
function Framed() {
  const { session } = useCore()
  const signedIn = useSelected(session.store, (state) => state.phase === 'signed_in')
  return signedIn ? <Shell /> : <Outlet />
}

/**
 * NAV-65: whoever is not signed in goes to the sign-in, and afterwards back to where they wanted to go. NAV-64: what is
 * not in somebody's navigation does not exist for them; only the order page leads to the one that they have (AMB-046).
 */
function Guard({ children }: { children: ReactNode }) {
  const { session, ports } = useCore()
  const signedIn = useSelected(session.store, (state) => state.phase === 'signed_in')
  const user = useSelected(session.store, (state) => state.user)
  const { pathname, search } = useLocation()
  const route = routeAt(pathname)
  const allowed = route === undefined || user === null || user.navigation.includes(route)
  const path = pathname + search
  // What somebody may see there is known when they have gone there.
  const isElsewhere = otherCompany(route, new URLSearchParams(search), user) !== undefined
  useEffect(() => {
    if (user && allowed) keepLatestPage(ports, { admin: user.admin_id, path, route })
  }, [ports, user, path, route, allowed])
  const state: FromState = { from: path }
  if (!signedIn) return <Navigate to={publicRoutes.login} replace state={state} />
  // Who has no page at all is told so within the frame, which has the other companies and the way out (BOARD-41).
  if (allowed || isElsewhere || (route === 'Company-Order' && user?.navigation.length === 0)) return children
  const home = user ? homePath(user) : publicRoutes.login
  return route === 'Company-Order' && home !== pathname ? <Navigate to={home} replace /> : <NotFound />
}

/** Goes on to the route named by `back`, if it is the person's own (NAV-12, AMB-018). */
function Reload() {
  const { session } = useCore()
  const user = useSelected(session.store, (state) => state.user)
  const [search] = useSearchParams()
  if (!user) return null
  return <Navigate to={pathOfRoute(search.get('back') ?? '', user.navigation) ?? homePath(user)} replace />
}
