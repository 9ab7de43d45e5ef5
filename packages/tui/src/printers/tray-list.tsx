import { useMemo } from 'react'
import { describeConflict, selectTray } from '@tiffin/core'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { plain } from '../look/text.ts'
import { ticketOf } from '../board/card-lines.ts'
import { ListPicker } from '../pickers/list-picker.tsx'

/** What was done without a network and overtaken by others: what was meant, what is so now, and a person decides (MOON-04). */
export function TrayList({ height, onBack, onQuit }: { height: number; onBack: () => void; onQuit: () => void }) {
  const { board, i18n, notices } = useCore()
  const t = useTranslate()
  const tray = useSelected(board.store, (state) => state.tray)
  const rows = useSelected(board.store, (state) => state.rows)
  const statuses = useSelected(board.store, (state) => state.statuses)
  const entries = useMemo(() => selectTray({ tray, rows }), [tray, rows])
  const choices = entries.map((entry) => {
    const { mine, theirs } = describeConflict(entry, { statuses, t, lang: i18n.lang() })
    return {
      key: entry.key,
      label: `${entry.order ? ticketOf(entry.order) : `#${entry.order_id}`}  ${plain(mine)}`,
      remark: plain(theirs),
      closed: !entry.open,
      value: entry,
    }
  })
  return (
    <ListPicker
      place="tray"
      title={t('Changes that were overtaken')}
      about={plain(t(entries[0]?.error ?? '', entries[0]?.params))}
      empty={t('No such changes')}
      height={height}
      choices={choices}
      onCommand={(command, choice) => {
        if (command === 'quit') return onQuit()
        if (command === 'back' || !choice) return onBack()
        if (command === 'drop') return board.dropConflict(choice.value.key)
        if (choice.value.open) board.keepConflict(choice.value.key)
        else notices.show('warning', 'The order cannot be seen any more')
      }}
    />
  )
}
