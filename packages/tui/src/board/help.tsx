import { useMemo, useState } from 'react'
import { Box, Text, useWindowSize } from 'ink'
import { useTranslate } from '@tiffin/core/react'
import { keysShown, keyTables } from '../keys.ts'
import { useTheme } from '../theme/theme.ts'
import { padToWidth, widthOf, wrap } from '../theme/text.ts'
import { useKeys } from '../view/keyboard.ts'
import { useOptions } from '../view/options.ts'

/** How cards are sorted, and every key of the board, from the same table that the board uses. */
export function Help({ height, onBack, onQuit }: { height: number; onBack: () => void; onQuit: () => void }) {
  const t = useTranslate()
  const theme = useTheme()
  const { columns } = useWindowSize()
  const [first, setFirst] = useState(0)
  const { screenReader } = useOptions()
  const lines = useMemo(
    () =>
      keyTables.board
        .filter(({ command }) => !screenReader || command !== 'density')
        .map((binding) => ({ keys: keysShown(binding), about: t(binding.about) })),
    [screenReader, t],
  )
  const keyWidth = Math.max(...lines.map(({ keys }) => widthOf(keys)))
  const sorting = wrap(t('In each column, the order that arrived first is on top, whatever its due time.'), columns - 2)
  const available = Math.max(1, height - 3 - sorting.length)
  const last = Math.max(0, lines.length - available)
  useKeys('page', (command) => {
    if (command === 'up') setFirst((at) => Math.max(0, at - 1))
    else if (command === 'down') setFirst((at) => Math.min(last, at + 1))
    else if (command === 'quit') onQuit()
    else onBack()
  })
  return (
    <Box flexDirection="column" height={height} overflow="hidden">
      <Text bold>{` ${t('Keyboard shortcuts')}`}</Text>
      {sorting.map((line) => (
        <Text key={line}>{` ${line}`}</Text>
      ))}
      <Text> </Text>
      {lines.slice(first, first + available).map(({ keys, about }) => (
        <Text key={about} wrap="truncate">
          {'  '}
          <Text {...theme.style('accent')} bold>
            {padToWidth(keys, keyWidth)}
          </Text>
          {padToWidth(`  ${about}`, Math.max(0, columns - keyWidth - 2), { mark: theme.marks.cut })}
        </Text>
      ))}
      {first < last && <Text dimColor>{`  ${theme.marks.below} ${t('%1 more', [lines.length - first - available])}`}</Text>}
    </Box>
  )
}
