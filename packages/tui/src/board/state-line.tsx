import { Text, useWindowSize } from 'ink'
import { useTranslate } from '@tiffin/core/react'
import { useLook } from '../look/look.ts'
import { truncate } from '../look/text.ts'

/**
 * What is not visible on the board: the number of orders in hidden columns, and of orders marked for the next command
 * (KDS-16, KDS-18).
 */
export function StateLine({ marked, elsewhere }: { marked: number; elsewhere: number }) {
  const t = useTranslate()
  const look = useLook()
  const { columns } = useWindowSize()
  const parts = [
    marked > 0 ? `${look.marks.marked} ${t('%1 orders selected: keys apply to all, esc clears', [marked])}` : '',
    elsewhere > 0 ? t('%1 orders in hidden columns (B)', [elsewhere]) : '',
  ]
  return (
    <Text {...look.style(marked > 0 ? 'accent' : 'quiet')} wrap="truncate">
      {truncate(` ${parts.filter(Boolean).join(` ${look.marks.dot} `)}`, columns, look.marks.cut)}
    </Text>
  )
}
