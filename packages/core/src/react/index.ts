import { useEffect, useRef, useState } from 'react'
import type { DraftPlace, DraftableEditor } from '../drafts/drafts.ts'
import { useCore } from './use-core.ts'

export type { TimelineEvent } from '#board/timeline'
export { consoleName, groupRuns, timelineLines } from '#board/timeline-lines'
export { useColumns } from './use-columns.ts'
export { CoreProvider, useCore, useSelected, useTranslate } from './use-core.ts'
export { useLoadedChat } from './use-loaded-chat.ts'
export { useMovesSince } from './use-moves-since.ts'
export { useOrderName } from './use-order-name.ts'
export { useRecallList } from './use-recall-list.ts'
export { type StationChoice, useStationChoices } from './use-station-choices.ts'
export { useTimeline } from './use-timeline.ts'

/** Keeps an editor's draft through sign-out, crashes and network loss; `place` identifies the editor. */
export function useDraft(draft: DraftableEditor, place: string, about: DraftPlace): void {
  const { drafts } = useCore()
  const latest = useRef(about)
  useEffect(() => {
    latest.current = about
  })
  useEffect(() => drafts.keep(draft, place, () => latest.current), [drafts, draft, place])
}

/** Server time in ms; the component re-renders every full second. */
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
