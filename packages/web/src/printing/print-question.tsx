import { useTranslate } from '@tiffin/core/react'
import { AskDialog } from '../ui/ask-dialog.tsx'
import { Button } from '../ui/controls.ts'
import { useIsPrintQuestionOpen, usePrinting } from './use-printing.ts'

/** No browser reports whether a page was printed, so the user is asked (KDS-12). */
export function PrintQuestion() {
  const t = useTranslate()
  const printing = usePrinting()
  if (!useIsPrintQuestionOpen(printing)) return null
  return (
    <AskDialog
      title={t('Did it print?')}
      testId="print-question"
      actions={
        <>
          <Button onClick={() => printing.question.answer(false)}>{t('Not printed')}</Button>
          <Button variant="solid" data-autofocus onClick={() => printing.question.answer(true)}>
            {t('Printed')}
          </Button>
        </>
      }
    >
      {t("The browser can't tell whether the ticket was printed.")}
    </AskDialog>
  )
}
