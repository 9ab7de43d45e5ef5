import { type ReactNode, useState } from 'react'
import { Box, Text, useWindowSize } from 'ink'
import { type Command, keyTables, type Place } from '../keys.ts'
import { type ColorRole, useTheme } from '../theme/theme.ts'
import { spread, wrap } from '../theme/text.ts'
import { Frame } from '../view/frame.tsx'
import { useKeys } from '../view/keyboard.ts'
import { cardWindow } from '../view/windows.ts'

export interface Choice<V, P extends ListPlace = ListPlace> {
  key: string | number
  label: string
  /** Shown on the right: a state, or why it is unavailable. */
  remark?: string
  /** Shown below the label without truncation, wrapped as needed. */
  below?: readonly { text: string; role: ColorRole }[]
  /** Can be viewed but not chosen. */
  closed?: boolean
  /** The commands available on this line, if fewer than its place offers. */
  commands?: readonly Command<P>[]
  /** Why the other commands do nothing. */
  reason?: string
  value: V
}

/** Indent of labels and of the text below them, in cells. */
const LABEL_INDENT = 2
const INDENT = 6

type ListPlace = Extract<
  Place,
  'list' | 'choices' | 'boards' | 'ticks' | 'alarms' | 'printers' | 'profile' | 'tickets' | 'tray' | 'newOrder'
>

interface ListPickerProps<V, P extends ListPlace> {
  place: P
  title: string
  about?: string
  empty: string
  height: number
  choices: readonly Choice<V, P>[]
  /** Index of the line chosen at first. */
  initial?: number
  active?: boolean
  /** Renders details of the chosen line below the list, in `detailsHeight` lines. */
  renderDetails?: (value: V) => ReactNode
  detailsHeight?: number
  /** Commands that need no line; the others do nothing in an empty list. */
  general?: readonly Command<P>[]
  /** Called for every command that does not move the choice; without a line only for leaving and general ones. */
  onCommand: (command: Command<P>, choice: Choice<V, P> | undefined) => void
}

/** The line that keys act on. */
interface PendingChoice {
  key: string | number | undefined
  index: number
  /** Whether a command by the user may remove it from the list. */
  isTaken: boolean
}

/** Commands that may remove their line from the list. */
const removingCommands: readonly string[] = ['again', 'dismiss', 'forget', 'keep', 'drop']
const LIST_CHANGED = 'The list has changed. Choose again.'
const alwaysActive: readonly string[] = ['up', 'down', 'back', 'quit']

/** A scrollable list of lines to choose from; the place's key table defines the commands on a line. */
export function ListPicker<V, P extends ListPlace>(props: ListPickerProps<V, P>) {
  const {
    place,
    title,
    about,
    empty,
    height,
    choices,
    initial = 0,
    active = true,
    general = [],
    renderDetails,
    detailsHeight = 0,
    onCommand,
  } = props
  const theme = useTheme()
  const { columns } = useWindowSize()
  // Lists change while they are open: the line stays chosen wherever it moves. After it has gone no line is chosen,
  // since Enter on the line in its place would do something else. Only a line removed by its own command passes the
  // choice to the next one.
  const [requested, setWanted] = useState<PendingChoice>({ key: choices[initial]?.key, index: initial, isTaken: false })
  const clamp = (index: number): number => Math.max(0, Math.min(index, choices.length - 1))
  const lineOf = ({ key: inputKey, index, isTaken }: PendingChoice): number => {
    const at = choices.findIndex(({ key }) => key === inputKey)
    return at >= 0 || (inputKey !== undefined && !isTaken) ? at : clamp(index)
  }
  // A second key may arrive before the result of the first is rendered.
  const step = (by: number): void =>
    setWanted((now) => {
      const line = lineOf(now)
      const index = clamp(line < 0 ? now.index + Math.min(by, 0) : line + by)
      return { key: choices[index]?.key, index, isTaken: false }
    })
  const chosen = lineOf(requested)
  const key = choices[chosen]?.key
  if (key !== undefined && (chosen !== requested.index || key !== requested.key))
    setWanted({ key, index: chosen, isTaken: requested.isTaken && key === requested.key })
  const choice = choices[chosen]
  const commands = keyTables[place].map(({ command }) => command as Command<P>)
  const ofLine = choice ? (choice.commands ?? commands) : []
  const inactive = commands.filter(
    (command) => !alwaysActive.includes(command) && !general.includes(command) && !ofLine.includes(command),
  )
  useKeys(
    place,
    (command) => {
      if (command === 'up') step(-1)
      else if (command === 'down') step(1)
      else {
        if (removingCommands.includes(command)) setWanted((now) => ({ ...now, isTaken: true }))
        onCommand(command, choice)
      }
    },
    { active, inactive, reason: choice ? choice.reason : choices.length > 0 ? LIST_CHANGED : empty },
  )
  const available = Math.max(1, height - 2 - detailsHeight)
  const width = Math.min(columns - 2, 100)
  const linesOf = (other: Choice<V, P>): { text: string; role: ColorRole }[] => [
    ...(other.below === undefined ? [] : wrap(other.label, width - LABEL_INDENT).slice(1)).map((text) => ({
      text,
      role: 'plain' as const,
    })),
    ...(other.below ?? []).flatMap(({ text, role }) => wrap(text, width - INDENT).map((line) => ({ text: line, role }))),
  ]
  const more = choices.map(linesOf)
  const near = chosen < 0 ? clamp(requested.index) : chosen
  const shown = cardWindow(
    more.map((lines) => 1 + lines.length),
    available,
    near,
    Math.max(0, near - available + 2),
  )
  return (
    <Frame title={title} height={height} {...(about === undefined ? {} : { about })}>
      {choices.length === 0 &&
        wrap(empty, width).map((line) => (
          <Text key={line} dimColor>
            {line}
          </Text>
        ))}
      {shown.start > 0 && <Text dimColor>{` ${theme.marks.above} ${shown.start}`}</Text>}
      {choices.slice(shown.start, shown.end).map((item, offset) => {
        const isChosen = shown.start + offset === chosen
        const [label = ''] = item.below === undefined ? [item.label] : wrap(item.label, width - LABEL_INDENT)
        const line = `${isChosen ? theme.marks.chosen : ' '} ${label}`
        return (
          <Box key={item.key} flexDirection="column">
            <Text inverse={isChosen} dimColor={item.closed === true}>
              {spread(line, item.remark ?? '', width, theme.marks.cut)}
            </Text>
            {more[shown.start + offset]?.map(({ text, role }, index) => (
              <Text key={index}>
                {' '.repeat(INDENT)}
                <Text {...theme.style(role)}>{text}</Text>
              </Text>
            ))}
          </Box>
        )
      })}
      {shown.end < choices.length && <Text dimColor>{` ${theme.marks.below} ${choices.length - shown.end}`}</Text>}
      {choice && renderDetails?.(choice.value)}
    </Frame>
  )
}
