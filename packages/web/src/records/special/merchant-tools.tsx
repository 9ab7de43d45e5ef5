import { Menu } from '@chakra-ui/react'
import { useTranslate } from '@tiffin/core/react'
import { managesCompany } from '@tiffin/core/rules'
import { CompanyItems } from '../../shell/company-items.tsx'
import { useCompanies } from '../../shell/use-companies.ts'
import { Button } from '../../ui/controls.ts'
import { useRecords } from '../records-context.ts'
import { ListButton } from './list-dialog.tsx'

/** The users of the company, and a way to switch companies (MERCH-05, AMB-079). */
export function MerchantTools() {
  const t = useTranslate()
  const { actor, user } = useRecords()
  const { companies, choose } = useCompanies()
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
      {managesCompany(actor) && (
        <ListButton name="people of a company" testId="people">
          {t('Users')}
        </ListButton>
      )}
    </>
  )
}
