import { Box } from '@chakra-ui/react'
import { useEffect, useMemo, useState } from 'react'
import { labelOfRoute, lacksName, routeAt } from '@tiffin/core'
import type { SessionUser } from '@tiffin/sdk/contract'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { companyRoutes, localized } from '@tiffin/core/rules'
import { Outlet, useLocation } from 'react-router'
import { CommandScopesProvider, createCommandScopes } from '../keys/command-scopes.ts'
import { useKeyListener } from '../keys/use-key-listener.ts'
import { lazyPart } from '../load-part.ts'
import { ErrorBoundary } from '../pages/error-page.tsx'
import { Part } from '../ui/part.tsx'
import { CompanyBanner } from './company-banner.tsx'
import { DisabledDialog } from './disabled-dialog.tsx'
import { ExitDialog } from './exit-dialog.tsx'
import { SessionDialog } from './session-dialog.tsx'
import { SideMenu } from './side-menu.tsx'
import { TopBar } from './top-bar.tsx'
import { useCompanies } from './use-companies.ts'
import { useShellCommands } from './use-shell-commands.ts'

const KeysDialog = lazyPart(async () => (await import('../keys/keys-dialog.tsx')).KeysDialog)
const ProfileDialog = lazyPart(async () => (await import('./profile-dialog.tsx')).ProfileDialog)
const Palette = lazyPart(async () => (await import('../keys/palette.tsx')).Palette)

/** What lies above the page because somebody asked for it, and what had the focus then. */
type Above = { what: 'help' | 'palette' | 'exit' | 'profile'; before: Element } | null

const unasked = (what: 'exit' | 'profile'): Above => ({ what, before: document.body })

/** The frame of every page after sign-in; nothing of one person's is left standing for the next. */
export function Shell() {
  const { session } = useCore()
  const user = useSelected(session.store, (state) => state.user)
  return user && <SignedIn key={user.admin_id} user={user} />
}

/** The bar, the menu, and a page as high as the window leaves it (SHELL-38). */
function SignedIn({ user }: { user: SessionUser }) {
  const { board } = useCore()
  // Pages are mounted first: a board that is open sends by itself.
  useEffect(() => board.sendKept(), [board, user])
  const [above, setAbove] = useState<Above>(() => (lacksName(user) ? unasked('profile') : null))
  const scopes = useMemo(
    () => createCommandScopes((what) => setAbove((now) => now ?? { what, before: document.activeElement ?? document.body })),
    [],
  )
  useKeyListener(scopes, above !== null)
  const close = (): void => setAbove(null)
  return (
    <CommandScopesProvider value={scopes}>
      <Frame user={user} onProfile={() => setAbove(unasked('profile'))} onExit={() => setAbove(unasked('exit'))} />
      <Part key={above?.what} onFail={close}>
        {above?.what === 'help' && <KeysDialog onClose={close} />}
        {above?.what === 'palette' && <Palette before={above.before} onClose={close} />}
        {above?.what === 'profile' && <ProfileDialog onClose={close} />}
        {above?.what === 'exit' && <ExitDialog onClose={close} />}
      </Part>
      <SessionDialog />
    </CommandScopesProvider>
  )
}

interface FrameProps {
  user: SessionUser
  onProfile: () => void
  onExit: () => void
}

function Frame({ user, onProfile, onExit }: FrameProps) {
  const { companies, choose } = useCompanies()
  const { pathname } = useLocation()
  const { company } = user
  useTitle(user, pathname)
  useShellCommands({ user, companies, onChoose: choose, onProfile, onExit })
  const disabled = company !== null && company.enable !== 1 && pathname !== companyRoutes['Company-Tariff']
  return (
    <Box h="full" display="grid" gridTemplate="auto minmax(0, 1fr) / minmax(0, 1fr)">
      <TopBar user={user} companies={companies} onChoose={choose} onProfile={onProfile} onExit={onExit} />
      <Box display="flex" minH="0">
        <SideMenu user={user} />
        <Box as="main" flex="1" minW="0" minH="0" overflow="hidden" display="grid" gridTemplateRows="auto minmax(0, 1fr)">
          <Box>{company && <CompanyBanner company={company} />}</Box>
          <ErrorBoundary key={pathname}>
            <Outlet />
          </ErrorBoundary>
        </Box>
      </Box>
      {disabled && <DisabledDialog user={user} companies={companies} onChoose={choose} onExit={onExit} />}
    </Box>
  )
}

/** Tabs of several pages and companies can be told apart. */
function useTitle({ company }: SessionUser, pathname: string): void {
  const t = useTranslate()
  const { session } = useCore()
  const lang = useSelected(session.store, (state) => state.lang)
  const route = routeAt(pathname)
  const parts = [route && t(labelOfRoute(route)), company && localized(company.name, lang), 'Tiffin']
  const title = parts.filter(Boolean).join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}
