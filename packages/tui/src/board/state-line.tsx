import { Text, useWindowSize } from 'ink'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { useLook } from '../look/look.ts'
import { sanitize, truncate } from '../look/text.ts'

/**
 * What is not visible on the board: the number of orders without items for the station and in hidden columns, and of orders
 * marked for the next command (KDS-09, KDS-16, KDS-18).
 */
export function StateLine({ marked, elsewhere, atOthers }: { marked: number; elsewhere: number; atOthers: number }) {
  const t = useTranslate()
  const look = useLook()
  const { board } = useCore()
  const station = useSelected(board.store, (state) => state.station)
  const { columns } = useWindowSize()
  const parts = [
    marked > 0 ? `${look.marks.marked} ${t('%1 orders selected: keys apply to all, esc clears', [marked])}` : '',
    atOthers > 0 ? `${t('%1 hidden by station %2', [atOthers, sanitize(station)])} (S)` : '',
    elsewhere > 0 ? t('%1 orders in hidden columns (B)', [elsewhere]) : '',
  ]
  return (
    <Text {...look.style(marked > 0 ? 'accent' : 'quiet')} wrap="truncate">
      {truncate(` ${parts.filter(Boolean).join(` ${look.marks.dot} `)}`, columns, look.marks.cut)}
    </Text>
  )
}
