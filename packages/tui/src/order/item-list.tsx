import { Text } from 'ink'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { ticketOf } from '../board/card-lines.ts'
import { drawnLines } from '../board/cart-items.ts'
import { useLook } from '../look/look.ts'
import { ListPicker } from '../pickers/list-picker.tsx'
import { Frame } from '../view/frame.tsx'

/** The items of an order, ticked off one by one as they get ready (KDS-10). */
export function ItemList(props: { orderId: number; height: number; onBack: () => void; onQuit: () => void }) {
  const { orderId, height, onBack, onQuit } = props
  const { board, moves } = useCore()
  const t = useTranslate()
  const { marks } = useLook()
  // Read for its changes: ticks under way are part of what `moves` shows.
  useSelected(board.store, (state) => state.rows)
  const order = moves.order(orderId)
  if (!order) {
    return (
      <Frame title={`#${orderId}`} height={height}>
        <Text>{t('The record does not exist any more')}</Text>
      </Frame>
    )
  }
  const lines = drawnLines(order)
  const choices = lines.map((line) => ({
    key: line.key,
    label: `[${line.done ? marks.done : ' '}] ${line.qty}${marks.times} ${line.name}`,
    remark: [...line.addons.map((addon) => `+ ${addon}`), ...line.notes.map((note) => `! ${note}`)].join('  '),
    value: line,
  }))
  return (
    <ListPicker
      place="ticks"
      title={`${ticketOf(order)}  ${t('Items')}`}
      about={`${lines.filter(({ done }) => done).length}/${lines.length}`}
      empty={t('The cart is empty')}
      height={height}
      choices={choices}
      onCommand={(command, choice) => {
        if (command === 'quit') return onQuit()
        if (command === 'back' || !choice) return onBack()
        void board.tick(orderId, choice.value.key, !choice.value.done)
      }}
    />
  )
}
