import { Box, Tabs } from '@chakra-ui/react'
import { type ReactNode, Suspense } from 'react'
import { actorOf } from '@tiffin/core'
import type { SessionCompany } from '@tiffin/sdk/contract'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { managesCompany } from '@tiffin/core/rules'
import { guideTarget } from '../help/guide-target.ts'
import { lazyComponent } from '../lazy-component.ts'
import { Banner } from '../ui/banner.tsx'
import { ChooseCompany } from '../ui/choose-company.tsx'
import { Button } from '../ui/controls.ts'
import { tabStyles } from '../ui/tab-styles.ts'
import { usePageParams } from '../ui/use-page-params.ts'
import { TariffTab } from './tariff-tab.tsx'
import { UsageFacts } from './usage-facts.tsx'
import { useSubscription } from './use-subscription.ts'

const BillingTab = lazyComponent(async () => (await import('./billing-tab.tsx')).BillingTab)

const tabNames = ['Tariff', 'Billing'] as const

/** The subscription of the company (NAV-59); only its managers see amounts and change it. */
export function SubscriptionPage() {
  const { session } = useCore()
  const user = useSelected(session.store, (state) => state.user)
  const company = user?.company
  if (!company) return <ChooseCompany />
  if (!managesCompany(actorOf(user))) return <ViewOnly company={company} />
  return <Managed key={company.company_id} company={company} />
}

function Managed({ company }: { company: SessionCompany }) {
  const t = useTranslate()
  const { subscription, isFailed, reload } = useSubscription(company.company_id)
  const [params, setParams] = usePageParams()
  const tab = tabNames.find((name) => name === params.get('tab')) ?? 'Tariff'
  const choose = (value: string): void =>
    setParams((now) => {
      const next = new URLSearchParams(now)
      if (value === 'Tariff') next.delete('tab')
      else next.set('tab', value)
      return next
    })
  return (
    <Frame company={company}>
      <Tabs.Root value={tab} onValueChange={({ value }) => choose(value)} lazyMount unmountOnExit>
        <Tabs.List display="flex" gap="1" borderBottomWidth="1px" mb="4" overflowX="auto">
          {tabNames.map((name) => (
            <Tabs.Trigger key={name} value={name} css={tabStyles} {...(name === 'Billing' ? guideTarget('billing') : {})}>
              {t(name)}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {isFailed ? (
          <Box display="grid" gap="3" justifyItems="start" role="alert">
            {t("Can't load the subscription")}
            <Button onClick={reload}>{t('Retry')}</Button>
          </Box>
        ) : subscription ? (
          <>
            <Tabs.Content value="Tariff" outline="none">
              <TariffTab subscription={subscription} />
            </Tabs.Content>
            <Tabs.Content value="Billing" outline="none">
              <Suspense fallback={<Waiting />}>
                <BillingTab subscription={subscription} />
              </Suspense>
            </Tabs.Content>
          </>
        ) : (
          <Waiting />
        )}
      </Tabs.Root>
    </Frame>
  )
}

/** For users who may open the page but don't manage the company. */
function ViewOnly({ company }: { company: SessionCompany }) {
  const t = useTranslate()
  return (
    <Frame company={company}>
      <Box display="grid" gap="4" gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }}>
        <UsageFacts usage={company} />
      </Box>
      <Box mt="4" color="fg.muted">
        {t('Only the company owner can change the tariff.')}
      </Box>
    </Frame>
  )
}

function Frame({ company, children }: { company: SessionCompany; children: ReactNode }) {
  const t = useTranslate()
  return (
    <Box overflowY="auto" p={{ base: '3', sm: '6' }} data-testid="subscription">
      <Box maxW="1120px" mx="auto">
        <Box as="h1" fontSize="xl" fontWeight="semibold" mb="3">
          {t('Tariff')}
        </Box>
        {company.enable !== 1 && (
          <Box mb="4" mx="-2">
            <Banner tone="negative" testId="company-disabled">
              {t('The company is not enabled')}
            </Banner>
          </Box>
        )}
        {children}
      </Box>
    </Box>
  )
}

/** Keeps the layout; hidden for 200 ms. */
const Waiting = () => (
  <Box minH="96" display="grid" gap="3" alignContent="start" animation="appear 120ms 200ms both" aria-hidden="true">
    <Box h="20" borderRadius="l3" bg="bg.muted" />
    <Box h="72" borderRadius="l3" bg="bg.muted" />
  </Box>
)
