import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { localized, statusName } from '@tiffin/core/rules'
import { errors } from '@tiffin/sdk/contract'
import { plain } from '../look/text.ts'
import { ListPicker } from '../pickers/list-picker.tsx'

/** Every status with the reason why it is closed to this order (BOARD-22 to 25). */
export function MovePicker(props: {
  orderIds: readonly number[]
  about: string
  height: number
  onCancelOrders: (to: number) => void
  onMove: (to: number) => void
  onBack: () => void
  onQuit: () => void
}) {
  const { board, moves, i18n } = useCore()
  const t = useTranslate()
  const statuses = useSelected(board.store, (state) => state.statuses)
  // Read for its changes: somebody else may move the order meanwhile.
  useSelected(board.store, (state) => state.rows)
  const order = props.orderIds.length === 1 ? moves.order(props.orderIds[0] ?? 0) : undefined
  const now = order && t('Current status: %1', [plain(statusName(statuses, order.order_status, i18n.lang()))])
  // Of several orders the first says what is open; each of the others is judged when it moves.
  const choices = moves.targets(props.orderIds[0] ?? 0).map(({ status, decision, needsReason }) => ({
    key: status.order_status_id,
    label: plain(localized(status.value, i18n.lang())) || String(status.status),
    remark: decision.allowed ? (needsReason ? t('reason required') : '') : t.message(errors[decision.code], decision.params),
    closed: !decision.allowed,
    value: { to: status.order_status_id, needsReason },
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
        // A closed one is asked for all the same, so that the refusal is said aloud.
        if (choice.value.needsReason && !choice.closed) return props.onCancelOrders(choice.value.to)
        props.onMove(choice.value.to)
      }}
    />
  )
}
