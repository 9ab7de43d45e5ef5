import { useState } from 'react'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { formatDollars } from '@tiffin/core/subscription'
import { Button } from '../ui/controls.ts'
import { MoneyDialog } from './money-dialog.tsx'

/** Corrects the balance of a company; for platform administrators. */
export function CorrectBalance({ company }: { company: number }) {
  const t = useTranslate()
  const { client, session } = useCore()
  const [isOpen, setOpen] = useState(false)
  const isPlatform = useSelected(session.store, (state) => state.user?.role === 1)
  const lang = useSelected(session.store, (state) => state.lang)
  if (!isPlatform) return null
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        {t('Correct balance')}
      </Button>
      {isOpen && (
        <MoneyDialog
          title={t('Correct balance')}
          testId="correct-balance"
          company={company}
          change={{ kind: 'correction' }}
          offered=""
          action="Book %1"
          send={async ({ idempotencyKey, ...correction }) => {
            const { data } = await client.Company.correct(correction, { company, retryWrites: true, idempotencyKey })
            return { text: 'New balance: %1', params: [formatDollars(data.balance, lang)] }
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
