import { Box, chakra } from '@chakra-ui/react'
import type { CompanyChoice } from '@tiffin/core'
import type { SessionUser } from '@tiffin/sdk/contract'
import { useTranslate } from '@tiffin/core/react'
import { memo } from 'react'
import { Link } from 'react-router'
import { guideTarget } from '../help/guide-target.ts'
import { useHelp } from '../help/help-context.ts'
import { homePath } from '../home-path.ts'
import { useCommandScopes } from '../keys/command-scopes.ts'
import { KeyCaps } from '../keys/key-caps.tsx'
import { Button } from '../ui/controls.ts'
import { Icon } from '../ui/icon.tsx'
import { Logo } from '../ui/logo.tsx'
import { ChatBadge } from './chat-badge.tsx'
import { CompanyMenu } from './company-menu.tsx'
import { OfflineSign } from './offline-sign.tsx'
import { MenuButton } from './side-menu.tsx'
import { UserMenu } from './user-menu.tsx'

const BarLink = chakra(Link)

/** Dialogs that the bar opens. */
export interface Dialogs {
  onProfile: () => void
  onExit: () => void
  onCreate: () => void
}

interface Props extends Dialogs {
  user: SessionUser
  companies: readonly CompanyChoice[]
  onChoose: (company: number) => void
}

/**
 * Menu, logo, company, search, chat and the user, whose menu has language and theme (SHELL-13). Not re-rendered when the
 * address changes, such as when a record opens.
 */
export const TopBar = memo(function TopBar(props: Props) {
  const { user, companies, onChoose } = props
  const t = useTranslate()
  return (
    <Box
      as="header"
      display="flex"
      alignItems="center"
      gap={{ base: '1', md: '2' }}
      h="bar"
      px={{ base: '2', md: '3' }}
      bg="bg.panel"
      borderBottomWidth="1px"
      zIndex="bar"
    >
      <MenuButton />
      <BarLink
        to={homePath(user)}
        display="grid"
        placeItems="center"
        w="8"
        h="8"
        flexShrink="0"
        color="accent"
        borderRadius="l2"
        aria-label={t('To the order page')}
      >
        <Logo />
      </BarLink>
      <CompanyMenu user={user} companies={companies} onChoose={onChoose} />
      <Box flex="1" />
      <OfflineSign />
      <FindButton />
      <HelpButton />
      <ChatBadge />
      <UserMenu {...props} />
    </Box>
  )
})

/** Opens and closes help for the page (SHELL-27). */
function HelpButton() {
  const t = useTranslate()
  const { isOpen, open, close } = useHelp()
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={t('Help')}
      title={t('Help')}
      aria-expanded={isOpen}
      onClick={() => (isOpen ? close() : open())}
      {...guideTarget('help')}
    >
      <Icon name="help" size={18} />
    </Button>
  )
}

/** Opens the palette for users who do not know its key. */
function FindButton() {
  const t = useTranslate()
  const { find } = useCommandScopes()
  return (
    <Button
      variant="outline"
      px="2"
      color="fg.muted"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={find}
      {...guideTarget('find')}
    >
      <Icon name="search" />
      <Box as="span" srOnly={{ base: true, xl: false }}>
        {t('Search everything')}
      </Box>
      <Box as="span" aria-hidden display={{ base: 'none', lg: 'inline-flex' }}>
        <KeyCaps keys="Mod+k" />
      </Box>
    </Button>
  )
}
