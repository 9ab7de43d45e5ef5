import { Box } from '@chakra-ui/react'
import { type ReactNode, useState } from 'react'
import type { Translate } from '@tiffin/core/i18n'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { addOnsOf, type Bill, localized } from '@tiffin/core/rules'
import { type CompanySubscription, consequences, formatDollars, overLimits, type TariffCard } from '@tiffin/core/subscription'
import { Button } from '../ui/controls.ts'
import { Icon } from '../ui/icon.tsx'
import { BillSteps } from './bill-steps.tsx'
import { CheckoutDialog } from './checkout-dialog.tsx'
import { OverLimits } from './over-limits.tsx'

interface Props {
  subscription: CompanySubscription
  card: TariffCard
  onClose: () => void
}

/** A change of tariff with its bill, step by step, and its effects. */
export function ChangeDialog({ subscription, card, onClose }: Props) {
  const t = useTranslate()
  const { session } = useCore()
  const lang = useSelected(session.store, (state) => state.lang)
  // While a payment is waited for, the subscription may be read again.
  const [before] = useState(subscription)
  const [{ tariff, terms, bill }] = useState(card)
  if (bill === null) return null
  const offered = addOnsOf(tariff).map(({ field }): string => field)
  const request = {
    type: bill.type,
    tariff: tariff.tariff_id,
    tariff_period: terms.period.subscribe_period_id,
    option: terms.addOns.filter((name) => offered.includes(name)),
  }
  return (
    <CheckoutDialog
      title={t('%1: %2', [t('Tariff'), localized(tariff.name, lang)])}
      testId="change-dialog"
      subscription={subscription}
      onClose={onClose}
      form={({ state, begin }) => ({
        body: <Preview subscription={before} card={card} bill={bill} />,
        action: (
          <Button
            variant="solid"
            data-autofocus
            disabled={state.phase === 'sending' || overLimits(before, tariff).length > 0}
            onClick={() => begin(request, { type: bill.type, bill: bill.bill })}
          >
            {actionText(bill, t, lang)}
          </Button>
        ),
      })}
    />
  )
}

function actionText(bill: Bill, t: Translate, lang: string): string {
  if (bill.set_trial === 1) return t('Start free trial')
  if (bill.type === 5) return t('Change later')
  return bill.bill === '0.00' ? t('Apply') : t('Pay %1', [formatDollars(bill.bill, lang)])
}

function Preview({ subscription, card, bill }: Omit<Props, 'onClose'> & { bill: Bill }) {
  const t = useTranslate()
  const { session, serverClock } = useCore()
  const lang = useSelected(session.store, (state) => state.lang)
  const over = overLimits(subscription, card.tariff)
  const own = subscription.tariffs.find(({ tariff_id }) => tariff_id === subscription.company.base_tariff)
  const leavesArchived = own !== undefined && own.status !== 1 && own.tariff_id !== card.tariff.tariff_id
  const sentences = consequences(
    subscription,
    { terms: { ...card.terms, tariff: card.tariff }, bill },
    { t, lang, now: serverClock.now() },
  )
  return (
    <Box display="grid" gap="4">
      <BillSteps steps={bill.steps} />
      <Box as="section" aria-label={t('What happens')} display="grid" gap="1" data-testid="consequences">
        {sentences.map((sentence) => (
          <Box key={sentence}>{sentence}</Box>
        ))}
      </Box>
      {leavesArchived && (
        <Warning testId="no-return">
          {t('%1 is no longer offered. If you move to another tariff, you can’t return to it.', [localized(own.name, lang)])}
        </Warning>
      )}
      {over.length > 0 && (
        <Warning testId="over-limits">
          <OverLimits over={over} />
        </Warning>
      )}
    </Box>
  )
}

const Warning = ({ testId, children }: { testId: string; children: ReactNode }) => (
  <Box role="note" display="flex" gap="2" p="3" borderRadius="l2" bg="warning.subtle" color="warning" data-testid={testId}>
    <Box flexShrink="0">
      <Icon name="alert" />
    </Box>
    <Box>{children}</Box>
  </Box>
)
