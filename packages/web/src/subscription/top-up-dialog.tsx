import { Box } from '@chakra-ui/react'
import { useId, useState } from 'react'
import { useTranslate } from '@tiffin/core/react'
import { amount as readAmount } from '@tiffin/core/rules'
import { type CompanySubscription, suggestedTopUp, topUpProblem } from '@tiffin/core/subscription'
import { SubField } from '../records/inputs/sub-field.tsx'
import { Button, Input } from '../ui/controls.ts'
import { CheckoutDialog } from './checkout-dialog.tsx'

interface Props {
  subscription: CompanySubscription
  /** The price of the current period. */
  price: string
  onClose: () => void
}

/** Adds money to the balance (BILL-03, BILL-09 to 11). */
export function TopUpDialog({ subscription, price, onClose }: Props) {
  const t = useTranslate()
  const problemId = useId()
  const formId = useId()
  const [typed, setTyped] = useState(() => suggestedTopUp(price, subscription.balance))
  const problem = topUpProblem(typed)
  return (
    <CheckoutDialog
      title={t('Top up')}
      testId="top-up"
      subscription={subscription}
      onClose={onClose}
      form={({ state, begin }) => ({
        body: (
          <form
            id={formId}
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              const bill = readAmount(typed)
              if (!problem && bill !== undefined) begin({ type: 1, bill }, { type: 1, bill })
            }}
          >
            <SubField label={t('Amount (USD)')}>
              <Input
                autoFocus
                data-autofocus
                inputMode="decimal"
                dir="ltr"
                maxLength={12}
                value={typed}
                disabled={state.phase === 'sending'}
                aria-invalid={problem !== undefined}
                aria-describedby={problemId}
                onChange={(event) => setTyped(event.target.value)}
              />
            </SubField>
            <Box id={problemId} mt="1" minH="5" color="negative" fontSize="sm" role="status">
              {problem && t(problem)}
            </Box>
          </form>
        ),
        action: (
          <Button type="submit" form={formId} variant="solid" disabled={problem !== undefined || state.phase === 'sending'}>
            {t('Pay')}
          </Button>
        ),
      })}
    />
  )
}
