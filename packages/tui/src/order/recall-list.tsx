import type { CancelledOrder } from '@tiffin/core'
import { useCore, useOrderName, useRecallList, useTranslate } from '@tiffin/core/react'
import { formatSeconds } from '@tiffin/core/rules'
import { useTheme } from '../theme/theme.ts'
import { sanitize } from '../theme/text.ts'
import { useNow } from '../board/now.tsx'
import { type Choice, ListPicker } from '../pickers/list-picker.tsx'

/** The moves made here, newest first, to undo (KDS-02). Below them, for reading, the orders cancelled elsewhere. */
export function RecallList({ height, onBack, onQuit }: { height: number; onBack: () => void; onQuit: () => void }) {
  const { board } = useCore()
  const t = useTranslate()
  const { marks } = useTheme()
  const now = useNow()
  const nameOf = useOrderName()
  const { moves, cancelled } = useRecallList(now)
  const ago = (at: number): string => t('%1 ago', [formatSeconds(Math.max(0, Math.round((now - at) / 1000)))])
  const choices: Choice<string>[] = moves.map(({ intent_id, at, order, from, to }) => ({
    key: intent_id,
    label: `${sanitize(order)}  ${sanitize(from)} ${marks.arrow} ${sanitize(to)}`,
    remark: ago(at),
    value: intent_id,
  }))
  const isOwn = ({ order_id }: CancelledOrder): boolean => moves.some((move) => move.order_id === order_id)
  const others = cancelled
    .filter((order) => !isOwn(order))
    .map((order): Choice<string> => ({
      key: `cancelled ${order.order_id}`,
      label: `${sanitize(nameOf(order))}  ${t('cancelled')}`,
      below: [{ text: sanitize(order.reason) || t('no reason given'), role: 'plain' }],
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
