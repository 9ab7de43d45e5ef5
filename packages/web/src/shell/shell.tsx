import { Box } from '@chakra-ui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { lacksName, routeAt } from '@tiffin/core'
import type { SessionUser } from '@tiffin/sdk/contract'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { isOfOneCompany, localized, pages, type RouteName } from '@tiffin/core/rules'
import { Outlet, useLocation } from 'react-router'
import { CommandScopesProvider, createCommandScopes } from '../keys/command-scopes.ts'
import { useKeyListener } from '../keys/use-key-listener.ts'
import { Palette } from '../keys/palette.tsx'
import { lazyPart } from '../load-part.ts'
import { ErrorBoundary } from '../pages/error-page.tsx'
import { sendStoredOrders } from '../new-order/send-stored-orders.ts'
import { createQueries } from '../queries.ts'
import { Part } from '../ui/part.tsx'
import { CompanyBanner } from './company-banner.tsx'
import { WebhookBanner } from './webhook-banner.tsx'
import { ExitDialog } from './exit-dialog.tsx'
import { SessionDialog } from './session-dialog.tsx'
import { SideMenu } from './side-menu.tsx'
import { TopBar } from './top-bar.tsx'
import { useCompanies } from './use-companies.ts'
import { useShellCommands } from './use-shell-commands.ts'

const KeysDialog = lazyPart(async () => (await import('../keys/keys-dialog.tsx')).KeysDialog)
const DraftOffer = lazyPart(async () => (await import('./draft-offer.tsx')).DraftOffer)
const DisabledDialog = lazyPart(async () => (await import('./disabled-dialog.tsx')).DisabledDialog)
const ProfileDialog = lazyPart(async () => (await import('./profile-dialog.tsx')).ProfileDialog)

/** Whether a page stays open for a company that is not enabled, such as the one for enabling it (AMB-049). */
const opensDisabled = (route: RouteName | undefined): boolean =>
  route !== undefined && (!isOfOneCompany(route) || pages[route].openWhileDisabled === true)

/** The open dialog, and the element that had the focus before. */
type OpenDialog = { what: 'help' | 'palette' | 'exit' | 'profile'; before: Element } | null

const dialogFromPage = (what: 'exit' | 'profile'): OpenDialog => ({ what, before: document.body })

/** The frame of every page after sign-in; it is remounted for another user, so that no state carries over. */
export function Shell() {
  const { session } = useCore()
  const user = useSelected(session.store, (state) => state.user)
  return user && <SignedIn key={user.admin_id} user={user} />
}

/** The header, the menu, and a page that fills the rest of the window (SHELL-38). */
function SignedIn({ user }: { user: SessionUser }) {
  const core = useCore()
  const { board, ports } = core
  const [queries] = useState(() => createQueries(ports))
  // Runs after the page has mounted, because an open board sends its stored changes itself.
  useEffect(() => {
    board.sendStored()
    sendStoredOrders(core)
  }, [board, core, user])
  const [openDialog, setOpenDialog] = useState<OpenDialog>(() => (lacksName(user) ? dialogFromPage('profile') : null))
  const scopes = useMemo(
    () => createCommandScopes((what) => setOpenDialog((now) => now ?? { what, before: document.activeElement ?? document.body })),
    [],
  )
  useKeyListener(scopes, openDialog !== null)
  const close = (): void => setOpenDialog(null)
  return (
    <QueryClientProvider client={queries}>
      <CommandScopesProvider value={scopes}>
        <Frame
          user={user}
          onProfile={() => setOpenDialog(dialogFromPage('profile'))}
          onExit={() => setOpenDialog(dialogFromPage('exit'))}
        />
        <Part key={openDialog?.what} onFail={close}>
          {openDialog?.what === 'help' && <KeysDialog onClose={close} />}
          {openDialog?.what === 'palette' && <Palette before={openDialog.before} onClose={close} />}
          {openDialog?.what === 'profile' && <ProfileDialog onClose={close} />}
          {openDialog?.what === 'exit' && <ExitDialog onClose={close} />}
        </Part>
        <SessionDialog />
      </CommandScopesProvider>
    </QueryClientProvider>
  )
}

interface FrameProps {
  user: SessionUser
  onProfile: () => void
  onExit: () => void
}

function Frame({ user, onProfile, onExit }: FrameProps) {
  const { companies, choose } = useCompanies()
  const { drafts } = useCore()
  const hasDrafts = useSelected(drafts.store, ({ offers }) => offers.length > 0)
  const { pathname } = useLocation()
  const { company } = user
  useTitle(user, pathname)
  useShellCommands({ user, companies, onChoose: choose, onProfile, onExit })
  const disabled = company !== null && company.enable !== 1 && !opensDisabled(routeAt(pathname))
  return (
    <Box h="full" display="grid" gridTemplate="auto minmax(0, 1fr) / minmax(0, 1fr)">
      <TopBar user={user} companies={companies} onChoose={choose} onProfile={onProfile} onExit={onExit} />
      <Box display="flex" minH="0">
        <SideMenu user={user} />
        <Box as="main" flex="1" minW="0" minH="0" overflow="hidden" display="grid" gridTemplateRows="auto minmax(0, 1fr)">
          <Box minW="0">
            {company && <CompanyBanner company={company} />}
            <WebhookBanner stopped={user.stopped_webhooks ?? 0} />
            {hasDrafts && (
              <Part quiet onFail={() => {}}>
                <DraftOffer onProfile={onProfile} />
              </Part>
            )}
          </Box>
          <ErrorBoundary key={pathname}>
            <Outlet />
          </ErrorBoundary>
        </Box>
      </Box>
      {disabled && (
        <Part onFail={() => {}}>
          <DisabledDialog user={user} companies={companies} onChoose={choose} onExit={onExit} />
        </Part>
      )}
    </Box>
  )
}

/** Lets users tell tabs of several pages and companies apart. */
function useTitle({ company }: SessionUser, pathname: string): void {
  const t = useTranslate()
  const { session } = useCore()
  const lang = useSelected(session.store, (state) => state.lang)
  const route = routeAt(pathname)
  const parts = [route && t(pages[route].label), company && localized(company.name, lang), 'Tiffin']
  const title = parts.filter(Boolean).join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}
