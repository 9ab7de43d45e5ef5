import { recallable } from '@tiffin/core'
import { useCore, useOrderName, useSelected, useTranslate } from '@tiffin/core/react'
import { formatSeconds, statusName } from '@tiffin/core/rules'
import { useLook } from '../look/look.ts'
import { plain } from '../look/text.ts'
import { useNow } from '../board/now.tsx'
import { ListPicker } from '../pickers/list-picker.tsx'

/** The moves made here, newest first; choosing one undoes it (KDS-02). */
export function RecallList({ height, onBack, onQuit }: { height: number; onBack: () => void; onQuit: () => void }) {
  const { board, i18n } = useCore()
  const t = useTranslate()
  const { marks } = useLook()
  const now = useNow()
  const made = useSelected(board.store, (state) => state.made)
  const nameOf = useOrderName()
  const statuses = useSelected(board.store, (state) => state.statuses)
  const name = (id: number) => plain(statusName(statuses, id, i18n.lang()))
  const choices = recallable(made, now).map((move) => {
    return {
      key: move.intent_id,
      label: `${plain(nameOf(move))}  ${name(move.from)} ${marks.arrow} ${name(move.to)}`,
      remark: t('%1 ago', [formatSeconds(Math.max(0, Math.round((now - move.at) / 1000)))]),
      value: move.intent_id,
    }
  })
  return (
    <ListPicker
      place="list"
      title={t('Recall a move')}
      empty={t('Nothing to undo')}
      height={height}
      choices={choices}
      onCommand={(command, choice) => {
        if (command === 'quit') return onQuit()
        if (command === 'choose' && choice) board.undo(choice.value)
        onBack()
      }}
    />
  )
}
