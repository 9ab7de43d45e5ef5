import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Box, useWindowSize } from 'ink'
import {
  waitForUndo,
  type CardCursor,
  createCursorWatch,
  type CursorWatch,
  cursorOn,
  followCursor,
  type MarkedOrder,
  type Marks,
  marksOf,
  noCursor,
  orderByNumber,
  placeOfCursor,
  stepCursor,
} from '@tiffin/core'
import { newOrdersOf } from '@tiffin/core/new-order'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { localized } from '@tiffin/core/rules'
import { CommandLine } from '../command/command-line.tsx'
import { sanitize } from '../theme/text.ts'
import type { Dialog } from '../view/dialog.ts'
import { Guard } from '../view/guard.tsx'
import { useKeys, usePlace } from '../view/keyboard.ts'
import { useMouse } from '../view/use-mouse.ts'
import { useOptions } from '../view/options.ts'
import { Banners, useBannerLines } from './banners.tsx'
import { BrokenPart } from './broken-part.tsx'
import type { Density } from './card-lines.ts'
import { Columns } from './columns.tsx'
import { DialogView } from './dialog-view.tsx'
import { cardAt, BoardLayoutProvider, emptyLayout } from './board-layout.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { LinearBoard } from './linear-board.tsx'
import { NoticeLine, useNoticeHeight } from './notice-line.tsx'
import { SearchLine } from './search-line.tsx'
import { StateLine } from './state-line.tsx'
import { useBoardCommands } from './use-board-commands.ts'
import { useOrderActions } from './use-order-actions.ts'
import { type ShownColumns, useShownColumns } from './use-shown-columns.ts'

const DENSITY = 'board.density'

/** The board: columns or an open page between header and footer. */
export function BoardScreen({ onQuit }: { onQuit: () => void }) {
  const core = useCore()
  const { board, i18n, moves, session, ports } = core
  const { screenReader } = useOptions()
  const t = useTranslate()
  const { columns: width, rows } = useWindowSize()
  const [density, setDensity] = useState(() => densityOf(ports.storage.get(DENSITY)))
  const storeDensity = useCallback(
    (next: Density) => {
      ports.storage.set(DENSITY, next)
      setDensity(next)
    },
    [ports],
  )
  const shown = useShownColumns({ density, setDensity, storeDensity })
  const { columns, hidden } = shown
  const drawnColumns = columns.map(({ status }) => status.order_status_id).join()
  useEffect(() => newOrdersOf(core).sendStored(), [core])
  useEffect(() => {
    const orders = newOrdersOf(core)
    return board.onRing((phones) => {
      // Keys answer here, so nothing is opened by the notice itself.
      for (const phone of phones) void orders.ring(phone, () => {})
    })
  }, [board, core])
  useEffect(() => {
    board.showing(drawnColumns.split(',').map(Number))
    return () => board.showing([])
  }, [board, drawnColumns])
  const search = useSelected(board.store, (state) => state.search)
  const [cursor, setCursor] = useState<CardCursor>(noCursor)
  const [marked, setMarked] = useState<Marks>(new Map())
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const [line, setLine] = useState<'search' | 'command' | null>(null)
  const [drawn] = useState(emptyLayout)
  const isBoardOpen = dialog === null && line === null
  const place = usePlace()
  const noticeHeight = useNoticeHeight(place)

  // Before rendering, so that a key never acts on a card that has gone.
  const pending = useSelected(board.store, (state) => state.pending)
  const followed = followCursor(columns, cursor, pending)
  if (followed !== cursor) setCursor(followed)
  const [watch] = useState(() => createCursorWatch(core))
  const last = useRef(followed)
  useLayoutEffect(() => {
    // Waits while a page covers the board.
    if (dialog !== null) return
    watch.check(last.current, followed, columns, shown.left)
    last.current = followed
  })
  const goTo = (pick: Parameters<CursorWatch['choose']>[2]): void => setCursor(watch.choose(columns, followed, pick))
  const [searchText, setSought] = useState('')
  if (searchText !== search) {
    setSought(search)
    const found = orderByNumber(columns, search)
    if (found !== undefined) setCursor(cursorOn(columns, found))
  }
  const chosen = placeOfCursor(columns, followed)
  const orderId = chosen.card?.order_id
  useEffect(
    () =>
      board.store.subscribe((state, before) => {
        const hasMoved = state.pending !== before.pending || state.refused !== before.refused
        if (hasMoved) setCursor((now) => waitForUndo(now, state, before))
      }),
    [board],
  )
  // A mark does not count while only the search or the choice of columns hides its card. An order that was moved
  // elsewhere, even off the board, keeps its mark: the next key must report that move, not act on the order under the
  // cursor.
  const here = useMemo(() => new Set(columns.flatMap(({ cards }) => cards.map((card) => card.order_id))), [columns])
  const marks = useMemo(
    () => marksOf([...marked.values()].filter((item) => here.has(item.order_id) || hasMoved(item, moves.order(item.order_id)))),
    [marked, here, moves],
  )

  const back = (): void => setDialog(null)
  function quit(): void {
    const { pending: moving, editing } = board.store.getState()
    if (moving.length + editing > 0) setDialog({ name: 'quit' })
    else onQuit()
  }
  const actions = useOrderActions(setDialog)
  const { run, runLine, valuesOf, earlier, seenTarget } = useBoardCommands({
    shown,
    actions,
    chosen,
    refuses: watch.refuses,
    marks,
    setMarked,
    step: (step) => goTo((seen, from) => stepCursor(seen, from, step)),
    choose: (order) => goTo((seen) => cursorOn(seen, order)),
    firstShown: () => drawn.columns.get(chosen.columnIndex)?.first ?? 0,
    screenful: drawn.screenful,
    density,
    setDensity: storeDensity,
    setDialog,
    setLine,
    quit,
  })
  const banners = useBannerLines(isBoardOpen ? { seenTarget } : undefined)
  useKeys('board', run, {
    active: isBoardOpen,
    inactive: seenTarget === undefined ? ['seen'] : [],
    reason: t(orderId === undefined && marks.size === 0 ? 'No order selected' : 'Nothing to mark as seen'),
  })
  useMouse((event) => {
    if (!isBoardOpen) return
    if (event.kind !== 'press') return run(event.kind, event.kind)
    const hit = cardAt(drawn, event)
    const card = hit?.card === undefined ? undefined : columns[hit.column]?.cards[hit.card]
    const status = hit && columns[hit.column]?.status
    if (!hit || !status) return
    // A second press on the chosen card opens it.
    if (card && card.order_id === orderId) return run('open', 'enter')
    goTo((seen) => {
      const pressed = seen[hit.column]?.cards[hit.card ?? -1]
      return pressed ? cursorOn(seen, pressed.order_id) : { ...noCursor, column: status.order_status_id }
    })
  })

  const about = dialog === null && marks.size === 0 ? orderId : dialog?.name === 'order' ? dialog.orderId : undefined
  const nextStatus = about === undefined ? undefined : moves.next(about)
  const next = nextStatus && sanitize(localized(nextStatus.value, i18n.lang()))

  const searching = line === 'search' || search !== ''
  const below = 1 + noticeHeight + (searching ? 1 : 0) + (line === 'command' ? 2 : 0) + (hasState(marks, shown) ? 1 : 0)
  const top = 1 + banners.length
  const height = Math.max(1, rows - top - below)
  return (
    <Box flexDirection="column" width={width} height={rows} overflow="hidden">
      <Header />
      <Banners lines={banners} />
      <Guard
        about={dialog ?? columns}
        fallback={<BrokenPart height={height} onBack={dialog === null ? undefined : back} onQuit={quit} />}
        onError={(error) => ports.log("can't draw a part of the board", error)}
      >
        {dialog !== null ? (
          <DialogView
            dialog={dialog}
            shown={shown}
            density={density}
            height={height}
            actions={actions}
            onOpen={setDialog}
            onBack={back}
            onDone={() => {
              setMarked(new Map())
              back()
            }}
            onQuit={quit}
            onLeave={onQuit}
            onSignOut={() => void session.signOut()}
          />
        ) : (
          <BoardLayoutProvider value={drawn}>
            {screenReader ? (
              <LinearBoard columns={columns} chosen={chosen} marked={marks} width={width} height={height} />
            ) : (
              <Columns
                columns={columns}
                hidden={hidden + shown.atOthers + shown.elsewhere}
                chosen={chosen}
                width={width}
                height={height}
                density={density}
                top={top}
                marked={marks}
              />
            )}
          </BoardLayoutProvider>
        )}
      </Guard>
      {hasState(marks, shown) && <StateLine marked={[...marks.keys()]} elsewhere={shown.elsewhere} atOthers={shown.atOthers} />}
      {searching && <SearchLine active={line === 'search'} hidden={hidden} onDone={() => setLine(null)} onQuit={quit} />}
      {line === 'command' && (
        <CommandLine valuesOf={valuesOf} earlier={earlier} onRun={runLine} onBack={() => setLine(null)} onQuit={quit} />
      )}
      <NoticeLine place={place} />
      <Footer next={next} />
    </Box>
  )
}

const hasMoved = (marked: MarkedOrder, now: MarkedOrder | undefined): boolean => marked.order_status !== now?.order_status
const hasState = (marks: Marks, { elsewhere, atOthers }: ShownColumns): boolean => marks.size + elsewhere + atOthers > 0

/** Detailed by default: a cook must see what to make. */
const densityOf = (text: string | undefined): Density => (text === 'compact' ? 'compact' : 'detailed')
