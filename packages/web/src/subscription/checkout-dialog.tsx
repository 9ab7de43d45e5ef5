import { Box } from '@chakra-ui/react'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { isApiError, type Payment } from '@tiffin/sdk/contract'
import type { Message } from '@tiffin/core/i18n'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import {
  type Checkout,
  type CheckoutState,
  type CompanySubscription,
  exceededLimits,
  formatDollars,
} from '@tiffin/core/subscription'
import { AskDialog } from '../ui/ask-dialog.tsx'
import { Button } from '../ui/controls.ts'
import { Contacts } from '../shell/disabled-dialog.tsx'
import { BillSteps } from './bill-steps.tsx'
import { OverLimits } from './over-limits.tsx'
import { useCheckout } from './use-checkout.ts'

interface Start {
  state: CheckoutState
  /** Begins the payment; `opensPage` if there is something to pay. */
  begin: (request: Parameters<Checkout['start']>[0], shown: Parameters<Checkout['start']>[1]) => void
}

interface Props {
  title: string
  testId: string
  subscription: CompanySubscription
  /** A payment to continue, and the tab that was opened for its page. */
  resumed?: { payment: Payment; tab: Window | null }
  /** Content before the payment begins. */
  form?: (start: Start) => { body: ReactNode; action: ReactNode }
  onClose: () => void
}

/** Runs a payment: the bill, the provider's page in another tab, and the outcome. */
export function CheckoutDialog({ title, testId, subscription, resumed, form, onClose }: Props) {
  const { notices } = useCore()
  const { state, checkout, withTab } = useCheckout(subscription, resumed?.tab)
  const onStart = useEffectEvent(() => resumed && void checkout.resume(resumed.payment))
  useEffect(() => onStart(), [])
  const finish = useEffectEvent((result: 'applied' | 'topped up') => {
    notices.show('positive', result === 'applied' ? 'Tariff applied' : 'Balance topped up')
    onClose()
  })
  const result = state.phase === 'done' && state.result !== 'later' ? state.result : null
  useEffect(() => {
    if (result !== null) finish(result)
  }, [result])
  const shown = form?.({
    state,
    begin: (request, preview) => {
      const run = () => checkout.start(request, preview)
      if (preview.type !== 5 && Number(preview.bill) > 0) withTab(run)
      else void run()
    },
  })
  const isForm = state.phase === 'idle' || (state.phase === 'sending' && !resumed)
  return (
    <AskDialog
      title={title}
      testId={testId}
      maxW="520px"
      onClose={onClose}
      actions={
        <Actions
          state={state}
          checkout={checkout}
          withTab={withTab}
          action={isForm ? shown?.action : undefined}
          onClose={onClose}
        />
      }
    >
      <Box aria-live="polite">{isForm && shown ? shown.body : <Progress state={state} />}</Box>
    </AskDialog>
  )
}

function Progress({ state }: { state: CheckoutState }) {
  const t = useTranslate()
  switch (state.phase) {
    case 'repriced':
      return (
        <Box display="grid" gap="3">
          <Box role="alert">{t('The bill has changed since you opened it. This is what would be charged now:')}</Box>
          <BillSteps steps={state.payment.steps ?? []} />
        </Box>
      )
    case 'waiting':
      return <WaitingText late={state.late} />
    case 'done':
      return state.result === 'later' ? (
        <Box role="status">{t('The tariff changes after the end of the current subscription')}</Box>
      ) : null
    case 'failed':
      return <Failure error={state.error} />
    default:
      return (
        <Box role="status" color="fg.muted">
          {t('Loading…')}
        </Box>
      )
  }
}

function Failure({ error }: { error: Message }) {
  const t = useTranslate()
  const code = isApiError(error) ? error.code : undefined
  if (code === 'service_not_configured')
    return (
      <Box role="alert" display="grid" gap="2">
        <Box>{t('To change your tariff or top up, contact platform support.')}</Box>
        <Contacts />
      </Box>
    )
  const over = exceededLimits(error)
  return (
    <Box role="alert" color="negative">
      {over.length > 0 ? <OverLimits over={over} /> : t.message(error.message, error.params)}
    </Box>
  )
}

function WaitingText({ late }: { late: boolean }) {
  const t = useTranslate()
  return late ? (
    <Box display="grid" gap="2" role="status" data-testid="payment-late">
      <Box>{t('No payment has arrived within 30 minutes.')}</Box>
      <Box>
        {t(
          'If you have paid, close this window: the payment is booked as soon as the provider confirms it. Otherwise open the payment page again, or cancel.',
        )}
      </Box>
    </Box>
  ) : (
    <Box display="grid" gap="2" role="status" data-testid="payment-waiting">
      <Box fontWeight="medium">{t('Waiting for the payment…')}</Box>
      <Box color="fg.muted">{t('Pay in the other tab. This window closes by itself once the payment has arrived.')}</Box>
    </Box>
  )
}

interface ActionsProps {
  state: CheckoutState
  checkout: Checkout
  withTab: (run: () => Promise<void>) => void
  action: ReactNode
  onClose: () => void
}

function Actions({ state, checkout, withTab, action, onClose }: ActionsProps) {
  const t = useTranslate()
  const { session } = useCore()
  const lang = useSelected(session.store, (now) => now.lang)
  if (state.phase === 'repriced') {
    const { bill } = state.payment
    return (
      <>
        <Button onClick={() => void checkout.cancel().then(onClose)}>{t('Cancel')}</Button>
        <Button
          variant="solid"
          data-autofocus
          onClick={() => (Number(bill) > 0 ? withTab(checkout.confirm) : void checkout.confirm())}
        >
          {Number(bill) > 0 ? t('Pay %1', [formatDollars(bill, lang)]) : t('Apply')}
        </Button>
      </>
    )
  }
  if (state.phase === 'waiting')
    return (
      <Box display="flex" flexWrap="wrap" justifyContent="end" gap="2">
        <Button onClick={() => void checkout.cancel().then(() => checkout.store.getState().phase === 'idle' && onClose())}>
          {t('Cancel payment')}
        </Button>
        {state.late && <Button onClick={() => void checkout.check()}>{t('Check again')}</Button>}
        <Button asChild variant="solid">
          <a href={state.page} target="_blank" rel="noopener noreferrer">
            {t('Open payment page again')}
          </a>
        </Button>
      </Box>
    )
  return (
    <>
      <Button data-autofocus={action ? undefined : ''} onClick={onClose}>
        {action ? t('Cancel') : t('Close')}
      </Button>
      {action}
    </>
  )
}
