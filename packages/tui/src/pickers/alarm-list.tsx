import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { plain } from '../look/text.ts'
import { useConsole } from '../view/station.ts'
import { ticketOf } from '../board/card-lines.ts'
import { ListPicker } from './list-picker.tsx'

/** Tickets of which nobody knows whether they are on paper: a person prints them again or says that they are there (KDS-12). */
export function AlarmList({ height, onBack, onQuit }: { height: number; onBack: () => void; onQuit: () => void }) {
  const { board } = useCore()
  const { station } = useConsole()
  const t = useTranslate()
  const alarms = useSelected(station.store, (state) => state.alarms)
  const rows = useSelected(board.store, (state) => state.rows)
  const choices = alarms.map((alarm) => {
    const order = rows.get(alarm.order)
    return {
      key: alarm.print_job_id,
      label: `${order ? ticketOf(order) : `#${alarm.order}`}  ${plain(order?.user_obj?.name)}`,
      remark: plain(t(alarm.error)),
      value: alarm,
    }
  })
  return (
    <ListPicker
      place="alarms"
      title={t('Tickets that may not have been printed')}
      empty={t('No such tickets')}
      height={height}
      choices={choices}
      onCommand={(command, choice) => {
        if (command === 'quit') return onQuit()
        if (command === 'back' || !choice) return onBack()
        void (command === 'again' ? station.again(choice.value) : station.dismiss(choice.value))
      }}
    />
  )
}
