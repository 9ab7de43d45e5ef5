import { useState } from 'react'
import { Text } from 'ink'
import { useTranslate } from '@tiffin/core/react'
import { Frame } from '../view/frame.tsx'
import { useConsole } from '../view/station.ts'
import { useKeys } from '../view/keyboard.ts'

/** The virtual printer's tickets, newest first. */
export function PaperView({ height, onBack, onQuit }: { height: number; onBack: () => void; onQuit: () => void }) {
  const t = useTranslate()
  const { paper } = useConsole()
  const lines = paper.tickets().toReversed().join('\n').split('\n')
  const [first, setFirst] = useState(0)
  const available = Math.max(1, height - 2)
  useKeys('page', (command) => {
    if (command === 'up') setFirst((at) => Math.max(0, at - 1))
    else if (command === 'down') setFirst((at) => Math.min(Math.max(0, lines.length - available), at + 1))
    else if (command === 'quit') onQuit()
    else onBack()
  })
  return (
    <Frame title={t('Virtual printer output')} height={height}>
      {lines.slice(first, first + available).map((line, index) => (
        <Text key={index} wrap="truncate">
          {line === '' ? ' ' : line}
        </Text>
      ))}
    </Frame>
  )
}
