import { Suspense } from 'react'
import { useCore, useSelected } from '@tiffin/core/react'
import { administratorRoutes, missingOption, type RouteName } from '@tiffin/core/rules'
import { Navigate, useSearchParams } from 'react-router'
import { RecordsPage, screens } from '../screens.ts'
import { OptionPage } from './option-page.tsx'
import { PageSkeleton } from './page-skeleton.tsx'

/** The content of a route: its screen, unless the company's tariff closes it (GATE-01). */
export function Screen({ name }: { name: RouteName }) {
  const { session } = useCore()
  const company = useSelected(session.store, (state) => state.user?.company ?? null)
  const [search] = useSearchParams()
  const missing = missingOption(company, name)
  const Content = screens[name] ?? RecordsPage
  // Both reports are documented under one path (AMB-042).
  if (name === 'Administrator-Report-Orders' && search.get('report') === 'payments') {
    return <Navigate to={administratorRoutes['Administrator-Report-Payments']} replace />
  }
  if (missing) return <OptionPage route={name} option={missing} />
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Content />
    </Suspense>
  )
}
