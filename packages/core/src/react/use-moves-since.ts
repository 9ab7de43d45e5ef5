import { useEffect, useState } from 'react'
import { type MoveSince, movesSince } from '#board/moves-since'
import type { TrayEntry } from '#outbox/tray-entries'
import { useCore } from './use-core.ts'

/** Moves made elsewhere before one made here; empty until loaded (MOON-04). */
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
      .catch((error: unknown) => control.signal.aborted || ports.log("can't read other users' moves", error))
    return () => control.abort()
  }, [client, ports, from, order_id, revision])
  return moves
}
