import { useEffect, useMemo, useState } from 'react'
import { readStations } from '#board/read-stations'
import { stationsOf } from '#rules/index'
import { useCore, useSelected } from './use-core.ts'

/** The stations to choose from: those on the board, and as soon as they are read those of earlier orders (KDS-09). */
export function useStations(): string[] {
  const { board, client, ports } = useCore()
  const rows = useSelected(board.store, (state) => state.rows)
  const chosen = useSelected(board.store, (state) => state.station)
  const [earlier, setEarlier] = useState<readonly string[]>([])
  useEffect(() => {
    const control = new AbortController()
    readStations(client, { signal: control.signal }).then(setEarlier, (error: unknown) => {
      if (!control.signal.aborted) ports.log("can't read the stations of earlier orders", error)
    })
    return () => control.abort()
  }, [client, ports])
  return useMemo(
    () => stationsOf([...[...rows.values()].map(({ cart }) => cart), [...earlier, chosen].map((station) => ({ station }))]),
    [rows, earlier, chosen],
  )
}
