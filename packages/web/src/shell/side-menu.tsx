import { Box, chakra } from '@chakra-ui/react'
import { memo, Suspense, useEffect, useState } from 'react'
import { actorOf, type MenuEntry, menuFor, searchMenu } from '@tiffin/core'
import { entities, type SessionUser } from '@tiffin/sdk/contract'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { can, localized } from '@tiffin/core/rules'
import { NavLink } from 'react-router'
import { lazyComponent } from '../lazy-component.ts'
import { guideTarget } from '../help/guide-target.ts'
import { useHelp } from '../help/help-context.ts'
import { Button, Input } from '../ui/controls.ts'
import { Icon } from '../ui/icon.tsx'
import { menuIcon } from './menu-icon.ts'

const MenuLink = chakra(NavLink)
const ContactMenu = lazyComponent(async () => (await import('../help/contact-menu.tsx')).ContactMenu)
const MENU_ID = 'side-menu'

/** Opens or collapses the menu. */
export function MenuButton() {
  const t = useTranslate()
  const { drawer } = useCore()
  const open = useSelected(drawer.store, (state) => state.open)
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={t('Menu')}
      aria-expanded={open}
      aria-controls={MENU_ID}
      onClick={() => drawer.toggle()}
      {...guideTarget('menu')}
    >
      <Icon name="menu" size={18} />
    </Button>
  )
}

/**
 * The drawer on the left: 220 px wide, or collapsed to its icons next to the page. Below 1000 px it is hidden until
 * opened and covers the page (SHELL-17 to 20, 23, 24, 26).
 */
export const SideMenu = memo(function SideMenu({ user }: { user: SessionUser }) {
  const t = useTranslate()
  const { drawer } = useCore()
  const { open, pinned } = useSelected(drawer.store, (state) => state)
  const hides = user.hide_menu === 1

  useEffect(() => drawer.hideMenu(hides), [drawer, hides])

  useEffect(() => {
    if (!open || pinned) return
    const leave = (event: Event): void => {
      if (!(event.target instanceof Element && event.target.closest(`#${MENU_ID}, [aria-controls=${MENU_ID}]`))) drawer.close()
    }
    const escape = (event: KeyboardEvent): void => void (event.key === 'Escape' && drawer.close())
    document.addEventListener('pointerdown', leave)
    document.addEventListener('keydown', escape)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('keydown', escape)
    }
  }, [drawer, open, pinned])

  return (
    <Box w={{ base: '0', lg: pinned && open ? 'drawer' : hides ? '0' : 'rail' }} position="relative" flexShrink="0">
      {open && (
        <Box
          display={{ base: 'block', lg: 'none' }}
          position="fixed"
          inset="0"
          bg="bg.scrim"
          zIndex="drawer"
          data-testid="menu-scrim"
        />
      )}
      <Box
        as="nav"
        id={MENU_ID}
        aria-label={t('Menu')}
        data-testid="menu"
        data-open={open || undefined}
        display={{ base: open ? 'flex' : 'none', lg: open || !hides ? 'flex' : 'none' }}
        flexDirection="column"
        position={{ base: 'fixed', lg: 'absolute' }}
        insetBlock="0"
        insetInlineStart="0"
        w={open ? 'drawer' : 'rail'}
        bg="bg.panel"
        borderInlineEndWidth="1px"
        boxShadow={open && !pinned ? 'float' : 'none'}
        zIndex={{ base: 'drawer', lg: 'menu' }}
        overflow="hidden"
        onPointerEnter={(event) => event.pointerType === 'mouse' && drawer.enter()}
        onPointerLeave={(event) => event.pointerType === 'mouse' && drawer.leave()}
      >
        <MenuTree user={user} open={open} />
        {open && <Assistance user={user} />}
        {open && (
          <Box p="2" borderTopWidth="1px" display="flex" alignItems="center" gap="2" minH="12">
            <Box flex="1" fontSize="xs" color="fg.muted" dir="ltr" textAlign="start" data-testid="build">
              {import.meta.env.TIFFIN_VERSION} ({import.meta.env.TIFFIN_BUILD})
            </Box>
            <Button
              variant="ghost"
              size="icon"
              display={{ base: 'none', lg: 'inline-flex' }}
              aria-pressed={pinned}
              aria-label={t('Keep menu open')}
              title={t('Keep menu open')}
              color={pinned ? 'accent' : 'fg.muted'}
              onClick={() => drawer.pin(!pinned)}
            >
              <Icon name="tack" />
            </Button>
          </Box>
        )}
      </Box>
    </Box>
  )
})

/** Contacts of the platform and the guided tour (SHELL-21, SHELL-22). */
function Assistance({ user }: { user: SessionUser }) {
  const t = useTranslate()
  const { drawer } = useCore()
  const { startTour } = useHelp()
  const start = (): void => {
    if (!drawer.store.getState().pinned) drawer.close()
    startTour()
  }
  return (
    <Box p="2" borderTopWidth="1px" display="grid" justifyItems="start">
      {can(actorOf(user), 'read', entities.app_settings).allowed && (
        <Suspense>
          <ContactMenu />
        </Suspense>
      )}
      {user.device === null && (
        <Button variant="ghost" size="sm" onClick={start}>
          <Icon name="path" />
          {t('Start tour')}
        </Button>
      )}
    </Box>
  )
}

function MenuTree({ user, open }: { user: SessionUser; open: boolean }) {
  const t = useTranslate()
  const { session } = useCore()
  const lang = useSelected(session.store, (state) => state.lang)
  const [search, setSearch] = useState('')
  const company = user.company ? localized(user.company.name, lang) : undefined
  const groups = menuFor(user.navigation, company, t)
  const shown = open ? searchMenu(groups, search) : groups
  return (
    <>
      {open && (
        <Box p="2" pb="0">
          <Input
            type="search"
            value={search}
            placeholder={t('Search menu')}
            aria-label={t('Search menu')}
            onChange={(event) => setSearch(event.target.value)}
          />
        </Box>
      )}
      {/* A scrollbar would cover half of the icons in the rail. */}
      <Box flex="1" overflowY="auto" scrollbarWidth={open ? undefined : 'none'} p="2">
        {shown.map((group, at) => (
          <Box
            key={group.label}
            role="group"
            aria-label={group.label}
            mb="2"
            {...(!open && at > 0 ? { pt: '2', borderTopWidth: '1px' } : {})}
          >
            {open && group.label && (
              <Box px="2" py="1" fontSize="xs" fontWeight="medium" color="fg.muted" truncate>
                {group.label}
              </Box>
            )}
            {group.entries.map((entry) => (
              <MenuItem key={entry.route} entry={entry} open={open} />
            ))}
          </Box>
        ))}
        {open && shown.length === 0 && (
          <Box p="2" color="fg.muted" fontSize="sm" role="status">
            {t('No matching menu items')}
          </Box>
        )}
      </Box>
    </>
  )
}

function MenuItem({ entry, open }: { entry: MenuEntry; open: boolean }) {
  const { drawer } = useCore()
  const text = entry.label
  const outside = entry.path.startsWith('http')
  return (
    <MenuLink
      to={entry.path}
      {...(outside ? { target: '_blank', rel: 'noreferrer' } : {})}
      display="flex"
      alignItems="center"
      gap="2.5"
      h="8"
      px="2"
      borderRadius="l2"
      color="fg"
      textDecoration="none"
      overflow="hidden"
      whiteSpace="nowrap"
      title={open ? undefined : text}
      aria-label={text}
      _hover={{ bg: 'bg.muted' }}
      css={{ '&[aria-current=page]': { bg: 'accent.subtle', color: 'accent', fontWeight: 'medium' } }}
      onClick={(event) => {
        if (event.shiftKey && !outside) {
          // A tab opened from this one may skip the splash (NAV-67, AMB-019).
          event.preventDefault()
          window.open(`${entry.path}?ready=true`, '_blank')
        } else if (!drawer.store.getState().pinned) drawer.close()
      }}
    >
      <Icon name={menuIcon(entry.route)} />
      {open && (
        <Box as="span" truncate>
          {text}
        </Box>
      )}
    </MenuLink>
  )
}
