import { Box, Text } from 'ink'
import type { BoardColumns, Card } from '@tiffin/core'
import { useCore, useTranslate } from '@tiffin/core/react'
import { countdown, formatList, localized } from '@tiffin/core/rules'
import { useLook } from '../look/look.ts'
import { cut, plain } from '../look/text.ts'
import type { Chosen } from '../view/selection.ts'
import { Guard } from '../view/guard.tsx'
import { cardWindow } from '../view/windows.ts'
import { newsWords } from './card-view.tsx'
import { ticketOf } from './card-lines.ts'
import { cartItems } from './cart-items.ts'
import { useMinute } from './now.tsx'
import { useAnotherDay } from './use-another-day.ts'
import { useNews } from './use-attention.ts'

interface LinearProps {
  columns: BoardColumns['columns']
  chosen: Chosen
  marked: ReadonlySet<number>
  width: number
  height: number
}

/** The board as a list in words, one order a line, for people who listen to it: no lines, no colours, and nothing that ticks. */
export function LinearBoard({ columns, chosen, marked, width, height }: LinearProps) {
  const { i18n, ports } = useCore()
  const t = useTranslate()
  const { marks } = useLook()
  const lines = columns.flatMap(({ status, cards }, columnIndex) => [
    {
      key: `column ${status.order_status_id}`,
      text: `${plain(localized(status.value, i18n.lang()))}: ${t('%1 orders', [cards.length])}`,
      card: undefined,
      done: 0,
      isChosen: columnIndex === chosen.columnIndex && chosen.card === undefined,
    },
    ...cards.map((card) => ({
      key: `order ${card.order_id}`,
      text: '',
      card,
      done: status.done,
      isChosen: columnIndex === chosen.columnIndex && card === chosen.card,
    })),
  ])
  const at = Math.max(
    0,
    lines.findIndex(({ isChosen }) => isChosen),
  )
  const shown = cardWindow({ length: lines.length, at: () => 1 }, height, at, Math.max(0, at - Math.floor(height / 2)))
  return (
    <Box flexDirection="column" height={height} overflow="hidden">
      {lines.slice(shown.start, shown.end).map(({ key, text, card, done, isChosen }) => (
        <Text key={key} wrap="truncate">
          {isChosen ? `${marks.chosen} ` : '  '}
          {card ? (
            <Guard
              about={card}
              fallback={cut(`#${card.order_id} ${t('cannot be shown')}`, width - 2, marks.cut)}
              onError={(error) => ports.log(`order ${card.order_id} cannot be told`, error)}
            >
              <Sentence card={card} done={done} isMarked={marked.has(card.order_id)} width={width - 2} />
            </Guard>
          ) : (
            cut(text, width - 2, marks.cut)
          )}
        </Text>
      ))}
    </Box>
  )
}

/** An order in words, what is most wanted first. */
function Sentence({ card, done, isMarked, width }: { card: Card; done: number; isMarked: boolean; width: number }) {
  const t = useTranslate()
  const lang = useCore().i18n.lang()
  const { marks } = useLook()
  const listed = (texts: readonly string[]) => formatList(texts, lang)
  const anotherDay = useAnotherDay(card)
  const news = useNews().get(card.order_id)
  const { seconds } = countdown(card, { done }, useMinute())
  const minutes = Math.floor(Math.abs(seconds) / 60)
  const cart = cartItems(card)
  const notes = [...new Set([...cart.flatMap((item) => item.notes), plain(card.comment)])].filter(Boolean)
  const parts = [
    isMarked ? t('marked') : '',
    news === undefined ? '' : t(newsWords[news]),
    ticketOf(card),
    Number.isNaN(seconds) ? '' : t(seconds <= 0 ? '%1 min late' : '%1 min left', [minutes]),
    anotherDay === undefined ? '' : `${t('From another day')}: ${anotherDay}`,
    notes.length > 0 ? `${t('Attention')}: ${listed(notes)}` : '',
    listed(cart.map(({ qty, name }) => `${qty} ${name}`)),
    plain(card.user_obj?.name),
    plain(card.destination_address),
  ]
  return cut(formatList(parts, lang), width, marks.cut)
}
