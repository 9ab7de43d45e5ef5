import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { pathOfRoute, publicRoutes, routeAt } from '@tiffin/core'
import { useCore, useSelected } from '@tiffin/core/react'
import { administratorRoutes, pages, routeNames } from '@tiffin/core/rules'
import { Navigate, Outlet, Route, Routes, useLocation, useSearchParams } from 'react-router'
import { otherCompany } from './company-url.ts'
import { homePath } from './home-path.ts'
import { type FromState, storeLatestPage } from './latest-page.ts'
import { LATE_MS } from './lazy-component.ts'
import { ErrorBoundary, ErrorPage } from './pages/error-page.tsx'
import { StillLoadingPage } from './pages/still-loading-page.tsx'
import { Splash } from './pages/splash.tsx'
import { MAP_PATH } from './map/map-window.ts'
import { ApprovePage, AuthPage, FactorPage, MapPage, NotFound, PairPage, Screen, Shell, SignIn, StatePage } from './lazy-pages.ts'
import type { AuthPath } from './pages/auth-page.tsx'
import { useHasElapsed } from './ui/use-has-elapsed.ts'

const authPaths: readonly AuthPath[] = ['/auth', '/registration', '/RepairPassword', '/Phone', '/EnterPin', '/CreatePin']

/** The documented addresses. */
export const Pages = () => (
  <ErrorBoundary whole>
    <Suspense fallback={<PageAwaited />}>
      <FactorGate>
        <Routes>
          <Route path={publicRoutes.login} element={<SignIn />} />
          <Route path="/ClassicAuth" element={<SignIn />} />
          {authPaths.map((path) => (
            <Route key={path} path={path} element={<AuthPage path={path} />} />
          ))}
          {/* NAV-05, NAV-06: the one with the company's map key, the other with the geocoder's (AMB-055). */}
          <Route path="/map" element={<MapPage provider="company" />} />
          <Route path={MAP_PATH} element={<MapPage provider="api" />} />
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
              path="/approve"
              element={
                <Guard>
                  <ApprovePage />
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
          {/* Documented as Merhcant; the correct spelling works too (AMB-043). */}
          <Route
            path="/Administrator/Merchant"
            element={<Navigate to={administratorRoutes['Administrator-Merchant']} replace />}
          />
        </Routes>
      </FactorGate>
    </Suspense>
  </ErrorBoundary>
)

const PageAwaited = () => (useHasElapsed(LATE_MS) ? <StillLoadingPage whole /> : <Splash awaits="Loading page…" />)

/** Shows only the second-factor page, at any address, to users who must pass or set up a second factor. */
function FactorGate({ children }: { children: ReactNode }) {
  const { session } = useCore()
  const step = useSelected(session.store, (state) => state.secondStep)
  const user = useSelected(session.store, (state) => (state.phase === 'signed_in' ? state.user : null))
  // The page stays until its recovery codes have been seen.
  const [settingUp, setSettingUp] = useState<number>()
  if (user?.factor_required && settingUp !== user.admin_id) setSettingUp(user.admin_id)
  const isNeeded = user ? settingUp === user.admin_id : step
  return isNeeded ? <FactorPage user={user} onDone={() => setSettingUp(undefined)} /> : children
}

/** The frame surrounds every page after sign-in, even an unknown one. */
function Framed() {
  const { session } = useCore()
  const signedIn = useSelected(session.store, (state) => state.phase === 'signed_in')
  return signedIn ? <Shell /> : <Outlet />
}

/**
 * NAV-65: a signed-out user goes to the sign-in page and returns to the requested page afterwards. NAV-64: pages
 * outside a user's navigation do not exist for them; only the order page redirects to the one they have (AMB-046).
 */
function Guard({ children }: { children: ReactNode }) {
  const { session, ports } = useCore()
  const signedIn = useSelected(session.store, (state) => state.phase === 'signed_in')
  const user = useSelected(session.store, (state) => state.user)
  const { pathname, search } = useLocation()
  const route = routeAt(pathname)
  const allowed = route === undefined || user === null || user.navigation.includes(route)
  const path = pathname + search
  // Permissions there are known only after switching to that company.
  const isElsewhere = otherCompany(route, new URLSearchParams(search), user) !== undefined
  useEffect(() => {
    if (user && allowed) storeLatestPage(ports, { admin: user.admin_id, path, route })
  }, [ports, user, path, route, allowed])
  const state: FromState = { from: path }
  if (!signedIn) return <Navigate to={publicRoutes.login} replace state={state} />
  // A user without any page sees a message inside the frame, where they can switch companies and sign out (BOARD-41).
  if (allowed || isElsewhere || (route === 'Company-Order' && user?.navigation.length === 0)) return children
  const home = user ? homePath(user) : publicRoutes.login
  return route === 'Company-Order' && home !== pathname ? <Navigate to={home} replace /> : <NotFound needsRight />
}

/** Continues at the route named by `back`, if it is open to the user (NAV-12, AMB-018). */
function Reload() {
  const { session } = useCore()
  const user = useSelected(session.store, (state) => state.user)
  const [search] = useSearchParams()
  if (!user) return null
  return <Navigate to={pathOfRoute(search.get('back') ?? '', user.navigation) ?? homePath(user)} replace />
}
