import { useState } from 'react'
import type { Payment } from '@tiffin/sdk/contract'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { refundable } from '@tiffin/core/rules'
import { formatDollars } from '@tiffin/core/subscription'
import type { EditorState } from '../records/editor/use-editor.ts'
import { Button } from '../ui/controls.ts'
import { MoneyDialog } from './money-dialog.tsx'

/** In the editor of a payment. */
export const RefundEditorAction = ({ editor }: { editor: EditorState }) => (
  <RefundPayment payment={editor.row as unknown as Payment} />
)

/** Gives money of a payment back; for platform administrators. */
export function RefundPayment({ payment }: { payment: Payment }) {
  const t = useTranslate()
  const { client, session } = useCore()
  const [isOpen, setOpen] = useState(false)
  const isPlatform = useSelected(session.store, (state) => state.user?.role === 1)
  const lang = useSelected(session.store, (state) => state.lang)
  const { payment_id, company } = payment
  const received = refundable(payment)
  if (!isPlatform || !(Number(received) > 0)) return null
  return (
    <>
      <Button justifySelf="start" onClick={() => setOpen(true)}>
        {t('Refund payment')}
      </Button>
      {isOpen && (
        <MoneyDialog
          title={t('Refund payment')}
          testId="refund"
          company={company}
          change={{ kind: 'refund', received }}
          offered={received}
          action="Refund %1"
          send={async ({ idempotencyKey, ...refund }) => {
            const { data } = await client.Company.refund(
              { payment_id, ...refund },
              { company, retryWrites: true, idempotencyKey },
            )
            const params = [formatDollars(refund.amount, lang)] as const
            return data.returned
              ? { text: 'Refunded: %1', params }
              : { text: 'Booked: %1. The provider does not refund automatically. Refund the money there.', params }
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
