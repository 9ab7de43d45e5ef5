import { Text, useWindowSize } from 'ink'
import { useCore, useOrderName, useSelected, useTranslate } from '@tiffin/core/react'
import { useTheme } from '../theme/theme.ts'
import { sanitize, truncate } from '../theme/text.ts'

/**
 * Counts that the board itself doesn't show: orders without items for the station, orders in hidden columns, and orders
 * marked for the next command (KDS-09, KDS-16, KDS-18).
 */
export function StateLine({ marked, elsewhere, atOthers }: { marked: readonly number[]; elsewhere: number; atOthers: number }) {
  const t = useTranslate()
  const theme = useTheme()
  const { board } = useCore()
  const nameOf = useOrderName()
  const [first, ...others] = marked
  const rows = useSelected(board.store, (state) => state.rows)
  const only = first !== undefined && others.length === 0 ? rows.get(first) : undefined
  const station = useSelected(board.store, (state) => state.station)
  const { columns } = useWindowSize()
  const parts = [
    only
      ? // The cursor may be on another card.
        `${theme.marks.marked} ${t('%1 selected: keys apply to it, esc clears', [sanitize(nameOf(only))])}`
      : first !== undefined
        ? `${theme.marks.marked} ${t('%1 orders selected: keys apply to all, esc clears', [marked.length])}`
        : '',
    atOthers > 0 ? `${t('%1 hidden by station %2', [atOthers, sanitize(station)])} (S)` : '',
    elsewhere > 0 ? t('%1 orders in hidden columns (B)', [elsewhere]) : '',
  ]
  return (
    <Text {...theme.style(first !== undefined ? 'accent' : 'quiet')} wrap="truncate">
      {truncate(` ${parts.filter(Boolean).join(` ${theme.marks.dot} `)}`, columns, theme.marks.cut)}
    </Text>
  )
}
