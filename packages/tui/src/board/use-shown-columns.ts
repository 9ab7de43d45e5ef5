import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { BoardColumns } from '@tiffin/core'
import { useColumns, useCore, useSelected } from '@tiffin/core/react'
import { columnsOf } from '@tiffin/core/rules'
import type { OrderStatus } from '@tiffin/sdk/contract'
import { type TerminalOptions, useOptions } from '../view/options.ts'
import { boardChoices, type ColumnChoice, columnsNamed, type NamedBoard } from './named-boards.ts'

export interface ShownColumns extends BoardColumns {
  choice: ColumnChoice
  /** Orders in columns that this board leaves out (KDS-18). */
  elsewhere: number
  setChoice: (choice: ColumnChoice) => void
  showBoard: (board: NamedBoard) => void
}

/** The columns that this board is set up to show: chosen here before, or by `--columns` or `--board`. */
export function useShownColumns(): ShownColumns {
  const { board, session, ports, notices } = useCore()
  const options = useOptions()
  const { columns, hidden } = useColumns()
  const company = useSelected(session.store, (state) => state.user?.company?.company_id ?? 0)
  const statuses = useSelected(board.store, (state) => state.statuses)
  const choices = useMemo(() => boardChoices(ports.storage, company), [ports.storage, company])
  const [chosen, setChosen] = useState<ColumnChoice>()
  // The command line names columns by words, which have a meaning once the statuses are there.
  const asked = useMemo(() => askedFor(options, choices.all(), columnsOf(statuses)), [options, choices, statuses])
  const choice = chosen ?? asked.columns ?? choices.columns()

  const setChoice = useCallback(
    (next: ColumnChoice) => {
      choices.setColumns(next)
      setChosen(next)
    },
    [choices],
  )
  const showBoard = useCallback(
    (named: NamedBoard) => {
      setChoice(named.columns)
      void board.choose(named.merchants)
    },
    [board, setChoice],
  )

  const isReady = statuses.length > 0
  const told = useRef(false)
  useEffect(() => {
    if (!isReady || told.current) return
    told.current = true
    for (const part of asked.unknown) notices.show('negative', 'Column not found: %1', { params: [part] })
    if (asked.board) void board.choose(asked.board.merchants)
    else if (options.board !== undefined) notices.show('negative', 'Board not found: %1', { params: [options.board] })
  }, [isReady, asked, options, notices, board])

  return useMemo(() => {
    const known = choice !== 'all' && columns.some(({ status }) => choice.includes(status.order_status_id))
    const shown = known ? columns.filter(({ status }) => choice.includes(status.order_status_id)) : columns
    const elsewhere = columns.reduce((sum, column) => sum + (shown.includes(column) ? 0 : column.cards.length), 0)
    return { columns: shown, hidden, elsewhere, choice: known ? choice : 'all', setChoice, showBoard }
  }, [choice, columns, hidden, setChoice, showBoard])
}

/** What `--columns` and `--board` mean here; columns win. */
function askedFor(options: TerminalOptions, boards: readonly NamedBoard[], statuses: readonly OrderStatus[]) {
  const named = boards.find(({ name }) => name === options.board)
  if (options.columns === undefined || statuses.length === 0) return { columns: named?.columns, unknown: [], board: named }
  const { columns, unknown } = columnsNamed(options.columns, statuses)
  return { columns: columns.length > 0 ? columns : ('all' as const), unknown, board: named }
}
