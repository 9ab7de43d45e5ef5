import { useState } from 'react'
import { useTranslate } from '@tiffin/core/react'
import { AskDialog } from '../../ui/ask-dialog.tsx'
import { Button } from '../../ui/controls.ts'
import { LazyBoundary } from '../../ui/lazy-boundary.tsx'
import { WhySteps } from '../lazy-mailing.ts'
import type { RowActionProps } from './note-props.ts'

/** Why the customer got this message of a mailing, or did not. */
export function WhyMessage({ row, title }: RowActionProps) {
  const t = useTranslate()
  const [isOpen, setIsOpen] = useState(false)
  // Only messages of mailings have rules; a list may show neither column.
  if (typeof row['mailing_id'] !== 'number' || typeof row['user_id'] !== 'number') return null
  const close = (): void => setIsOpen(false)
  return (
    <>
      <Button size="sm" aria-haspopup="dialog" aria-label={t('Why? %1', [title])} onClick={() => setIsOpen(true)}>
        {t('Why?')}
      </Button>
      {isOpen && (
        <AskDialog
          title={t('Why? %1', [title])}
          testId="why-message"
          onClose={close}
          actions={
            <Button variant="solid" data-autofocus onClick={close}>
              {t('Close')}
            </Button>
          }
        >
          <LazyBoundary onFail={close}>
            <WhySteps row={row} user={row['user_id']} />
          </LazyBoundary>
        </AskDialog>
      )}
    </>
  )
}
