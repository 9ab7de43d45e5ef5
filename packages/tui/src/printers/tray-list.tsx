import { useMemo } from 'react'
import type { OrderStatus } from '@tiffin/sdk/contract'
import { selectTray } from '@tiffin/core'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { localized } from '@tiffin/core/rules'
import { plain } from '../look/text.ts'
import { ticketOf } from '../board/card-lines.ts'
import { ListPicker } from '../pickers/list-picker.tsx'

/** Moves made without a network that others have overtaken: what was meant, what is so now, and a person decides (MOON-04). */
export function TrayList({ height, onBack, onQuit }: { height: number; onBack: () => void; onQuit: () => void }) {
  const { board, i18n, notices } = useCore()
  const t = useTranslate()
  const tray = useSelected(board.store, (state) => state.tray)
  const rows = useSelected(board.store, (state) => state.rows)
  const statuses = useSelected(board.store, (state) => state.statuses)
  const entries = useMemo(() => selectTray({ tray, rows, statuses }), [tray, rows, statuses])
  const nameOf = (status: OrderStatus | undefined) => (status ? plain(localized(status.value, i18n.lang())) : '?')
  const choices = entries.map((entry) => ({
    key: entry.order_id,
    label: `${entry.order ? ticketOf(entry.order) : `#${entry.order_id}`}  ${t('Your move: %1 to %2', [nameOf(entry.mine.from), nameOf(entry.mine.to)])}`,
    remark: entry.theirs ? t('Now: %1', [nameOf(entry.theirs)]) : t('The order cannot be seen any more'),
    closed: !entry.open,
    value: entry,
  }))
  return (
    <ListPicker
      place="tray"
      title={t('Moves that were overtaken')}
      about={plain(t(entries[0]?.error ?? '', entries[0]?.params))}
      empty={t('No such moves')}
      height={height}
      choices={choices}
      onCommand={(command, choice) => {
        if (command === 'quit') return onQuit()
        if (command === 'back' || !choice) return onBack()
        if (command === 'drop') return board.dropMove(choice.value.order_id)
        if (choice.value.open) board.keepMove(choice.value.order_id)
        else notices.show('warning', 'The order cannot be seen any more')
      }}
    />
  )
}
