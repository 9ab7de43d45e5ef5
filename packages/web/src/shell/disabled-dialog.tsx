import { Box } from '@chakra-ui/react'
import type { CompanyChoice } from '@tiffin/core'
import type { SessionUser } from '@tiffin/sdk/contract'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { administratorRoutes, companyRoutes, localized } from '@tiffin/core/rules'
import { Link } from 'react-router'
import { AskDialog } from '../ui/ask-dialog.tsx'
import { Button, NativeSelect } from '../ui/controls.ts'

interface Props {
  user: SessionUser
  companies: readonly CompanyChoice[]
  onChoose: (company: number) => void
  onExit: () => void
}

/**
 * A company that is not enabled leaves nothing to do but to open its tariff, to go to another company, or to leave; the platform
 * goes to where it is enabled again (SHELL-29, SHELL-30, AMB-049).
 */
export function DisabledDialog({ user, companies, onChoose, onExit }: Props) {
  const t = useTranslate()
  const { session } = useCore()
  const lang = useSelected(session.store, (state) => state.lang)
  const mayOpen = user.navigation.includes('Company-Tariff')
  return (
    <AskDialog
      title={t('The company is disabled')}
      testId="disabled-dialog"
      actions={
        <>
          <Button onClick={onExit}>{t('Exit')}</Button>
          {user.navigation.includes('Administrator-Company') && (
            <Button asChild>
              <Link to={administratorRoutes['Administrator-Company']}>{t('Companies')}</Link>
            </Button>
          )}
          {mayOpen && (
            <Button asChild variant="solid">
              <Link to={companyRoutes['Company-Tariff']}>{t('Open the tariff')}</Link>
            </Button>
          )}
        </>
      }
    >
      {t('Orders can be neither opened nor moved until it is enabled again.')}{' '}
      {mayOpen ? t('The tariff page tells what is to be done.') : t('Only the owner of the company can change the tariff.')}
      {companies.length > 1 && (
        <Box mt="4">
          <NativeSelect
            w="full"
            aria-label={t('Choose a company')}
            value={user.company?.company_id}
            onChange={(event) => onChoose(Number(event.target.value))}
          >
            {companies.map(({ company_id, name }) => (
              <option key={company_id} value={company_id}>
                {localized(name, lang)}
              </option>
            ))}
          </NativeSelect>
        </Box>
      )}
    </AskDialog>
  )
}
