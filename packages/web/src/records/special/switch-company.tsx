import { useSelected, useCore, useTranslate } from '@tiffin/core/react'
import type { Row } from '@tiffin/core/screens'
import { useChooseCompany } from '../../shell/use-companies.ts'
import { Button } from '../../ui/controls.ts'

/** Makes this tab act for the company of the row (COMP-02, COMP-17 to 20). */
export function SwitchCompany({ row, title }: { row: Row; title: string }) {
  const t = useTranslate()
  const { session } = useCore()
  const choose = useChooseCompany()
  const own = useSelected(session.store, (state) => state.user?.company?.company_id)
  const company = Number(row['company_id'])
  return (
    <Button size="sm" disabled={company === own} aria-label={t('Switch to %1', [title])} onClick={() => void choose(company)}>
      {t('Switch')}
    </Button>
  )
}
