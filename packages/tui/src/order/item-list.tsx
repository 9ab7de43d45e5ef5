import { useCore, useOrderName, useSelected, useTranslate } from '@tiffin/core/react'
import { useChangedMark } from '../board/changed-mark.ts'
import { dishText, displayItems } from '../board/cart-items.ts'
import { formatList, isAtStation } from '@tiffin/core/rules'
import { useTheme } from '../theme/theme.ts'
import { sanitize } from '../theme/text.ts'
import { ListPicker } from '../pickers/list-picker.tsx'
import { MissingRecord } from '../view/missing-record.tsx'
import { useMayChange } from './use-may-change.ts'

/** The items of an order, to tick off when ready (KDS-10). */
export function ItemList(props: { orderId: number; height: number; onBack: () => void; onQuit: () => void }) {
  const { orderId, height, onBack, onQuit } = props
  const { board, i18n, moves } = useCore()
  const t = useTranslate()
  const { marks } = useTheme()
  const nameOf = useOrderName()
  // Subscribes to changes, because `moves` includes pending ticks.
  useSelected(board.store, (state) => state.rows)
  const station = useSelected(board.store, (state) => state.station)
  const changed = useChangedMark(orderId)
  const mayChange = useMayChange()
  const order = moves.order(orderId)
  if (!order)
    return <MissingRecord title={sanitize(nameOf({ order_id: orderId }))} height={height} onBack={onBack} onQuit={onQuit} />
  const all = displayItems(order, marks.times)
  const lines = all.filter((line) => isAtStation(line, station))
  const elsewhere = all.length - lines.length
  const choices = lines.map((line) => ({
    key: line.key,
    label: `[${line.done ? marks.done : ' '}] ${dishText(line, marks.times)}`,
    below: [
      {
        text: line.allergens.length > 0 ? `${marks.allergens} ${formatList(line.allergens, i18n.lang())}` : '',
        role: 'allergens' as const,
      },
      { text: line.note === '' ? '' : `${marks.note} ${line.note}`, role: 'note' as const },
    ].filter(({ text }) => text !== ''),
    value: line,
  }))
  return (
    <ListPicker
      place="ticks"
      title={`${sanitize(nameOf(order))}  ${t('Items')}${changed}`}
      about={[
        `${lines.filter(({ done }) => done).length}/${lines.length}`,
        elsewhere === 0 ? '' : t('+%1 elsewhere', [elsewhere]),
      ]
        .filter(Boolean)
        .join('  ')}
      empty={t('The cart is empty')}
      height={height}
      choices={choices}
      onCommand={(command, choice) => {
        if (command === 'quit') return onQuit()
        if (command === 'back' || !choice) return onBack()
        if (mayChange([orderId])) void board.tick(orderId, choice.value.key, !choice.value.done)
      }}
    />
  )
}
