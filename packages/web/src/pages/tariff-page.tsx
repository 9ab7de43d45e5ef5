import { Box, chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { actorOf, type Billing } from '@tiffin/core'
import type { SessionCompany } from '@tiffin/sdk/contract'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { localized, managesCompany, orderUsage } from '@tiffin/core/rules'
import { useBilling } from '../shell/use-billing.ts'
import { Banner } from '../ui/banner.tsx'
import { ChooseCompany } from '../ui/choose-company.tsx'

/** The company's plan, usage and amount due; amounts are in dollars (GATE-02, BILL-04, BILL-05, BILL-12). */
export function TariffPage() {
  const t = useTranslate()
  const { session } = useCore()
  const user = useSelected(session.store, (state) => state.user)
  const lang = useSelected(session.store, (state) => state.lang)
  const billing = useBilling()
  const company = user?.company
  const manages = user !== null && managesCompany(actorOf(user))

  if (!company) return <ChooseCompany />
  const usage = orderUsage(company)
  return (
    <Box overflowY="auto" p={{ base: '4', sm: '6' }}>
      <Box maxW="560px" display="grid" gap="5">
        <Box as="h1" fontSize="xl" fontWeight="semibold">
          {t('Tariff')}
        </Box>
        <CompanyState company={company} />
        <chakra.dl display="grid" gridTemplateColumns="auto 1fr" columnGap="6" rowGap="2">
          <Fact name={t('Tariff')}>{billing?.tariff ? localized(billing.tariff.name, lang) : '—'}</Fact>
          {company.remaining_time !== null && (
            <Fact name={t('Days left')}>
              <Box as="span" color={company.remaining_time < 5 ? 'negative' : undefined} fontWeight="semibold">
                {company.remaining_time}
              </Box>
            </Fact>
          )}
          {usage && (
            <Fact name={t('Orders used')}>
              <Box as="span" color={usage.tone === 'red' ? 'negative' : 'positive'} fontWeight="semibold">
                {company.order_count} / {company.limit_order}
              </Box>
            </Fact>
          )}
          {billing && <Amounts billing={billing} />}
        </chakra.dl>
        <Box color="fg.muted">
          {manages
            ? t('To change your tariff or top up, contact platform support.')
            : t('Only the company owner can change the tariff.')}
        </Box>
      </Box>
    </Box>
  )
}

/** In the platform's currency, even if the company has another (BILL-12). */
export function Amounts({ billing }: { billing: Pick<Billing, 'balance' | 'due'> }) {
  const t = useTranslate()
  return (
    <>
      <Fact name={t('Balance')}>${billing.balance}</Fact>
      <Fact name={t('Amount due')}>${billing.due}</Fact>
    </>
  )
}

function CompanyState({ company }: { company: SessionCompany }) {
  const t = useTranslate()
  if (company.enable !== 1) {
    return (
      <Banner tone="negative" testId="company-disabled">
        {t('The company is not enabled')}
      </Banner>
    )
  }
  return null
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <chakra.dt color="fg.muted">{name}</chakra.dt>
    <chakra.dd>{children}</chakra.dd>
  </>
)
