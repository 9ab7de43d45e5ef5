import { useTranslate } from '@tiffin/core/react'
import { AskDialog } from '../ui/ask-dialog.tsx'
import { Button } from '../ui/controls.ts'
import { Contacts } from './disabled-dialog.tsx'

/** The platform's contacts, for a tariff that isn't subscribed to online (BILL-21). */
export function ContactDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslate()
  return (
    <AskDialog
      title={t('Contact us')}
      testId="contact-dialog"
      onClose={onClose}
      actions={
        <Button variant="solid" data-autofocus onClick={onClose}>
          {t('Close')}
        </Button>
      }
    >
      {t('This tariff is set up together with you.')}
      <Contacts />
    </AskDialog>
  )
}
