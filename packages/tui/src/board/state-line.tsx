import { Text, useWindowSize } from 'ink'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { useTheme } from '../theme/theme.ts'
import { sanitize, truncate } from '../theme/text.ts'

/**
 * What is not visible on the board: the number of orders without items for the station and in hidden columns, and of orders
 * marked for the next command (KDS-09, KDS-16, KDS-18).
 */
export function StateLine({ marked, elsewhere, atOthers }: { marked: number; elsewhere: number; atOthers: number }) {
  const t = useTranslate()
  const theme = useTheme()
  const { board } = useCore()
  const station = useSelected(board.store, (state) => state.station)
  const { columns } = useWindowSize()
  const parts = [
    marked > 0 ? `${theme.marks.marked} ${t('%1 orders selected: keys apply to all, esc clears', [marked])}` : '',
    atOthers > 0 ? `${t('%1 hidden by station %2', [atOthers, sanitize(station)])} (S)` : '',
    elsewhere > 0 ? t('%1 orders in hidden columns (B)', [elsewhere]) : '',
  ]
  return (
    <Text {...theme.style(marked > 0 ? 'accent' : 'quiet')} wrap="truncate">
      {truncate(` ${parts.filter(Boolean).join(` ${theme.marks.dot} `)}`, columns, theme.marks.cut)}
    </Text>
  )
}
