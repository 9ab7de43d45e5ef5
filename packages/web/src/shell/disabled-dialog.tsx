import { useTranslate } from '@tiffin/core/react'
import { companyRoutes } from '@tiffin/core/rules'
import { Link } from 'react-router'
import { AskDialog } from '../ui/ask-dialog.tsx'
import { Button } from '../ui/controls.ts'

/** A company that is not enabled leaves nothing to do but to open its tariff (SHELL-29, SHELL-30). */
export function DisabledDialog() {
  const t = useTranslate()
  return (
    <AskDialog
      title={t('The company is disabled')}
      testId="disabled-dialog"
      actions={
        <Button asChild variant="solid">
          <Link to={companyRoutes['Company-Tariff']}>{t('Open')}</Link>
        </Button>
      }
    >
      {t('Orders can be neither opened nor moved until it is enabled again. The tariff page tells what is to be done.')}
    </AskDialog>
  )
}
