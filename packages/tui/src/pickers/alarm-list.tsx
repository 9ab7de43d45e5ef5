import { orderName } from '@tiffin/core'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { sanitize } from '../theme/text.ts'
import { useConsole } from '../view/station.ts'
import { ListPicker } from './list-picker.tsx'

/** Tickets that may or may not be printed: staff reprint or dismiss them (KDS-12). */
export function AlarmList({ height, onBack, onQuit }: { height: number; onBack: () => void; onQuit: () => void }) {
  const { board, i18n } = useCore()
  const { station } = useConsole()
  const t = useTranslate()
  const alarms = useSelected(station.store, (state) => state.alarms)
  const state = useSelected(board.store, (all) => all)
  const choices = alarms.map((alarm) => {
    const order = state.rows.get(alarm.order)
    const name = orderName(state, { order_id: alarm.order, merchant: alarm.merchant }, i18n.lang())
    return {
      key: alarm.print_job_id,
      label: `${sanitize(name)}  ${sanitize(order?.user_obj?.name)}`,
      remark: sanitize(t.message(alarm.error)),
      value: alarm,
    }
  })
  return (
    <ListPicker
      place="alarms"
      title={t('Tickets that may not have been printed')}
      empty={t('No tickets')}
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
