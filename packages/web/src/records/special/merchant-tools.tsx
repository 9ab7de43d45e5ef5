import { Menu } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslate } from '@tiffin/core/react'
import { managesCompany } from '@tiffin/core/rules'
import { CompanyItems } from '../../shell/company-items.tsx'
import { useCompanies } from '../../shell/use-companies.ts'
import { Button } from '../../ui/controls.ts'
import { useRecords } from '../records-context.ts'
import { ListDialog } from './list-dialog.tsx'

/** The people of the company, and the way to another company (MERCH-05, AMB-079). */
export function MerchantTools() {
  const t = useTranslate()
  const { actor, user } = useRecords()
  const { companies, choose } = useCompanies()
  const [open, setOpen] = useState(false)
  return (
    <>
      {companies.length > 1 && (
        <Menu.Root positioning={{ strategy: 'fixed' }}>
          <Menu.Trigger asChild>
            <Button>{t('Select company')}</Button>
          </Menu.Trigger>
          <Menu.Positioner>
            <Menu.Content>
              <CompanyItems companies={companies} chosen={user.company?.company_id} onChoose={choose} />
            </Menu.Content>
          </Menu.Positioner>
        </Menu.Root>
      )}
      {managesCompany(actor) && <Button onClick={() => setOpen(true)}>{t('Users')}</Button>}
      {open && <ListDialog name="people of a company" testId="people" onClose={() => setOpen(false)} />}
    </>
  )
}
