import { type CancelledOrder, recallable } from '@tiffin/core'
import { useCore, useOrderName, useSelected, useTranslate } from '@tiffin/core/react'
import { formatSeconds, statusName } from '@tiffin/core/rules'
import { useLook } from '../look/look.ts'
import { plain } from '../look/text.ts'
import { useNow } from '../board/now.tsx'
import { useCancelled, useSeenCancelled } from '../board/use-attention.ts'
import { type Choice, ListPicker } from '../pickers/list-picker.tsx'

/** The moves made here, newest first; choosing one undoes it (KDS-02). Below them the orders that others have cancelled, to be read. */
export function RecallList({ height, onBack, onQuit }: { height: number; onBack: () => void; onQuit: () => void }) {
  const { board, i18n } = useCore()
  const t = useTranslate()
  const { marks } = useLook()
  const now = useNow()
  const made = useSelected(board.store, (state) => state.made)
  const nameOf = useOrderName()
  const statuses = useSelected(board.store, (state) => state.statuses)
  const name = (id: number) => plain(statusName(statuses, id, i18n.lang()))
  const cancelled = [...useCancelled(), ...useSeenCancelled()]
  const ago = (at: number): string => t('%1 ago', [formatSeconds(Math.max(0, Math.round((now - at) / 1000)))])
  const moves = recallable(made, now)
  const choices: Choice<string>[] = moves.map((move) => ({
    key: move.intent_id,
    label: `${plain(nameOf(move))}  ${name(move.from)} ${marks.arrow} ${name(move.to)}`,
    remark: ago(move.at),
    value: move.intent_id,
  }))
  const isOwn = ({ order_id }: CancelledOrder): boolean => moves.some((move) => move.order_id === order_id)
  const others = cancelled
    .filter((order) => !isOwn(order))
    .toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0))
    .map((order): Choice<string> => ({
      key: `cancelled ${order.order_id}`,
      label: `${plain(nameOf(order))}  ${t('cancelled')}`,
      below: [{ text: plain(order.reason) || t('no reason given'), role: 'plain' }],
      ...(order.at === undefined ? {} : { remark: ago(order.at) }),
      closed: true,
      commands: [],
      reason: t('This order was cancelled on another device. You can only view it here.'),
      value: '',
    }))
  return (
    <ListPicker
      place="list"
      title={t('Recall a move')}
      empty={t('Nothing to undo')}
      height={height}
      choices={[...choices, ...others]}
      onCommand={(command, choice) => {
        if (command === 'quit') return onQuit()
        if (command === 'choose' && choice) board.undo(choice.value)
        onBack()
      }}
    />
  )
}
