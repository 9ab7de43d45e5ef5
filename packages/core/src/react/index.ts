import { useEffect, useRef, useState } from 'react'
import type { NamedOrder } from '#board/board-order'
import { orderName } from '#board/order-name'
import type { DraftAbout, Keepable } from '../drafts/drafts.ts'
import { useCore, useSelected, useTranslate } from './use-core.ts'

export type { TimelineEvent } from '#board/timeline'
export { consoleName, foldRuns, timelineLines } from '#board/timeline-lines'
export { useColumns } from './use-columns.ts'
export { CoreProvider, useCore, useSelected, useTranslate } from './use-core.ts'
export { useMovesSince } from './use-moves-since.ts'
export { useTimeline } from './use-timeline.ts'

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
