import { Box, Menu } from '@chakra-ui/react'
import { actorOf, type CompanyChoice, mayCreateCompany } from '@tiffin/core'
import type { SessionUser } from '@tiffin/sdk/contract'
import type { PlainKey } from '@tiffin/core/i18n'
import { useTranslate } from '@tiffin/core/react'
import { managesCompany } from '@tiffin/core/rules'
import { useNavigate } from 'react-router'
import { guideTarget } from '../help/guide-target.ts'
import { useHelp } from '../help/help-context.ts'
import { useCommandScopes } from '../keys/command-scopes.ts'
import { KeyCaps } from '../keys/key-caps.tsx'
import { Button } from '../ui/controls.ts'
import { Icon } from '../ui/icon.tsx'
import { CompanyItems } from './company-items.tsx'
import { LanguageMenu, ThemeMenu } from './preference-menus.tsx'
import { useLock } from './use-lock.ts'

const nameOf = (user: SessionUser): string => [user.name, user.surname].filter(Boolean).join(' ') || user.login

function roleOf(user: SessionUser): PlainKey {
  if (user.role === 1) return 'Platform administrator'
  return user.company_role === 1 ? 'Owner' : 'Operator'
}

/** The page for pairing devices and revoking access (KDS-25). */
const PAIRING_PATH = '/pair'

interface Props {
  user: SessionUser
  companies: readonly CompanyChoice[]
  onChoose: (company: number) => void
  onProfile: () => void
  onExit: () => void
  onCreate: () => void
}

/** The signed-in user, their companies, language and theme, and sign-out (SHELL-15). */
export function UserMenu({ user, companies, onChoose, onProfile, onExit, onCreate }: Props) {
  const t = useTranslate()
  const { help } = useCommandScopes()
  const { open: openHelp } = useHelp()
  const navigate = useNavigate()
  const lock = useLock()
  return (
    <Menu.Root positioning={{ placement: 'bottom-end', strategy: 'fixed' }}>
      <Menu.Trigger asChild>
        <Button variant="ghost" px="2" aria-label={t('Account: %1', [nameOf(user)])} {...guideTarget('account')}>
          <Icon name="user" />
          <Box as="span" display={{ base: 'none', sm: 'inline' }} maxW="40" truncate>
            {nameOf(user)}
          </Box>
        </Button>
      </Menu.Trigger>
      <Menu.Positioner>
        <Menu.Content>
          <Box px="2" py="1.5">
            <Box fontWeight="medium">{nameOf(user)}</Box>
            <Box color="fg.muted" fontSize="sm">
              {t(roleOf(user))}
            </Box>
          </Box>
          {companies.length > 1 && (
            <>
              <Menu.Separator />
              <Menu.ItemGroup>
                <Menu.ItemGroupLabel>{t('Companies')}</Menu.ItemGroupLabel>
                <CompanyItems companies={companies} chosen={user.company?.company_id} onChoose={onChoose} />
              </Menu.ItemGroup>
            </>
          )}
          <Menu.Separator />
          <Menu.Item value="profile" onSelect={onProfile}>
            <Icon name="user" />
            {t('Profile')}
          </Menu.Item>
          {mayCreateCompany(user) && (
            <Menu.Item value="create" onSelect={onCreate}>
              <Icon name="company" />
              {t('Create company')}
            </Menu.Item>
          )}
          {user.company && managesCompany(actorOf(user)) && (
            <Menu.Item value="devices" onSelect={() => void navigate(PAIRING_PATH)}>
              <Icon name="board" />
              {t('Kitchen devices')}
            </Menu.Item>
          )}
          <Menu.Separator />
          <LanguageMenu />
          <ThemeMenu />
          <Menu.Separator />
          {user.device === null && (
            <Menu.Item value="page help" onSelect={() => openHelp()}>
              <Icon name="help" />
              {t('Help')}
            </Menu.Item>
          )}
          <Menu.Item value="help" onSelect={help}>
            <Icon name="info" />
            <Menu.ItemText>{t('Keyboard shortcuts')}</Menu.ItemText>
            <KeyCaps keys="?" />
          </Menu.Item>
          <Menu.Item value="lock" onSelect={lock}>
            <Icon name="lock" />
            <Menu.ItemText>{t('Lock')}</Menu.ItemText>
            <KeyCaps keys="g q" />
          </Menu.Item>
          <Menu.Item value="exit" onSelect={onExit}>
            <Icon name="exit" />
            {t('Sign out')}
          </Menu.Item>
        </Menu.Content>
      </Menu.Positioner>
    </Menu.Root>
  )
}
