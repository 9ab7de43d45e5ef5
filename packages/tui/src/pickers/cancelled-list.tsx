import { useState } from 'react'
import { Text, useWindowSize } from 'ink'
import { useOrderName, useTranslate } from '@tiffin/core/react'
import { useCancelled } from '../board/use-attention.ts'
import { plain, wrap } from '../look/text.ts'
import { Frame } from '../view/frame.tsx'
import { useKeys } from '../view/keyboard.ts'

/** All cancelled orders that nobody has seen yet, with the whole reason of each (KDS-23). */
export function CancelledList(props: { height: number; onSeen: () => void; onBack: () => void; onQuit: () => void }) {
  const { height, onSeen, onBack, onQuit } = props
  const t = useTranslate()
  const { columns } = useWindowSize()
  const nameOf = useOrderName()
  const cancelled = useCancelled()
  const lines = cancelled.flatMap((order) =>
    wrap(`${plain(nameOf(order))}: ${plain(order.reason) || t('no reason given')}`, columns - 2),
  )
  const [first, setFirst] = useState(0)
  const room = Math.max(1, height - 2)
  useKeys('cancelled', (command) => {
    if (command === 'up') setFirst((at) => Math.max(0, at - 1))
    else if (command === 'down') setFirst((at) => Math.min(Math.max(0, lines.length - room), at + 1))
    else if (command === 'quit') onQuit()
    else {
      if (command === 'seen') onSeen()
      onBack()
    }
  })
  return (
    <Frame title={t('Cancelled orders')} height={height}>
      {(lines.length === 0 ? [t('No cancelled orders')] : lines.slice(first, first + room)).map((line, index) => (
        <Text key={index}>{line}</Text>
      ))}
    </Frame>
  )
}
