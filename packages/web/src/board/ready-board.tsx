import { Box } from '@chakra-ui/react'
import { memo, useMemo, useRef, useState } from 'react'
import { actorOf, type BoardOrder, chooseMerchants, selectMerchants, shownColumns } from '@tiffin/core'
import type { SessionCompany } from '@tiffin/sdk/contract'
import { useColumns, useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { companyRoutes, managesCompany, storeUrl } from '@tiffin/core/rules'
import { Link } from 'react-router'
import { useCommandScopes } from '../keys/command-scopes.ts'
import { lazyComponent } from '../lazy-component.ts'
import { Button } from '../ui/controls.ts'
import { LazyBoundary } from '../ui/lazy-boundary.tsx'
import type { MenuHandle } from '../ui/use-menu-handle.ts'
import { usePreloadChunks } from '../ui/use-preload-chunks.ts'
import { BannerStack } from './banner-stack.tsx'
import { BoardBanners } from './board-banners.tsx'
import { BoardColumns } from './board-columns.tsx'
import { BoardMessage } from './board-message.tsx'
import { BoardToolbar } from './board-toolbar.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { ExpiringBanner } from './expiring-banner.tsx'
import { useBoardView } from './board-context.ts'
import { CancelledStrip } from './cancelled-strip.tsx'
import { CARD_MENU } from './card-focus.ts'
import { endSelection, useSelection } from './card-selection.ts'
import { SoundBanner } from './sound-banner.tsx'
import { UsageBar } from './usage-bar.tsx'
import { type RunCommand, useBoardKeys } from './use-board-keys.ts'
import { useReload } from './use-reload.ts'

const RecallDialog = lazyComponent(async () => (await import('./recall-dialog.tsx')).RecallDialog)
const WhereDialog = lazyComponent(async () => (await import('./where-dialog.tsx')).WhereDialog)
const StationDialog = lazyComponent(async () => (await import('./station-dialog.tsx')).StationDialog)
const AvailabilityBanners = lazyComponent(async () => (await import('./merchant-availability.tsx')).AvailabilityBanners)
const AvailabilityDialog = lazyComponent(async () => (await import('./merchant-availability.tsx')).AvailabilityDialog)
const ConflictsDialog = lazyComponent(async () => (await import('./conflicts-dialog.tsx')).ConflictsDialog)
const BoardPrinting = lazyComponent(async () => (await import('../printing/board-printing.tsx')).BoardPrinting)
const FirstSteps = lazyComponent(async () => (await import('./first-steps.tsx')).FirstSteps)
const AllDay = lazyComponent(async () => (await import('./all-day.tsx')).AllDay)

const orderDialogs = () => [
  import('./order-drawer.tsx'),
  import('./recall-dialog.tsx'),
  import('./reason-dialog.tsx'),
  import('./courier-dialog.tsx'),
  import('./delete-dialog.tsx'),
  import('./days-dialog.tsx'),
  import('./merchant-availability.tsx'),
  import('../new-order/new-order-dialog.tsx'),
]

/** The loaded board: toolbar, banners, columns and keys. A change of the address alone does not re-render it. */
export const ReadyBoard = memo(function ReadyBoard({ company }: { company: SessionCompany }) {
  const { boardSettings, commands, moves } = useCore()
  const { columns: all, hidden, atOthers } = useColumns()
  const left = useSelected(boardSettings.store, (state) => state.hidden)
  const { columns, elsewhere } = useMemo(() => shownColumns(all, left), [all, left])
  const compact = useSelected(boardSettings.store, (state) => state.compact)
  const [allDay, setAllDay] = useState(false)
  const [recall, setRecall] = useState(false)
  const [tray, setTray] = useState(false)
  const [where, setWhere] = useState(false)
  const [station, setStation] = useState(false)
  const [availabilityOf, setAvailabilityOf] = useState<{ merchant?: number }>()
  const [opens] = useState(() => ({
    onAllDay: () => setAllDay((shown) => !shown),
    onRecall: () => setRecall(true),
    onAvailability: () => setAvailabilityOf({}),
    onStation: () => setStation(true),
  }))
  const bulkMoveMenu = useRef<MenuHandle>(null)
  const selection = useSelection()
  const { answer, answerCall, ask, editOrder, mayMove, newOrder, openMenu } = useBoardView()
  const { help } = useCommandScopes()
  const { reload } = useReload()
  const searchField = useRef<HTMLInputElement>(null)
  const none = elsewhere === 0 && columns.every(({ cards }) => cards.length === 0)

  function assign(chosen: readonly BoardOrder[]): void {
    const orders = chosen.filter(({ merchant }) => mayMove(merchant))
    if (orders.length > 0) ask({ kind: 'courier', orders })
  }
  function openMoves(focused: { id: number; card: HTMLElement } | undefined): void {
    if (selection.marks().size > 0) return bulkMoveMenu.current?.open()
    const order = focused && moves.order(focused.id)
    const button = focused?.card.querySelector<HTMLElement>(CARD_MENU)
    if (order && button) openMenu(order, { element: button })
  }
  function toggle(order: BoardOrder | undefined): void {
    if (order && mayMove(order.merchant)) selection.toggle(order)
  }
  const run: RunCommand = (command, order) => {
    const settings = boardSettings.store.getState()
    const marks = selection.marks()
    // The selected cards, else the focused one.
    const ids = marks.size > 0 ? [...marks.keys()] : order ? [order.id] : []
    const chosen = ids.flatMap((id) => moves.order(id) ?? [])
    if (command === 'bump' && ids.length > 0) answer(endSelection(commands.bump(ids, marks), selection), chosen)
    else if (command === 'moves') openMoves(order)
    else if (command === 'undo') commands.undo()
    else if (command === 'recall') setRecall(true)
    else if (command === 'tray') setTray(true)
    else if (command === 'none') {
      if (allDay && marks.size === 0) setAllDay(false)
      else selection.clear()
    } else if (command === 'courier') assign(chosen)
    else if (command === 'command') ask({ kind: 'commands', orders: chosen })
    else if (command === 'choose') toggle(order && moves.order(order.id))
    else if (command === 'seen' && ids.length > 0) commands.markSeen(ids)
    else if (command === 'seen') commands.hideMarks()
    else if (command === 'edit' && order) editOrder(order.id)
    else if (command === 'newOrder') newOrder()
    else if (command === 'answer') answerCall()
    else if (command === 'where') setWhere(true)
    else if (command === 'pace') setAvailabilityOf({})
    else if (command === 'search') searchField.current?.focus()
    else if (command === 'station') setStation(true)
    else if (command === 'compact') boardSettings.set({ compact: !settings.compact })
    else if (command === 'sound') boardSettings.set({ sound: !settings.sound })
    else if (command === 'printer') boardSettings.set({ printer: !settings.printer })
    else if (command === 'usage') boardSettings.set({ bar: !settings.bar })
    else if (command === 'allDay') setAllDay((shown) => !shown)
    else if (command === 'reload') void reload()
  }
  usePreloadChunks(orderDialogs)
  const without = [
    ...(company.limit_order === null ? (['usage'] as const) : []),
    ...(moves.level() === 2 ? [] : (['newOrder', 'answer', 'pace'] as const)),
  ]
  useBoardKeys(columns, run, without)
  return (
    <>
      <BoardToolbar
        company={company}
        hidden={hidden}
        elsewhere={elsewhere}
        atOthers={atOthers}
        allDay={allDay}
        {...opens}
        onKeys={help}
        searchField={searchField}
      />
      <Box minW="0">
        <UsageBar company={company} />
        {/* Urgent banners come first: on a phone the others are behind them. */}
        <BannerStack>
          <CancelledStrip />
          <BoardBanners company={company} onTray={() => setTray(true)} />
          {/* The board works even if printing can't be loaded. */}
          <LazyBoundary quiet onFail={() => {}}>
            <BoardPrinting company={company.company_id} />
          </LazyBoundary>
          <LazyBoundary quiet onFail={() => {}}>
            <AvailabilityBanners onChange={(merchant) => setAvailabilityOf({ merchant })} />
          </LazyBoundary>
          <SoundBanner />
          <ExpiringBanner company={company} />
        </BannerStack>
      </Box>
      <Box position="relative" display="flex" minH="0" minW="0">
        {!none ? (
          <BoardColumns key={String(compact)} columns={columns} />
        ) : hidden > 0 ? (
          <NoMatch />
        ) : atOthers > 0 ? (
          <NothingForStation />
        ) : (
          <EmptyBoard company={company} />
        )}
        {allDay && (
          <LazyBoundary onFail={() => setAllDay(false)}>
            <AllDay columns={columns} onClose={() => setAllDay(false)} />
          </LazyBoundary>
        )}
        {recall && (
          <LazyBoundary onFail={() => setRecall(false)}>
            <RecallDialog onClose={() => setRecall(false)} />
          </LazyBoundary>
        )}
        {where && (
          <LazyBoundary onFail={() => setWhere(false)}>
            <WhereDialog onClose={() => setWhere(false)} />
          </LazyBoundary>
        )}
        {station && (
          <LazyBoundary typed onFail={() => setStation(false)}>
            <StationDialog onClose={() => setStation(false)} />
          </LazyBoundary>
        )}
        {availabilityOf && (
          <LazyBoundary onFail={() => setAvailabilityOf(undefined)}>
            <AvailabilityDialog merchant={availabilityOf.merchant} onClose={() => setAvailabilityOf(undefined)} />
          </LazyBoundary>
        )}
        {tray && (
          <LazyBoundary onFail={() => setTray(false)}>
            <ConflictsDialog onClose={() => setTray(false)} />
          </LazyBoundary>
        )}
      </Box>
      <BulkBar moveMenu={bulkMoveMenu} />
    </>
  )
})

/** There are orders, but none matches the search. */
function NoMatch() {
  const t = useTranslate()
  const { board } = useCore()
  const search = useSelected(board.store, (state) => state.search)
  return (
    <BoardMessage text={t('No orders match "%1"', [search])}>
      <Button variant="solid" onClick={() => board.setSearch('')}>
        {t('Show all')}
      </Button>
    </BoardMessage>
  )
}

/** There are orders, but none has items for the station. */
function NothingForStation() {
  const t = useTranslate()
  const { board } = useCore()
  const station = useSelected(board.store, (state) => state.station)
  return (
    <BoardMessage text={t('No items for the station %1', [station])}>
      <Button variant="solid" onClick={() => board.setStation('')}>
        {t('All stations')}
      </Button>
    </BoardMessage>
  )
}

/** BOARD-37, BOARD-38: orders are still to come, or something must be chosen or set up first. */
function EmptyBoard({ company }: { company: SessionCompany }) {
  const t = useTranslate()
  const core = useCore()
  const user = useSelected(core.session.store, (state) => state.user)
  const nowhere = useSelected(core.board.store, (state) => state.chosen !== 'all' && selectMerchants(state).length === 0)
  if (nowhere) {
    return (
      <BoardMessage text={t("The selected merchants no longer exist, or you don't have access")}>
        <Button variant="solid" onClick={() => chooseMerchants(core, 'all')}>
          {t('All merchants')}
        </Button>
      </BoardMessage>
    )
  }
  const firstSteps = user && managesCompany(actorOf(user)) && (
    <LazyBoundary quiet onFail={() => {}}>
      <FirstSteps company={company.company_id} />
    </LazyBoundary>
  )
  if (storeUrl(company.domain_config) !== null) return <BoardMessage text={t('Orders coming soon')}>{firstSteps}</BoardMessage>
  return (
    <BoardMessage text={t('Set up your store domain to receive orders')}>
      {user?.navigation.includes('Company-Settings') && (
        <Button asChild variant="solid">
          <Link to={companyRoutes['Company-Settings']}>{t('Settings')}</Link>
        </Button>
      )}
      {firstSteps}
    </BoardMessage>
  )
}
