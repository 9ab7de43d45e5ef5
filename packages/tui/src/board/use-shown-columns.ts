import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type BoardColumns, columnsToHide, type NamedBoard, readPeriod, showNamedBoard, shownColumns } from '@tiffin/core'
import { useColumns, useCore, useSelected } from '@tiffin/core/react'
import { columnsOf } from '@tiffin/core/rules'
import type { OrderStatus } from '@tiffin/sdk/contract'
import { useOptions } from '../view/options.ts'
import type { Density } from './card-lines.ts'
import { findColumns } from './find-columns.ts'
import { migrateLegacyBoards } from './migrate-boards.ts'

export interface ShownColumns extends BoardColumns {
  /** Status ids of the hidden columns. */
  left: readonly number[]
  /** Number of orders in hidden columns (KDS-18). */
  elsewhere: number
  choose: (columns: 'all' | readonly number[]) => void
  showBoard: (board: NamedBoard) => void
}

interface CardsOf {
  density: Density
  /** Applies to this run only. */
  setDensity: (density: Density) => void
  storeDensity: (density: Density) => void
}

/** The columns that the user has chosen, or for this run those of `--columns` or `--board`. */
export function useShownColumns({ density, setDensity, storeDensity }: CardsOf): ShownColumns {
  const core = useCore()
  const { board, boardSettings, notices, ports } = core
  const options = useOptions()
  const { columns, hidden, atOthers } = useColumns()
  const statuses = useSelected(board.store, (state) => state.statuses)
  const settings = useSelected(boardSettings.store, (state) => state)
  const [isAsked, setAsked] = useState(options.columns !== undefined || options.board !== undefined)
  const named = settings.boards.find(({ name }) => name === options.board)
  // The command line gives columns as text, which can be resolved once the statuses are loaded.
  const hiddenOption = useMemo(() => hiddenByOption(options.columns, columnsOf(statuses)), [options, statuses])
  const left = (isAsked ? (hiddenOption.hidden ?? named?.hidden) : undefined) ?? settings.hidden

  const choose = useCallback(
    (next: 'all' | readonly number[]) => {
      boardSettings.set({ hidden: columnsToHide(statuses, next, boardSettings.store.getState().hidden) })
      setAsked(false)
    },
    [boardSettings, statuses],
  )
  const showBoard = useCallback(
    (requested: NamedBoard) => {
      showNamedBoard(core, requested)
      storeDensity(densityOf(requested))
      setAsked(false)
    },
    [core, storeDensity],
  )

  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => {
    void boardSettings.loaded().then(() => setLoaded(true))
  }, [boardSettings])
  const isReady = statuses.length > 0
  const applied = useRef(false)
  useEffect(() => {
    if (!isReady || !isLoaded || applied.current) return
    applied.current = true
    migrateLegacyBoards(core, density === 'compact').catch((error: unknown) =>
      ports.log("can't import this terminal's boards", error),
    )
  }, [isReady, isLoaded, core, density, ports])

  const hasNotified = useRef(false)
  useEffect(() => {
    if (!isReady || hasNotified.current) return
    hasNotified.current = true
    for (const part of hiddenOption.unknown) notices.show('negative', 'Column not found: %1', { params: [part] })
  }, [isReady, hiddenOption, notices])
  const called = useRef(options.board === undefined)
  useEffect(() => {
    if (!isReady || called.current || !(named || isLoaded)) return
    called.current = true
    if (!named) return void notices.show('negative', 'Board not found: %1', { params: [options.board ?? ''] })
    void board.choose(named.merchants)
    void board.setPeriod(readPeriod(named.period))
    board.setStation(named.station ?? '')
    setDensity(densityOf(named))
  }, [isReady, isLoaded, named, options, board, notices, setDensity])

  return useMemo(
    () => ({ ...shownColumns(columns, left), hidden, atOthers, left, choose, showBoard }),
    [columns, left, hidden, atOthers, choose, showBoard],
  )
}

const densityOf = ({ compact }: NamedBoard): Density => (compact ? 'compact' : 'detailed')

/** The columns hidden by `--columns`; unknown columns are reported. */
function hiddenByOption(text: string | undefined, statuses: readonly OrderStatus[]) {
  if (text === undefined || statuses.length === 0) return { hidden: undefined, unknown: [] }
  const { columns, unknown } = findColumns(text, statuses)
  return { hidden: columnsToHide(statuses, columns, []), unknown }
}
