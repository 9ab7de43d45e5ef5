import { Box } from '@chakra-ui/react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDay } from '@tiffin/core'
import { isApiError, type Payment } from '@tiffin/sdk/contract'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { companyToday, localized } from '@tiffin/core/rules'
import { cancelPayment, type CompanySubscription, formatDollars } from '@tiffin/core/subscription'
import { AskDialog } from '../ui/ask-dialog.tsx'
import { Button } from '../ui/controls.ts'
import { Icon } from '../ui/icon.tsx'
import { CheckoutDialog } from './checkout-dialog.tsx'
import { openTab } from './use-checkout.ts'

/** Payments that are not complete, and the change that waits for the end of the subscription. */
export function PendingPayments({ subscription }: { subscription: CompanySubscription }) {
  const t = useTranslate()
  const queries = useQueryClient()
  const { client, notices } = useCore()
  const [asking, setAsking] = useState<Payment | null>(null)
  const [resumed, setResumed] = useState<{ payment: Payment; tab: Window | null } | null>(null)

  async function cancel(payment: Payment): Promise<void> {
    setAsking(null)
    try {
      await cancelPayment(client, payment, subscription.company.company_id)
      notices.show('positive', payment.type === 5 ? 'Change cancelled' : 'Payment cancelled')
    } catch (error) {
      if (!isApiError(error)) throw error
      notices.showSentence('negative', error)
    }
    await queries.invalidateQueries({ queryKey: ['subscription'] })
  }

  return (
    <>
      {subscription.pending.map((payment) => (
        <PendingPayment
          key={payment.payment_id}
          payment={payment}
          subscription={subscription}
          onCancel={() => setAsking(payment)}
          onResume={() => setResumed({ payment, tab: openTab() })}
        />
      ))}
      {resumed && (
        <CheckoutDialog
          title={t('Payment')}
          testId="resumed-payment"
          subscription={subscription}
          resumed={resumed}
          onClose={() => setResumed(null)}
        />
      )}
      {asking && (
        <AskDialog
          title={asking.type === 5 ? t('Cancel the change of tariff?') : t('Cancel the payment?')}
          testId="cancel-question"
          onClose={() => setAsking(null)}
          actions={
            <>
              <Button onClick={() => setAsking(null)}>{t('No')}</Button>
              <Button variant="negative" data-autofocus onClick={() => void cancel(asking)}>
                {t('Yes')}
              </Button>
            </>
          }
        />
      )}
    </>
  )
}

interface Props {
  payment: Payment
  subscription: CompanySubscription
  onCancel: () => void
  onResume: () => void
}

function PendingPayment({ payment, subscription, onCancel, onResume }: Props) {
  const t = useTranslate()
  const { session } = useCore()
  const lang = useSelected(session.store, (state) => state.lang)
  const { due_date: due, timezone, tariffs } = subscription
  const tariff = tariffs.find(({ tariff_id }) => tariff_id === payment.tariff)
  const name = tariff ? localized(tariff.name, lang) : t('Top up')
  const amount = formatDollars(payment.bill, lang)
  const day = due === null ? '' : formatDay(companyToday(Date.parse(due), timezone), lang)
  return (
    <Box
      role="status"
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="3"
      p="3"
      borderRadius="l3"
      bg="info.subtle"
      data-testid={`pending-${payment.payment_id}`}
    >
      <Box color="info">
        <Icon name="clock" />
      </Box>
      <Box flex="1" minW="48">
        {payment.state === 'waiting'
          ? t('On %1, when the current subscription ends, the tariff changes to %2.', [day, name])
          : payment.state === 'paid'
            ? t('%1 was paid for %2. It is applied in a moment.', [amount, name])
            : t('%1 for %2 is not paid yet.', [amount, name])}
      </Box>
      {payment.state === 'open' && (
        <Button variant="solid" onClick={onResume}>
          {t('Continue payment')}
        </Button>
      )}
      {payment.state !== 'paid' && (
        <Button onClick={onCancel}>{payment.state === 'waiting' ? t('Cancel change') : t('Cancel payment')}</Button>
      )}
    </Box>
  )
}
