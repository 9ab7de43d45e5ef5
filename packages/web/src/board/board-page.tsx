import { Box, VisuallyHidden } from '@chakra-ui/react'
import { useEffect, useMemo, useState } from 'react'
import { actorOf, type BoardChoice, showsSeveralMerchants, watchRights } from '@tiffin/core'
import type { SessionCompany, SessionUser } from '@tiffin/sdk/contract'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { ageRule, boardLevel, currencySymbol, shownDecimals, visibleMerchants } from '@tiffin/core/rules'
import { lazyComponent } from '../lazy-component.ts'
import { Button } from '../ui/controls.ts'
import { LazyBoundary } from '../ui/lazy-boundary.tsx'
import { type BoardDialog, type BoardView, BoardViewProvider } from './board-context.ts'
import { BoardMessage } from './board-message.tsx'
import { BoardSkeleton } from './board-skeleton.tsx'
import { createCardFocus } from './card-focus.ts'
import { createSelection, SelectionProvider } from './card-selection.ts'
import { CardMenu, type CardMenuTarget } from './card-menu.tsx'
import { OrderDialogs } from './order-dialogs.tsx'
import { ReadyBoard } from './ready-board.tsx'
import { useCalls } from '../new-order/use-calls.ts'
import { BoardClockProvider } from './board-clock.tsx'
import { useBoardUrl } from './use-board-url.ts'

const ChooseCompany = lazyComponent(async () => (await import('../ui/choose-company.tsx')).ChooseCompany)
const NewOrderDialog = lazyComponent(async () => (await import('../new-order/new-order-dialog.tsx')).NewOrderDialog)
const OrderEditor = lazyComponent(async () => (await import('./order-editor.tsx')).OrderEditor)
const OrderDrawer = lazyComponent(async () => (await import('./order-drawer.tsx')).OrderDrawer)

/** The order board of this tab's current company (NAV-45). */
export function BoardPage() {
  const { session } = useCore()
  const user = useSelected(session.store, (state) => state.user)
  if (!user?.company) return <ChooseCompany />
  const visible = visibleMerchants(actorOf(user), 'board')
  if (visible !== 'all' && visible.length === 0) {
    return <NoAccess />
  }
  return <OpenBoard key={`${user.admin_id}/${user.company.company_id}`} user={user} company={user.company} />
}

/** Tells the user what to do; the board opens by itself once access is granted. */
function NoAccess() {
  const t = useTranslate()
  const { session, ports } = useCore()
  useEffect(() => watchRights(session, ports), [session, ports])
  return (
    <BoardMessage text={t('No have permissions to view or edit orders')}>
      <Box color="fg.muted">
        {t('Ask the company owner to give you access on the Access tab of a merchant. This page then opens automatically.')}
      </Box>
    </BoardMessage>
  )
}

/** Offers a retry. If the period takes too long to load, it also offers the default one. */
function NotLoaded({ onRetry }: { onRetry: (other?: Partial<BoardChoice>) => void }) {
  const t = useTranslate()
  const { board, boardSettings } = useCore()
  const failure = useSelected(board.store, (state) => state.failure)
  const tooLong = failure?.code === 'period_too_long'
  return (
    <BoardMessage text={tooLong || failure?.code === 'server_busy' ? t.message(failure.message) : t("Can't load the board")}>
      <Button variant="solid" onClick={() => onRetry()}>
        {t('Retry')}
      </Button>
      {tooLong && (
        <Button
          ms="2"
          onClick={() => {
            boardSettings.set({ period: null })
            onRetry({ period: undefined })
          }}
        >
          {t('The next 7 days')}
        </Button>
      )}
    </BoardMessage>
  )
}

function OpenBoard({ user, company }: { user: SessionUser; company: SessionCompany }) {
  const t = useTranslate()
  const { alarm, attention, board, boardSettings, commands, session, moves, notices, ports } = useCore()
  const lang = useSelected(session.store, (state) => state.lang)
  const phase = useSelected(board.store, (state) => state.phase)
  const merchants = useSelected(board.store, (state) => state.merchants)
  const chosen = useSelected(board.store, (state) => state.chosen)
  const [menuFor, setMenuFor] = useState<CardMenuTarget | null>(null)
  const [dialog, setDialog] = useState<BoardDialog | null>(null)
  const [selection] = useState(createSelection)
  const [focus] = useState(createCardFocus)

  const compact = useSelected(boardSettings.store, (state) => state.compact)
  const { company_id } = company
  const { start, retry, opened, open, close, newOrder, isReopened, openNewOrder, closeNewOrder, ...editing } =
    useBoardUrl(company_id)
  const { edit, editorTab } = editing
  const answerCall = useCalls(openNewOrder)

  useEffect(() => {
    const stopAlarm = alarm.start()
    const stopAttention = attention.start()
    const settings = boardSettings.load().catch((error: unknown) => ports.log("can't load board settings", error))
    void start(settings)
    return () => {
      stopAlarm()
      stopAttention()
      board.close()
      board.sendStored()
    }
  }, [alarm, attention, board, boardSettings, ports, start])

  const manyMerchants = showsSeveralMerchants({ merchants, chosen })
  const statuses = useSelected(board.store, (state) => state.statuses)
  const age = useMemo(() => ageRule(company, statuses), [company, statuses])
  const view = useMemo<BoardView>(() => {
    const actor = actorOf(user)
    return {
      lang,
      timezone: company.timezone,
      country: company.country.alpha2,
      company: company.company_id,
      manyMerchants,
      compact,
      price: { decimals: shownDecimals(company), symbol: currencySymbol(company.country), lang },
      age,
      mayMove: (merchant) => company.enable === 1 && boardLevel(actor, merchant) === 2,
      openOrder(orderId) {
        if (commands.mayOpen()) open(orderId)
      },
      editOrder(orderId) {
        if (commands.mayOpen()) edit(orderId)
      },
      openMenu: (card, anchor) => setMenuFor({ card, anchor }),
      ask: setDialog,
      answer(outcome, orders) {
        if (typeof outcome !== 'object') return
        if (outcome.ask === 'reason') setDialog({ kind: 'reason', orders, answer: outcome.answer })
        else if (outcome.ask === 'handoff') setDialog({ kind: 'handoff', ...outcome })
      },
      newOrder() {
        if (company.enable === 1) openNewOrder()
        else notices.show('info', 'The company is not enabled')
      },
      answerCall,
      focus,
    }
  }, [user, company, lang, manyMerchants, age, compact, commands, notices, open, edit, openNewOrder, answerCall, focus])

  const shown = opened !== null && moves.mayOpen().allowed ? opened : null
  useEffect(() => {
    if (shown === null) return
    commands.seen([shown])
  }, [commands, shown])

  return (
    <BoardViewProvider value={view}>
      <BoardClockProvider>
        <SelectionProvider value={selection}>
          <VisuallyHidden asChild>
            <h1>{t('Order board')}</h1>
          </VisuallyHidden>
          <Box display="grid" gridTemplateRows="auto auto minmax(0, 1fr)" minH="0" minW="0">
            {phase === 'failed' ? (
              <NotLoaded onRetry={retry} />
            ) : phase === 'ready' ? (
              <ReadyBoard company={company} />
            ) : (
              <BoardSkeleton />
            )}
          </Box>
          <CardMenu open={menuFor} onClose={() => setMenuFor(null)} />
          <LazyBoundary key={shown} onFail={close}>
            {shown !== null && editorTab === null && phase === 'ready' && <OrderDrawer orderId={shown} onClose={close} />}
          </LazyBoundary>
          <LazyBoundary key={`editor ${shown}`} typed onFail={editing.closeEditor}>
            {shown !== null && editorTab !== null && (
              <OrderEditor orderId={shown} tab={editorTab} onTab={editing.setEditorTab} onClose={editing.closeEditor} />
            )}
          </LazyBoundary>
          <LazyBoundary typed onFail={closeNewOrder}>
            {newOrder && moves.level() === 2 && <NewOrderDialog resume={isReopened} onClose={closeNewOrder} />}
          </LazyBoundary>
          <OrderDialogs dialog={dialog} onClose={() => setDialog(null)} />
        </SelectionProvider>
      </BoardClockProvider>
    </BoardViewProvider>
  )
}
