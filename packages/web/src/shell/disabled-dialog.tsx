import { Box } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { actorOf, type CompanyChoice, readContactLinks } from '@tiffin/core'
import { entities, type SessionCompany, type SessionUser } from '@tiffin/sdk/contract'
import type { Translate } from '@tiffin/core/i18n'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { administratorRoutes, can, companyRoutes, localized } from '@tiffin/core/rules'
import { Link } from 'react-router'
import { readOnce } from '../queries.ts'
import { AskDialog } from '../ui/ask-dialog.tsx'
import { Button, NativeSelect } from '../ui/controls.ts'

interface Props {
  user: SessionUser
  companies: readonly CompanyChoice[]
  onChoose: (company: number) => void
  onExit: () => void
}

/**
 * In a company that is not enabled users can only open its tariff, switch companies or sign out; the platform can go
 * to where it is enabled (SHELL-29, SHELL-30, AMB-049).
 */
export function DisabledDialog({ user, companies, onChoose, onExit }: Props) {
  const t = useTranslate()
  const { session } = useCore()
  const lang = useSelected(session.store, (state) => state.lang)
  const mayOpen = user.navigation.includes('Company-Tariff')
  return (
    <AskDialog
      title={t('The company is not enabled')}
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
            <Button asChild variant="solid" data-autofocus>
              <Link to={companyRoutes['Company-Tariff']}>{t('Open tariff')}</Link>
            </Button>
          )}
        </>
      }
    >
      {/* Takes the focus if the tariff can't be opened; otherwise Exit would get it, and a key would sign the user out. */}
      <Box display="grid" gap="2" {...(mayOpen ? {} : { tabIndex: -1, 'data-autofocus': '', outline: 'none' })}>
        {user.company && <Box data-testid="disabled-reason">{reasonOf(user.company, t)}</Box>}
        <Box>{t("You can't open or move orders until the company is enabled again.")}</Box>
        <Box>{mayOpen ? t('See the tariff page for what to do next.') : t('Only the company owner can change the tariff.')}</Box>
        {can(actorOf(user), 'read', entities.app_settings).allowed && <Contacts />}
      </Box>
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

/** Only the platform disables companies, usually for a long unpaid subscription. */
const reasonOf = ({ remaining_time: left }: SessionCompany, t: Translate): string =>
  left !== null && left < 0
    ? t("The subscription expired %1 days ago and hasn't been paid since.", [-left])
    : t('A platform administrator has turned it off.')

/** Contacts of the platform; without an address, a text explains whom to ask. */
export function Contacts() {
  const t = useTranslate()
  const { client } = useCore()
  const { data: links = [], isPending } = useQuery({
    ...readOnce,
    queryKey: ['contact-links'],
    queryFn: () => readContactLinks(client),
    meta: { failure: "can't read the contacts of the platform" },
  })
  if (isPending) return null
  if (links.length === 0) return <Box color="fg.muted">{t('Questions? Contact platform support.')}</Box>
  return (
    <Box display="flex" flexWrap="wrap" columnGap="3" data-testid="contacts">
      {t('Support:')}
      {links.map(({ address, name }) => (
        <a key={address} href={address} target="_blank" rel="noreferrer">
          <bdi>{name}</bdi>
        </a>
      ))}
    </Box>
  )
}
