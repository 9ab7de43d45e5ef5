import {
  createContext,
  createElement,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { StoreApi } from 'zustand/vanilla'
import { useStore } from 'zustand'
import type { BoardColumns } from '#board/selectors'
import type { TrayEntry } from '#outbox/conflicts'
import type { NamedOrder } from '#board/board-order'
import { orderName } from '#board/order-name'
import { placeCards, searchColumns } from '#board/selectors'
import { type MoveSince, movesSince } from '#board/moves-since'
import { type Timeline, watchTimeline } from '#board/timeline'
import type { Translate } from '#i18n/create-i18n'
import type { Core } from '../create-core.ts'
import type { DraftAbout, Keepable } from '../drafts/drafts.ts'

const CoreContext = createContext<Core | null>(null)

/** Gives a core to the components below. */
export const CoreProvider = ({ core, children }: { core: Core; children?: ReactNode }) =>
  createElement(CoreContext.Provider, { value: core }, children)

/** The core of this front-end. */
export function useCore(): Core {
  const core = useContext(CoreContext)
  if (!core) throw new Error('useCore needs a CoreProvider above it')
  return core
}

/** A part of a store of the core; the component re-renders when it changes. */
export const useSelected = <S, T>(store: StoreApi<S>, select: (state: S) => T): T => useStore(store, select)

/** Translates, and re-renders the component when the language changes. */
export function useTranslate(): Translate {
  const { i18n } = useCore()
  useSyncExternalStore(i18n.onChange, i18n.lang, i18n.lang)
  return i18n.t
}

/** Keeps what an editor holds through sign-out, crash and lost network; `place` names the editor. */
export function useKeptDraft(draft: Keepable, place: string, about: DraftAbout): void {
  const { drafts } = useCore()
  const latest = useRef(about)
  useEffect(() => {
    latest.current = about
  })
  useEffect(() => drafts.keep(draft, place, () => latest.current), [drafts, draft, place])
}

/** What people call orders on this board; the component re-renders when that may have changed. */
export function useOrderName(): (order: NamedOrder) => string {
  const { board, i18n } = useCore()
  useTranslate()
  const rows = useSelected(board.store, (state) => state.rows)
  const merchants = useSelected(board.store, (state) => state.merchants)
  const chosen = useSelected(board.store, (state) => state.chosen)
  return (order) => orderName({ rows, merchants, chosen }, order, i18n.lang())
}

/** Server time in ms; the component re-renders at every full second. */
export function useSecond(): number {
  const { serverClock, ports } = useCore()
  const [now, setNow] = useState(() => serverClock.now())
  useEffect(() => {
    let cancel = (): void => {}
    const tick = (): void => {
      const time = serverClock.now()
      setNow(time)
      cancel = ports.clock.after(1000 - (time % 1000), tick)
    }
    tick()
    return () => cancel()
  }, [serverClock, ports])
  return now
}

/** The board's columns as they are shown now. */
export function useColumns(): BoardColumns {
  const { board } = useCore()
  const rows = useSelected(board.store, (state) => state.rows)
  const pending = useSelected(board.store, (state) => state.pending)
  const statuses = useSelected(board.store, (state) => state.statuses)
  const chosen = useSelected(board.store, (state) => state.chosen)
  const search = useSelected(board.store, (state) => state.search)
  const period = useSelected(board.store, (state) => state.period)
  // The period stands for the bounds, which follow from it and from the day.
  const placed = useMemo(
    () => placeCards({ rows, pending, statuses, chosen }, board.bounds(period)),
    [rows, pending, statuses, chosen, period, board],
  )
  // A keystroke goes through the cards, not through the making of them.
  return useMemo(() => searchColumns(placed, search), [placed, search])
}

export type { TimelineEvent } from '#board/timeline'
export { consoleName, foldRuns, timelineLines } from '#board/timeline-lines'

/** What has happened to an order; reloads with each change of it and at intervals. */
export function useTimeline(order: { order_id: number; revision: number } | undefined): Timeline {
  const core = useCore()
  const [timeline, setTimeline] = useState<Timeline>({ events: null, error: null })
  const id = order?.order_id
  const revision = order?.revision
  useEffect(() => (id === undefined ? undefined : watchTimeline(core, id, setTimeline)), [core, id, revision])
  return timeline
}

/** The moves of others that came before one made here; none until they are read (MOON-04). */
export function useMovesSince(entry: TrayEntry | undefined): readonly MoveSince[] {
  const { client, ports } = useCore()
  const [moves, setMoves] = useState<readonly MoveSince[]>([])
  const from = entry?.kind === 'move' ? entry.from : undefined
  const { order_id, order } = entry ?? {}
  const revision = order?.revision
  useEffect(() => {
    setMoves([])
    if (from === undefined || order_id === undefined) return undefined
    const control = new AbortController()
    client.Order.timeline({ order_id }, { signal: control.signal })
      .then(({ data }) => setMoves(movesSince(data.events, from)))
      .catch((error: unknown) => control.signal.aborted || ports.log('the moves of others could not be read', error))
    return () => control.abort()
  }, [client, ports, from, order_id, revision])
  return moves
}
