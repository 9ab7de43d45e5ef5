import { useState } from 'react'
import { Box, Text, useWindowSize } from 'ink'
import { type Command, type Place } from '../keys.ts'
import { useLook } from '../look/look.ts'
import { cut, spread } from '../look/text.ts'
import { Frame } from '../view/frame.tsx'
import { useKeys } from '../view/keyboard.ts'
import { cardWindow } from '../view/windows.ts'

export interface Choice<V> {
  key: string | number
  label: string
  /** To the right: a state, or why it is closed. */
  remark?: string
  /** Can be looked at, not chosen. */
  closed?: boolean
  value: V
}

type ListPlace = Extract<Place, 'list' | 'choices' | 'boards' | 'ticks' | 'alarms' | 'printers' | 'profile' | 'tickets' | 'tray'>

interface ListPickerProps<V, P extends ListPlace> {
  place: P
  title: string
  about?: string
  empty: string
  height: number
  choices: readonly Choice<V>[]
  /** Index of the line that is chosen at first. */
  initial?: number
  active?: boolean
  /** Every command but those that move the choice. */
  onCommand: (command: Command<P>, choice: Choice<V> | undefined) => void
}

/** Lines to choose from, windowed to the height; what can be done with one is the table of its place. */
export function ListPicker<V, P extends ListPlace>(props: ListPickerProps<V, P>) {
  const { place, title, about, empty, height, choices, initial = 0, active = true, onCommand } = props
  const look = useLook()
  const { columns } = useWindowSize()
  // Lists change while they are open: the line stays chosen wherever it goes, and its place counts only once it has gone.
  const [wanted, setWanted] = useState({ key: choices[initial]?.key, index: initial })
  const at = choices.findIndex(({ key }) => key === wanted.key)
  const chosen = at >= 0 ? at : Math.max(0, Math.min(wanted.index, choices.length - 1))
  const choose = (index: number): void => setWanted({ key: choices[index]?.key, index })
  if (choices.length > 0 && (at < 0 || at !== wanted.index)) choose(chosen)
  useKeys(
    place,
    (command) => {
      if (command === 'up') choose(Math.max(0, chosen - 1))
      else if (command === 'down') choose(Math.max(0, Math.min(choices.length - 1, chosen + 1)))
      else onCommand(command, choices[chosen])
    },
    { active },
  )
  const room = Math.max(1, height - 2)
  const shown = cardWindow(
    choices.map(() => 1),
    room,
    chosen,
    Math.max(0, chosen - room + 2),
  )
  const width = Math.min(columns - 2, 100)
  return (
    <Frame title={title} height={height} {...(about === undefined ? {} : { about })}>
      {choices.length === 0 && <Text dimColor>{cut(empty, width)}</Text>}
      {shown.start > 0 && <Text dimColor>{` ${look.marks.above} ${shown.start}`}</Text>}
      {choices.slice(shown.start, shown.end).map((choice, offset) => {
        const isChosen = shown.start + offset === chosen
        const line = `${isChosen ? look.marks.chosen : ' '} ${choice.label}`
        return (
          <Box key={choice.key}>
            <Text inverse={isChosen} dimColor={choice.closed === true}>
              {spread(line, choice.remark ?? '', width, look.marks.cut)}
            </Text>
          </Box>
        )
      })}
      {shown.end < choices.length && <Text dimColor>{` ${look.marks.below} ${choices.length - shown.end}`}</Text>}
    </Frame>
  )
}
