import { useSelected, useCore, useTranslate } from '@tiffin/core/react'
import type { Row } from '@tiffin/core/screens'
import { useChooseCompany } from '../../shell/use-companies.ts'
import { Button } from '../../ui/controls.ts'

interface Props {
  row: Row
  title: string
}

/** Makes this tab act for the company in the row (COMP-02, COMP-17 to 20). */
export function SwitchCompany({ row, title }: Props) {
  const t = useTranslate()
  return <Choose company={Number(row['company_id'])} text={t('Switch')} label={t('Switch to %1', [title])} />
}

/** Makes this tab act for the company that the row belongs to (MERCH-13, AMB-163). */
export function SelectCompany({ row, title }: Props) {
  const t = useTranslate()
  const label = t('Select company: %1', [title])
  return <Choose company={Number(row['company'])} text={t('Select company')} label={label} />
}

function Choose({ company, text, label }: { company: number; text: string; label: string }) {
  const { session } = useCore()
  const choose = useChooseCompany()
  const own = useSelected(session.store, (state) => state.user?.company?.company_id)
  return (
    <Button size="sm" disabled={company === own} aria-label={label} onClick={() => choose(company)}>
      {text}
    </Button>
  )
}
