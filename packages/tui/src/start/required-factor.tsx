import { Box, Text, useWindowSize } from 'ink'
import { useCore, useTranslate } from '@tiffin/core/react'
import { Footer } from '../board/footer.tsx'
import { useTheme } from '../theme/theme.ts'
import { wrap } from '../theme/text.ts'
import { useKeys } from '../view/keyboard.ts'

/** In place of the board, for a person who must set up a second factor and has none. */
export function RequiredFactor({ url, onQuit }: { url: string; onQuit: () => void }) {
  const { ports, session } = useCore()
  const t = useTranslate()
  const theme = useTheme()
  const { columns, rows } = useWindowSize()
  useKeys('requiredFactor', (command) => {
    if (command === 'quit') return onQuit()
    if (command === 'signOut') return void session.signOut()
    session.refresh().catch((error: unknown) => ports.log("can't check the session", error))
  })
  const lines = [
    ...wrap(t('Set up two-step sign-in to continue'), columns - 4),
    '',
    ...wrap(t('Run %1, or open %2 in a browser. Then press R.', ['tiffin login', url]), columns - 4),
  ]
  return (
    <Box flexDirection="column" width={columns} height={rows} overflow="hidden">
      <Box flexDirection="column" flexGrow={1} paddingX={2} paddingTop={rows > 16 ? 2 : 0} overflow="hidden">
        <Text {...theme.style('accent')} bold>{`${theme.marks.brand} Tiffin  ${t('Two-step sign-in')}`}</Text>
        <Text> </Text>
        {lines.map((line, index) => (
          <Text key={index}>{line || ' '}</Text>
        ))}
      </Box>
      <Footer />
    </Box>
  )
}
