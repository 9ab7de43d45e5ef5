import { useState } from 'react'
import { Text, useWindowSize } from 'ink'
import { type CancelledOrder, READABLE_HOURS } from '@tiffin/core'
import type { Translate } from '@tiffin/core/i18n'
import { useOrderName, useTranslate } from '@tiffin/core/react'
import { useMinute } from '../board/now.tsx'
import { useCancelled, useSeenCancelled } from '../board/use-attention.ts'
import { sanitize, wrap } from '../theme/text.ts'
import { Frame } from '../view/frame.tsx'
import { useKeys } from '../view/keyboard.ts'

/** All unseen cancelled orders, and below them recent ones, with the complete reason of each (KDS-23). */
export function CancelledList(props: { height: number; onSeen: () => void; onBack: () => void; onQuit: () => void }) {
  const { height, onSeen, onBack, onQuit } = props
  const t = useTranslate()
  const { columns } = useWindowSize()
  const nameOf = useOrderName()
  const cancelled = useCancelled()
  const seen = useSeenCancelled()
  const now = useMinute()
  const linesOf = (orders: readonly CancelledOrder[]): string[] =>
    orders.toReversed().flatMap((order) => wrap(cancelledText(order, { name: nameOf(order), now, t }), columns - 2))
  const heading = seen.length > 0 ? [t('Seen in the last %1 h:', [READABLE_HOURS])] : []
  const lines = [...linesOf(cancelled), ...(cancelled.length > 0 && seen.length > 0 ? [''] : []), ...heading, ...linesOf(seen)]
  const [first, setFirst] = useState(0)
  const available = Math.max(1, height - 2)
  useKeys(
    'cancelled',
    (command) => {
      if (command === 'up') setFirst((at) => Math.max(0, at - 1))
      else if (command === 'down') setFirst((at) => Math.min(Math.max(0, lines.length - available), at + 1))
      else if (command === 'quit') onQuit()
      else {
        if (command === 'seen') onSeen()
        onBack()
      }
    },
    { inactive: cancelled.length > 0 ? [] : ['seen'], reason: t('No cancelled orders') },
  )
  return (
    <Frame title={t('Cancelled orders')} height={height}>
      {(lines.length === 0 ? [t('No cancelled orders')] : lines.slice(first, first + available)).map((line, index) => (
        <Text key={index}>{line || ' '}</Text>
      ))}
    </Frame>
  )
}

/** `#41 Pizzeria: guest left (12 min ago)`. */
function cancelledText({ reason, at }: CancelledOrder, { name, now, t }: { name: string; now: number; t: Translate }): string {
  const ago = at === undefined ? '' : ` (${t('%1 min ago', [Math.max(0, Math.floor((now - at) / 60_000))])})`
  return `${sanitize(name)}: ${sanitize(reason) || t('no reason given')}${ago}`
}
