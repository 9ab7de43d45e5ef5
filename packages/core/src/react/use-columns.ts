import { useMemo } from 'react'
import { type BoardColumns, placeCards, searchColumns, stationColumns } from '#board/selectors'
import { useCore, useSelected } from './use-core.ts'

/** The board's columns as shown now. */
export function useColumns(): BoardColumns {
  const { board } = useCore()
  const rows = useSelected(board.store, (state) => state.rows)
  const pending = useSelected(board.store, (state) => state.pending)
  const statuses = useSelected(board.store, (state) => state.statuses)
  const chosen = useSelected(board.store, (state) => state.chosen)
  const station = useSelected(board.store, (state) => state.station)
  const search = useSelected(board.store, (state) => state.search)
  const period = useSelected(board.store, (state) => state.period)
  // Depends on the period instead of the bounds, because the bounds follow from the period and the day.
  const placed = useMemo(
    () => placeCards({ rows, pending, statuses, chosen }, board.bounds(period)),
    [rows, pending, statuses, chosen, period, board],
  )
  // A keystroke only filters the cards; it does not rebuild them.
  const own = useMemo(() => stationColumns(placed, station), [placed, station])
  return useMemo(() => searchColumns(own, search), [own, search])
}
