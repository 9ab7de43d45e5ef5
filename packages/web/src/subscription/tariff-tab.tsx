import { Box } from '@chakra-ui/react'
import { useState } from 'react'
import { formatDay } from '@tiffin/core'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { companyToday, localized, monthlyBill, periodTotal, formatMoney } from '@tiffin/core/rules'
import {
  type CompanySubscription,
  initialPeriod,
  keptAddOns,
  offeredPeriods,
  type TariffCard as Card,
  tariffCard,
} from '@tiffin/core/subscription'
import type { SubscribePeriod } from '@tiffin/sdk/contract'
import { Button } from '../ui/controls.ts'
import { usePageParams } from '../ui/use-page-params.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { CorrectBalance } from './correct-balance.tsx'
import { ContactDialog } from './contact-dialog.tsx'
import { Dollars } from './dollars.tsx'
import { PendingPayments } from './pending-payments.tsx'
import { PeriodPrice } from './period-price.tsx'
import { TariffCard } from './tariff-card.tsx'
import { TopUpDialog } from './top-up-dialog.tsx'
import { Fact, UsageFacts } from './usage-facts.tsx'

export function TariffTab({ subscription }: { subscription: CompanySubscription }) {
  const t = useTranslate()
  const { session, serverClock } = useCore()
  const lang = useSelected(session.store, (state) => state.lang)
  const [period, choosePeriod] = usePeriod(subscription)
  /** Chosen add-ons by tariff. */
  const [addOns, setAddOns] = useState<Readonly<Record<number, readonly string[]>>>({})
  const [changing, setChanging] = useState<Card | null>(null)
  const [asking, setAsking] = useState<Card | null>(null)
  const now = serverClock.now()
  return (
    <Box display="grid" gap="5">
      <Summary subscription={subscription} />
      <PendingPayments subscription={subscription} />
      {period ? (
        <>
          <PeriodSwitch periods={offeredPeriods(subscription)} chosen={period} onChoose={choosePeriod} />
          <Box
            display="grid"
            gap="4"
            gridTemplateColumns="repeat(auto-fill, minmax(min(100%, 300px), 1fr))"
            data-testid="tariff-cards"
          >
            {subscription.tariffs.map((tariff) => {
              const card = tariffCard(
                subscription,
                { tariff, period, addOns: addOns[tariff.tariff_id] ?? keptAddOns(subscription, tariff) },
                now,
              )
              return (
                <TariffCard
                  key={tariff.tariff_id}
                  card={card}
                  onAddOns={(chosen) => setAddOns({ ...addOns, [tariff.tariff_id]: chosen })}
                  onAction={() => (card.action === 'contact' ? setAsking(card) : setChanging(card))}
                />
              )
            })}
          </Box>
        </>
      ) : null}
      {(!period || subscription.tariffs.length === 0) && (
        <Box color="fg.muted">{t('No tariffs are offered yet. Contact platform support.')}</Box>
      )}
      {changing && <ChangeDialog subscription={subscription} card={changing} onClose={() => setChanging(null)} />}
      {asking && <ContactDialog name={localized(asking.tariff.name, lang)} onClose={() => setAsking(null)} />}
    </Box>
  )
}

/** The chosen period, also in the address. */
function usePeriod(subscription: CompanySubscription) {
  const [params, setParams] = usePageParams()
  const named = offeredPeriods(subscription).find((one) => String(one.subscribe_period_id) === params.get('period'))
  const choose = ({ subscribe_period_id: id }: SubscribePeriod): void =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        next.set('period', String(id))
        return next
      },
      { replace: true },
    )
  return [named ?? initialPeriod(subscription), choose] as const
}

function Summary({ subscription }: { subscription: CompanySubscription }) {
  const t = useTranslate()
  const { session } = useCore()
  const lang = useSelected(session.store, (state) => state.lang)
  const [topUp, setTopUp] = useState(false)
  const { company, terms, due_date: due, timezone, balance } = subscription
  const name = subscription.tariffs.find(({ tariff_id }) => tariff_id === company.base_tariff)?.name
  const dayOf = (moment: string): string => formatDay(companyToday(Date.parse(moment), timezone), lang)
  const total = terms ? formatMoney(periodTotal(monthlyBill(terms), terms.period)) : '0.00'
  return (
    <Box display="grid" gap="4" gridTemplateColumns="repeat(auto-fit, minmax(min(100%, 220px), 1fr))">
      <Fact
        name={t('Balance')}
        note={
          <Box display="flex" flexWrap="wrap" gap="2">
            <Button size="sm" onClick={() => setTopUp(true)}>
              {t('Top up')}
            </Button>
            <CorrectBalance company={company.company_id} />
          </Box>
        }
      >
        <Box as="span" color={Number(balance) < 0 ? 'negative' : undefined} data-testid="balance">
          <Dollars amount={balance} />
        </Box>
      </Fact>
      <Fact name={t('Current tariff')} note={terms && <PeriodPrice total={total} months={terms.period.month} />}>
        {name ? localized(name, lang) : '—'}
        {company.trial === 1 && (
          <Box as="span" ms="2" fontSize="sm" fontWeight="medium" color="info">
            {t('Free trial')}
          </Box>
        )}
      </Fact>
      <UsageFacts
        usage={company}
        orderNote={company.order_limit_date && t('Restarts on %1', [dayOf(company.order_limit_date)])}
        daysNote={due && t('Until %1', [dayOf(due)])}
      />
      {topUp && <TopUpDialog subscription={subscription} price={total} onClose={() => setTopUp(false)} />}
    </Box>
  )
}

interface PeriodProps {
  periods: readonly SubscribePeriod[]
  chosen: SubscribePeriod
  onChoose: (period: SubscribePeriod) => void
}

/** BILL-06 */
function PeriodSwitch({ periods, chosen, onChoose }: PeriodProps) {
  const t = useTranslate()
  const { session } = useCore()
  const lang = useSelected(session.store, (state) => state.lang)
  return (
    <Box role="radiogroup" aria-label={t('Subscription period')} display="flex" flexWrap="wrap" gap="2" data-testid="periods">
      {periods.map((period) => {
        const isChosen = period.subscribe_period_id === chosen.subscribe_period_id
        return (
          <Box
            as="label"
            key={period.subscribe_period_id}
            position="relative"
            display="inline-flex"
            alignItems="center"
            gap="2"
            minH="control"
            px="3"
            borderWidth="1px"
            borderRadius="l2"
            cursor="pointer"
            bg={isChosen ? 'accent.subtle' : 'bg.panel'}
            borderColor={isChosen ? 'accent' : undefined}
          >
            <input type="radio" name="subscription-period" checked={isChosen} onChange={() => onChoose(period)} />
            {localized(period.name, lang)}
            {period.discount > 0 && (
              <Box as="span" dir="ltr" color="positive" fontSize="sm">
                −{period.discount} %
              </Box>
            )}
          </Box>
        )
      })}
    </Box>
  )
}
