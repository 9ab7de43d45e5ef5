import { Box, chakra } from '@chakra-ui/react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Sentence } from '@tiffin/core/i18n'
import { type Company, isApiError } from '@tiffin/sdk/contract'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { balanceAfter, formatDollars, keyByInput, type MoneyChange, readMoneyChange } from '@tiffin/core/subscription'
import { readOnce } from '../queries.ts'
import { SubField } from '../records/inputs/sub-field.tsx'
import { AskDialog } from '../ui/ask-dialog.tsx'
import { Button, Input, TextArea } from '../ui/controls.ts'
import { submitOnCtrlEnter } from '../ui/submit-on-ctrl-enter.ts'

export interface Confirmed {
  amount: string
  reason: string
  idempotencyKey: string
}

interface Props {
  title: string
  testId: string
  company: number
  change: MoneyChange
  /** Amount that is offered at first. */
  offered: string
  action: 'Refund %1' | 'Book %1'
  /** Books the amount; returns the confirmation message. */
  send: (confirmed: Confirmed) => Promise<Sentence>
  onClose: () => void
}

/** Asks a platform administrator for an amount and a reason, and shows exactly what will be booked. */
export function MoneyDialog({ title, testId, company, change, offered, action, send, onClose }: Props) {
  const t = useTranslate()
  const { session, notices } = useCore()
  const queries = useQueryClient()
  const lang = useSelected(session.store, (state) => state.lang)
  const balance = useBalance(company)
  const [typed, setTyped] = useState(offered)
  const [reason, setReason] = useState('')
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState('')
  const [keyOf] = useState(keyByInput)
  const [formId, statusId] = [useId(), useId()]
  const { amount, problem } = readMoneyChange(typed, change, lang)
  const isReady = amount !== undefined && reason.trim() !== '' && balance !== undefined && !isSending

  async function submit(): Promise<void> {
    if (!isReady) return
    setSending(true)
    setFailure('')
    try {
      notices.showSentence(
        'positive',
        await send({ amount, reason: reason.trim(), idempotencyKey: keyOf(amount, reason.trim()) }),
      )
      await queries.invalidateQueries()
      onClose()
    } catch (error) {
      if (!isApiError(error)) throw error
      setFailure(t.sentence(error))
      setSending(false)
    }
  }

  return (
    <AskDialog
      title={title}
      testId={testId}
      maxW="520px"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" form={formId} variant="negative" disabled={!isReady}>
            {t(action, [formatDollars(amount ?? '0.00', lang)])}
          </Button>
        </>
      }
    >
      <chakra.form
        id={formId}
        noValidate
        display="grid"
        gap="3"
        onSubmit={(event) => {
          event.preventDefault()
          // In the console, React passes events of portals to the editor around it, too.
          event.stopPropagation()
          void submit()
        }}
      >
        <SubField label={t('Amount (USD)')}>
          <Input
            data-autofocus
            inputMode={change.kind === 'refund' ? 'decimal' : 'text'}
            dir="ltr"
            maxLength={13}
            value={typed}
            aria-invalid={problem !== undefined}
            aria-describedby={statusId}
            onChange={(event) => setTyped(event.target.value)}
          />
        </SubField>
        <SubField label={t('Reason')}>
          <TextArea
            h="20"
            py="1.5"
            required
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            onKeyDown={submitOnCtrlEnter}
          />
        </SubField>
        <Box id={statusId} role="status" data-testid="money-question" color={problem ? 'negative' : undefined}>
          {problem
            ? t.sentence(problem)
            : amount !== undefined && balance !== undefined
              ? t('The balance changes from %1 to %2. The company and the audit show the reason.', [
                  formatDollars(balance, lang),
                  formatDollars(balanceAfter(balance, change, amount), lang),
                ])
              : t('Loading…')}
        </Box>
        {failure !== '' && (
          <Box role="alert" color="negative">
            {failure}
          </Box>
        )}
      </chakra.form>
    </AskDialog>
  )
}

/** The balance of a company when the dialog opens. */
function useBalance(company: number): string | undefined {
  const { client } = useCore()
  const { data } = useQuery({
    ...readOnce,
    queryKey: ['balance', company],
    async queryFn({ signal }) {
      const search = [{ key: 'company_id', prm: company }]
      const tables = [{ table: 'company', include: ['company_id', 'balance'], search, limit: [0, 1] as [number, number] }]
      const answer = await client.Reference.getData({ tables }, { signal, company })
      return (answer.data['company']?.data[0] as unknown as Company | undefined)?.balance ?? null
    },
    meta: { failure: "can't read the balance of a company" },
  })
  return data ?? undefined
}
