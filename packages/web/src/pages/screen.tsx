import { Suspense } from 'react'
import { useCore, useSelected } from '@tiffin/core/react'
import { administratorRoutes, missingOption, pages, type RouteName } from '@tiffin/core/rules'
import { Navigate, useSearchParams } from 'react-router'
import { otherCompany } from '../company-url.ts'
import { lazyComponent } from '../lazy-component.ts'
import { contents } from '../screens.ts'
import { OptionPage } from './option-page.tsx'
import { PageSkeleton } from './page-skeleton.tsx'

const OtherCompany = lazyComponent(async () => (await import('./other-company.tsx')).OtherCompany)

/**
 * The content of a route: its screen, unless the address belongs to another company or the company's plan does not
 * include it (GATE-01).
 */
export function Screen({ name }: { name: RouteName }) {
  const { session } = useCore()
  const user = useSelected(session.store, (state) => state.user)
  const company = user?.company ?? null
  const [search] = useSearchParams()
  const missing = missingOption(company, name)
  const Content = contents[pages[name].kind ?? 'records']
  // Both reports are documented under one path (AMB-042).
  if (name === 'Administrator-Report-Orders' && search.get('report') === 'payments') {
    return <Navigate to={administratorRoutes['Administrator-Report-Payments']} replace />
  }
  const other = otherCompany(name, search, user)
  if (other !== undefined)
    return (
      <Suspense fallback={<PageSkeleton />}>
        <OtherCompany key={other} company={other} own={company} />
      </Suspense>
    )
  if (missing) return <OptionPage route={name} option={missing} />
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Content />
    </Suspense>
  )
}
