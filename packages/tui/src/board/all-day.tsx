import { useState } from 'react'
import { Text, useWindowSize } from 'ink'
import type { BoardColumns } from '@tiffin/core'
import { useCore, useTranslate } from '@tiffin/core/react'
import { allDayCounts, localized } from '@tiffin/core/rules'
import { useTheme } from '../theme/theme.ts'
import { sanitize, wrap } from '../theme/text.ts'
import { Frame } from '../view/frame.tsx'
import { useKeys } from '../view/keyboard.ts'
import { cartItems } from './cart-items.ts'

/** Quantity per item in the open orders of the board or one column (KDS-04). */
export function AllDay(props: { columns: BoardColumns['columns']; height: number; onBack: () => void; onQuit: () => void }) {
  const { columns, height, onBack, onQuit } = props
  const { i18n } = useCore()
  const t = useTranslate()
  const theme = useTheme()
  const { columns: width } = useWindowSize()
  const [place, setPlace] = useState(0)
  const { marks } = theme
  const [first, setFirst] = useState(0)
  const open = columns.filter(({ status }) => status.done !== 1)
  const column = place === 0 ? undefined : open[place - 1]
  const counts = allDayCounts(
    open
      .flatMap(({ cards }) => cards)
      .map((card) => ({ order_status: card.order_status, cart: countableItems(card, marks.times) })),
    open.map(({ status }) => status),
    column?.status.order_status_id,
  )
  const digits = Math.max(3, ...counts.map(({ qty }) => String(qty).length))
  // A dish with its quantity; below it, the quantity for each combination of add-ons. Lines wrap as needed.
  const entries = counts.flatMap(({ id, name, qty, variants }) => [
    { key: `${id}`, qty, text: sanitize(name), indent: 0 },
    ...variants.map(({ addons, qty: each }) => ({
      key: `${id} ${addons.join()}`,
      qty: each,
      text: `+ ${addons.join(' + ')}`,
      indent: digits + 2,
    })),
  ])
  const lines = entries.flatMap(({ key, qty, text, indent }) =>
    wrap(text, Math.max(1, width - indent - digits - 4)).map((part, at) => ({
      key: `${key} ${at}`,
      qty: ' '.repeat(indent) + (at === 0 ? String(qty).padStart(digits) : ' '.repeat(digits)),
      text: `${at === 0 ? marks.times : ' '} ${part}`,
    })),
  )
  const available = Math.max(1, height - 3)
  const last = Math.max(0, lines.length - available)
  useKeys('allDay', (command) => {
    if (command === 'quit') return onQuit()
    if (command === 'back') return onBack()
    if (command === 'up') return setFirst(Math.max(0, first - 1))
    if (command === 'down') return setFirst(Math.min(last, first + 1))
    setFirst(0)
    setPlace((place + (command === 'right' ? 1 : open.length)) % (open.length + 1))
  })
  const whose = column ? sanitize(localized(column.status.value, i18n.lang())) : t('Whole board')
  return (
    <Frame title={t('All day')} about={`${theme.marks.left} ${whose} ${theme.marks.right}`} height={height}>
      {counts.length === 0 && <Text dimColor>{t('No orders')}</Text>}
      {lines.slice(first, first + available).map(({ key, qty, text }) => (
        <Text key={key} wrap="truncate">
          <Text bold>{qty}</Text>
          {text}
        </Text>
      ))}
      {lines.length > first + available && (
        <Text dimColor>{` ${theme.marks.below} ${t('%1 more', [lines.length - first - available])}`}</Text>
      )}
    </Frame>
  )
}

/** Converts any cart, even a malformed one, for counting. */
const countableItems = (card: Parameters<typeof cartItems>[0], times: string) =>
  cartItems(card, times).map(({ name, qty, addons }) => ({
    id: name,
    name,
    qty,
    addons: addons.map((addon) => ({ name: addon })),
  }))
