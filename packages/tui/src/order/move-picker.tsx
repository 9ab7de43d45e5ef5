import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { localized, statusName } from '@tiffin/core/rules'
import { errors } from '@tiffin/sdk/contract'
import { sanitize } from '../theme/text.ts'
import { ListPicker } from '../pickers/list-picker.tsx'

/** Every status, with the reason if the order can't move there (BOARD-22 to 25). */
export function MovePicker(props: {
  orderIds: readonly number[]
  about: string
  height: number
  onMove: (to: number) => void
  onBack: () => void
  onQuit: () => void
}) {
  const { board, commands, moves, i18n } = useCore()
  const t = useTranslate()
  const statuses = useSelected(board.store, (state) => state.statuses)
  // Subscribes to changes; the order may be moved elsewhere in the meantime.
  useSelected(board.store, (state) => state.rows)
  const order = props.orderIds.length === 1 ? moves.order(props.orderIds[0] ?? 0) : undefined
  const now = order && t('Current status: %1', [sanitize(statusName(statuses, order.order_status, i18n.lang()))])
  const { length } = props.orderIds
  const share = (open: number): string => (open < length ? t('%1 of %2', [open, length]) : '')
  const choices = commands.targets(props.orderIds).map(({ status, open, decision, needsReason }) => ({
    key: status.order_status_id,
    label: sanitize(localized(status.value, i18n.lang())) || String(status.status),
    remark: decision.allowed
      ? [share(open), needsReason ? t('reason required') : ''].filter(Boolean).join(', ')
      : t.message(errors[decision.code], decision.params),
    closed: !decision.allowed,
    value: status.order_status_id,
  }))
  return (
    <ListPicker
      place="list"
      title={now === undefined ? t('Move to…') : `${t('Move to…')}  ${now}`}
      about={props.about}
      empty={t('Record not found. It may have been deleted.')}
      height={props.height}
      choices={choices}
      onCommand={(command, choice) => {
        if (command === 'quit') return props.onQuit()
        if (command === 'back' || !choice) return props.onBack()
        // An unavailable status is requested anyway, so that the error is shown.
        props.onMove(choice.value)
      }}
    />
  )
}
