import { useEffect, useState } from 'react'
import { actorOf, type Billing, readBilling } from '@tiffin/core'
import type { SessionCompany } from '@tiffin/sdk/contract'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { companyRoutes, isExpiring, managesCompany } from '@tiffin/core/rules'
import { Link } from 'react-router'
import { Banner } from '../ui/banner.tsx'

/** Tells those who can pay that the subscription ends soon (BOARD-40, BILL-17). */
export function ExpiringBanner({ company }: { company: SessionCompany }) {
  const t = useTranslate()
  const { client, session, ports } = useCore()
  const user = useSelected(session.store, (state) => state.user)
  const [billing, setBilling] = useState<Billing | null>(null)
  const left = company.remaining_time
  const id = company.company_id
  const asks = user !== null && managesCompany(actorOf(user)) && left !== null && left >= 0 && left < 5

  useEffect(() => {
    if (!asks) return
    let current = true
    readBilling(client, id)
      .then((read) => current && setBilling(read))
      .catch((error: unknown) => ports.log('the amount due could not be read', error))
    return () => {
      current = false
    }
  }, [client, ports, asks, id])

  if (!asks || !billing || !isExpiring(left, billing.due)) return null
  return (
    <Banner tone="warning" testId="expiring">
      {t('Subscription expires in %1 days, amount due %2', [left, `$${billing.due}`])}{' '}
      <Link to={companyRoutes['Company-Tariff']}>{t('Tariff')}</Link>
    </Banner>
  )
}
