import type { SessionCompany } from '@tiffin/sdk/contract'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { companyRoutes, isExpiring } from '@tiffin/core/rules'
import { formatDollars } from '@tiffin/core/subscription'
import { Link } from 'react-router'
import { useBilling } from '../shell/use-billing.ts'
import { Banner } from '../ui/banner.tsx'

/** Tells users who can pay that the subscription expires soon (BOARD-40, BILL-17). */
export function ExpiringBanner({ company }: { company: SessionCompany }) {
  const t = useTranslate()
  const { session } = useCore()
  const lang = useSelected(session.store, (state) => state.lang)
  const left = company.remaining_time
  const isDueSoon = left !== null && left >= 0 && left < 5
  const billing = useBilling({ enabled: isDueSoon })
  if (!isDueSoon || !billing || !isExpiring(left, billing.due)) return null
  return (
    <Banner tone="warning" testId="expiring">
      {t('Subscription expires in %1 days, amount due %2', [left, formatDollars(billing.due, lang)])}{' '}
      <Link to={companyRoutes['Company-Tariff']}>{t('Tariff')}</Link>
    </Banner>
  )
}
