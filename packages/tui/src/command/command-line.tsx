import { useState } from 'react'
import { Text, useWindowSize } from 'ink'
import { useTranslate } from '@tiffin/core/react'
import { useTheme } from '../theme/theme.ts'
import { truncate } from '../theme/text.ts'
import type { ArgumentKind } from '../keys.ts'
import { useKeys } from '../view/keyboard.ts'
import { editText } from '../view/edit-text.ts'
import { boardCommands, completeCommand, parseCommand } from './commands.ts'

/** A command line that completes commands from the table of keys, and values from the board. */
export function CommandLine(props: {
  valuesOf: (kind: ArgumentKind) => readonly string[]
  /** Earlier lines, newest last. */
  earlier: readonly string[]
  onRun: (line: string) => void
  onBack: () => void
  onQuit: () => void
}) {
  const t = useTranslate()
  const theme = useTheme()
  const { columns } = useWindowSize()
  const [line, setLine] = useState('')
  const [back, setBack] = useState(0)
  useKeys(
    'command',
    (command) => {
      if (command === 'quit') return props.onQuit()
      if (command === 'back') return props.onBack()
      if (command === 'complete') return setLine(completeLine(line, props.valuesOf))
      if (command === 'earlier') {
        const next = Math.min(back + 1, props.earlier.length)
        setBack(next)
        return setLine(props.earlier.at(-next) ?? line)
      }
      if (line.trim() === '') return props.onBack()
      props.onRun(line)
    },
    { onText: (more, kind) => setLine((now) => editText(now, more, kind)) },
  )
  const { candidates } = completeCommand(line, props.valuesOf)
  const { word } = parseCommand(line)
  const hint = candidates.length > 1 ? candidates.join('  ') : word ? t(word.about) : line === '' ? '' : t('No matching commands')
  return (
    <>
      <Text {...theme.style('quiet')} wrap="truncate">
        {truncate(` ${hint || boardCommands.map(({ name }) => name).join('  ')}`, columns, theme.marks.cut)}
      </Text>
      <Text wrap="truncate-start">
        <Text {...theme.style('accent')} bold>
          {' :'}
        </Text>
        {line}
        <Text inverse> </Text>
      </Text>
    </>
  )
}

/** A single candidate is completed in full, followed by a space. */
function completeLine(line: string, valuesOf: (kind: ArgumentKind) => readonly string[]): string {
  const next = completeCommand(line, valuesOf)
  const only = next.candidates.length === 1 && !/\s/.test(next.line)
  return only && parseCommand(next.line).word?.argument ? `${next.line} ` : next.line
}
