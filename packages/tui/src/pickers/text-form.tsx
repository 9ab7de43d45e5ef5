import { useState } from 'react'
import { Text } from 'ink'
import { useTheme } from '../theme/theme.ts'
import { editText } from '../view/edit-text.ts'
import { Frame } from '../view/frame.tsx'
import { useKeys } from '../view/keyboard.ts'

/** Asks for one line of text, such as the reason for a cancellation. */
export function TextForm(props: {
  title: string
  about?: string
  hint: string
  height: number
  initial?: string
  onChoose: (text: string) => void
  onBack: () => void
  onQuit: () => void
}) {
  const theme = useTheme()
  const [text, setText] = useState(props.initial ?? '')
  useKeys(
    'form',
    (command) => {
      if (command === 'quit') props.onQuit()
      else if (command === 'back') props.onBack()
      else props.onChoose(text.trim())
    },
    { onText: (more, kind) => setText((now) => editText(now, more, kind)) },
  )
  return (
    <Frame title={props.title} height={props.height} {...(props.about === undefined ? {} : { about: props.about })}>
      <Text dimColor>{props.hint}</Text>
      <Text wrap="truncate-start">
        <Text {...theme.style('accent')}>{theme.marks.chosen} </Text>
        {text}
        <Text inverse> </Text>
      </Text>
    </Frame>
  )
}
