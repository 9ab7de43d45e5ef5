import { useState } from 'react'
import { Box, Text, useWindowSize } from 'ink'
import { useTheme } from '../theme/theme.ts'
import { spread, truncate } from '../theme/text.ts'
import { Frame } from '../view/frame.tsx'
import { useKeys } from '../view/keyboard.ts'
import { editText } from '../view/edit-text.ts'

export interface FoundChoice<V> {
  key: string | number
  label: string
  remark?: string
  value: V
}

interface Props<V> {
  title: string
  about?: string
  hint: string
  text: string
  onText: (text: string) => void
  choices: readonly FoundChoice<V>[]
  /** Shown in place of the choices. */
  empty?: string
  /** Enter takes the text until an arrow key has chosen a line. */
  lazy?: boolean
  height: number
  /** Without a choice, Enter takes the text. */
  onChoose: (value: V | undefined) => void
  onBack: () => void
  onQuit: () => void
}

const HEAD = 4

/** A field whose text narrows a list of choices. */
export function SearchPicker<V>(props: Props<V>) {
  const { title, about, hint, text, onText, choices, empty, lazy = false, height } = props
  const theme = useTheme()
  const { columns } = useWindowSize()
  const first = lazy ? -1 : 0
  /** Until an arrow key has chosen a line. */
  const [at, setAt] = useState<number>()
  const chosen = Math.min(at ?? first, choices.length - 1)
  const width = Math.min(columns - 2, 100)
  const available = Math.max(1, height - HEAD)
  useKeys(
    'find',
    (command) => {
      if (command === 'quit') props.onQuit()
      else if (command === 'back') props.onBack()
      else if (command === 'choose') props.onChoose(choices[chosen]?.value)
      else setAt(Math.max(first, Math.min(chosen + (command === 'down' ? 1 : -1), choices.length - 1)))
    },
    {
      onText(more, kind) {
        setAt(undefined)
        onText(editText(text, more, kind))
      },
    },
  )
  const start = Math.max(0, chosen - available + 1)
  return (
    <Frame title={title} height={height} {...(about === undefined ? {} : { about })}>
      <Text dimColor>{truncate(hint, width)}</Text>
      <Text wrap="truncate-start">
        <Text {...theme.style('accent')}>{theme.marks.chosen} </Text>
        {text}
        <Text inverse> </Text>
      </Text>
      <Box flexDirection="column">
        {choices.length === 0 && empty !== undefined && <Text dimColor>{empty}</Text>}
        {choices.slice(start, start + available).map(({ key, label, remark }, offset) => (
          <Text key={key} inverse={start + offset === chosen}>
            {spread(`${start + offset === chosen ? theme.marks.chosen : ' '} ${label}`, remark ?? '', width, theme.marks.cut)}
          </Text>
        ))}
      </Box>
    </Frame>
  )
}
