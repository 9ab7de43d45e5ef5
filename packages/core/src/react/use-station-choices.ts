import { useEffect, useMemo, useState } from 'react'
import { readStations } from '#board/read-stations'
import { type StationChoice, stationChoices } from '#board/station-choices'
import { stationsOf } from '#rules/index'
import { useCore, useSelected, useTranslate } from './use-core.ts'

export type { StationChoice }

/**
 * The stations to choose from, narrowed by the typed text: those on the board, and as soon as they are read those of
 * earlier orders (KDS-09).
 */
export function useStationChoices(text: string) {
  const { board, client, notices, ports } = useCore()
  const t = useTranslate()
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
  const stations = useMemo(
    () => stationsOf([...[...rows.values()].map(({ cart }) => cart), [...earlier, chosen].map((station) => ({ station }))]),
    [rows, earlier, chosen],
  )
  return {
    ...stationChoices(stations, { chosen, text, t }),
    /** Shows the chosen station. Without one, reports that no station has the typed name. Returns whether it was shown. */
    choose(choice: StationChoice | undefined): boolean {
      if (choice) board.setStation(choice.station)
      else notices.show('info', 'No station %1', { params: [text.trim()] })
      return choice !== undefined
    },
  }
}
