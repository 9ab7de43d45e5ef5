import { Box } from '@chakra-ui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { isMissingName, mayCreateCompany, routeAt } from '@tiffin/core'
import type { SessionUser } from '@tiffin/sdk/contract'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { belongsToOneCompany, localized, pages, reportTitle, type RouteName } from '@tiffin/core/rules'
import { Outlet, useLocation } from 'react-router'
import { ConsoleHelp } from '../help/console-help.tsx'
import { CommandScopesProvider, createCommandScopes } from '../keys/command-scopes.ts'
import { useKeyListener } from '../keys/use-key-listener.ts'
import { Palette } from '../keys/palette.tsx'
import { lazyComponent } from '../lazy-component.ts'
import { ErrorBoundary } from '../pages/error-page.tsx'
import { sendStoredOrders } from '../new-order/send-stored-orders.ts'
import { createQueries } from '../queries.ts'
import { chosenReport } from '../records/order-reports/report-url.ts'
import { LazyBoundary } from '../ui/lazy-boundary.tsx'
import { useStableCallback } from '../ui/use-stable-callback.ts'
import { CompanyBanner } from './company-banner.tsx'
import { WebhookBanner } from './webhook-banner.tsx'
import { ExitDialog } from './exit-dialog.tsx'
import { SessionDialog } from './session-dialog.tsx'
import { SideMenu } from './side-menu.tsx'
import { type Dialogs, TopBar } from './top-bar.tsx'
import { useCompanies } from './use-companies.ts'
import { useShellCalls } from './use-shell-calls.ts'
import { useShellCommands } from './use-shell-commands.ts'

const KeysDialog = lazyComponent(async () => (await import('../keys/keys-dialog.tsx')).KeysDialog)
const DraftOffer = lazyComponent(async () => (await import('./draft-offer.tsx')).DraftOffer)
const DisabledDialog = lazyComponent(async () => (await import('./disabled-dialog.tsx')).DisabledDialog)
const CreateCompanyDialog = lazyComponent(async () => (await import('./create-company-dialog.tsx')).CreateCompanyDialog)
const ProfileDialog = lazyComponent(async () => (await import('./profile-dialog.tsx')).ProfileDialog)

/** Whether a page stays open for a company that is not enabled, such as the one for enabling it (AMB-049). */
const opensDisabled = (route: RouteName | undefined): boolean =>
  route !== undefined && (!belongsToOneCompany(route) || pages[route].openWhileDisabled === true)

/** The open dialog, and the element that had the focus before. */
type OpenDialog = { what: 'help' | 'palette' | 'exit' | 'profile' | 'create'; before: Element } | null

const dialogFromPage = (what: 'exit' | 'profile' | 'create'): OpenDialog => ({ what, before: document.body })

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
  const [openDialog, setOpenDialog] = useState<OpenDialog>(() => (isMissingName(user) ? dialogFromPage('profile') : null))
  const [dialogs] = useState((): Dialogs => {
    const opens = (what: Parameters<typeof dialogFromPage>[0]) => () => setOpenDialog(dialogFromPage(what))
    return { onProfile: opens('profile'), onExit: opens('exit'), onCreate: opens('create') }
  })
  const scopes = useMemo(
    () => createCommandScopes((what) => setOpenDialog((now) => now ?? { what, before: document.activeElement ?? document.body })),
    [],
  )
  // A person without a company creates one, after other dialogs (AMB-249).
  const [isNewcomer, setIsNewcomer] = useState(false)
  const what = openDialog?.what ?? (isNewcomer ? 'create' : undefined)
  useKeyListener(scopes, what !== undefined)
  const close = (): void => {
    setOpenDialog(null)
    if (what === 'create') setIsNewcomer(false)
  }
  return (
    <QueryClientProvider client={queries}>
      <CommandScopesProvider value={scopes}>
        <ConsoleHelp user={user}>
          {(helpPanel, helpCard) => (
            <>
              <Frame
                user={user}
                helpPanel={helpPanel}
                helpCard={helpCard}
                dialogs={dialogs}
                onNewcomer={() => setIsNewcomer(true)}
              />
              <LazyBoundary key={what} onFail={close}>
                {what === 'help' && <KeysDialog onClose={close} />}
                {openDialog?.what === 'palette' && <Palette before={openDialog.before} onClose={close} />}
                {what === 'profile' && <ProfileDialog onClose={close} />}
                {what === 'exit' && <ExitDialog onClose={close} />}
                {what === 'create' && <CreateCompanyDialog onClose={close} />}
              </LazyBoundary>
            </>
          )}
        </ConsoleHelp>
        <SessionDialog />
      </CommandScopesProvider>
    </QueryClientProvider>
  )
}

interface FrameProps {
  user: SessionUser
  /** At the side of the page, if it is open. */
  helpPanel: ReactNode
  /** Below the page, if it is shown. */
  helpCard: ReactNode
  dialogs: Dialogs
  /** The user has no company to choose. */
  onNewcomer: () => void
}

function Frame({ user, helpPanel, helpCard, dialogs, onNewcomer }: FrameProps) {
  const { companies, state, ...own } = useCompanies()
  const onChoose = useStableCallback(own.choose)
  const { drafts } = useCore()
  const hasDrafts = useSelected(drafts.store, ({ offers }) => offers.length > 0)
  const location = useLocation()
  const { pathname } = location
  const { company } = user
  useTitle(user, location)
  useShellCalls(user)
  useShellCommands({ user, companies, onChoose, ...dialogs })
  const isNewcomer = state === 'ready' && companies.length === 0 && company === null && user.role !== 1 && mayCreateCompany(user)
  const greet = useEffectEvent(onNewcomer)
  useEffect(() => {
    if (isNewcomer) greet()
  }, [isNewcomer])
  const disabled = company !== null && company.enable !== 1 && !opensDisabled(routeAt(pathname))
  return (
    <Box h="full" display="grid" gridTemplate="auto minmax(0, 1fr) / minmax(0, 1fr)">
      <TopBar user={user} companies={companies} onChoose={onChoose} {...dialogs} />
      <Box display="flex" minH="0">
        <SideMenu user={user} />
        <Box as="main" flex="1" minW="0" minH="0" overflow="hidden" display="grid" gridTemplateRows="auto minmax(0, 1fr)">
          <Box minW="0">
            {company && <CompanyBanner company={company} />}
            <WebhookBanner stopped={user.stopped_webhooks ?? 0} />
            {hasDrafts && (
              <LazyBoundary quiet onFail={() => {}}>
                <DraftOffer onProfile={dialogs.onProfile} />
              </LazyBoundary>
            )}
          </Box>
          <ErrorBoundary key={pathname}>
            <Outlet />
          </ErrorBoundary>
        </Box>
        {helpPanel}
      </Box>
      {helpCard}
      {disabled && (
        <LazyBoundary onFail={() => {}}>
          <DisabledDialog user={user} companies={companies} onChoose={onChoose} onExit={dialogs.onExit} />
        </LazyBoundary>
      )}
    </Box>
  )
}

/** Lets users tell tabs of several pages and companies apart. */
function useTitle({ company }: SessionUser, { pathname, search }: { pathname: string; search: string }): void {
  const t = useTranslate()
  const { session } = useCore()
  const lang = useSelected(session.store, (state) => state.lang)
  const route = routeAt(pathname)
  const report = chosenReport(new URLSearchParams(search))
  const label = route && (route.endsWith('Report-Orders') ? reportTitle(report, t) : t(pages[route].label))
  const parts = [label, company && localized(company.name, lang), 'Tiffin']
  const title = parts.filter(Boolean).join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}
