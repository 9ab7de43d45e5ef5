import { Box } from '@chakra-ui/react'
import { useTranslate } from '@tiffin/core/react'
import { Contacts } from '../shell/disabled-dialog.tsx'
import { AskDialog } from '../ui/ask-dialog.tsx'
import { Button } from '../ui/controls.ts'

/** For a tariff that can't be chosen here (BILL-21). */
export function ContactDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const t = useTranslate()
  return (
    <AskDialog
      title={t('Contact us: %1', [name])}
      testId="contact-dialog"
      onClose={onClose}
      actions={
        <Button variant="solid" data-autofocus onClick={onClose}>
          {t('Close')}
        </Button>
      }
    >
      <Box display="grid" gap="2">
        <Box>{t('This tariff is agreed individually. Tell us what you need.')}</Box>
        <Contacts />
      </Box>
    </AskDialog>
  )
}
