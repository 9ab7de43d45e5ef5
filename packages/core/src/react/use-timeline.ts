import { useEffect, useState } from 'react'
import { type Timeline, watchTimeline } from '#board/timeline'
import { useCore } from './use-core.ts'

/** An order's timeline; reloads on each change of the order and at intervals. */
export function useTimeline(order: { order_id: number; revision: number } | undefined): Timeline {
  const core = useCore()
  const [timeline, setTimeline] = useState<Timeline>({ events: null, error: null })
  const id = order?.order_id
  const revision = order?.revision
  useEffect(() => (id === undefined ? undefined : watchTimeline(core, id, setTimeline)), [core, id, revision])
  return timeline
}
