import { Text } from 'ink'
import { useTranslate } from '@tiffin/core/react'
import { Frame } from './frame.tsx'
import { useKeys } from './keyboard.ts'

/** Shown for a record that no longer exists, with a way back. */
export function MissingRecord(props: { title: string; height: number; onBack: () => void; onQuit: () => void }) {
  const t = useTranslate()
  useKeys('page', (command) => (command === 'quit' ? props.onQuit() : props.onBack()), { inactive: ['up', 'down'] })
  return (
    <Frame title={props.title} height={props.height}>
      <Text>{t('Record not found. It may have been deleted.')}</Text>
    </Frame>
  )
}
