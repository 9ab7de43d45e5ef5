import { Box, Text, useWindowSize } from 'ink'
import { useTheme } from '../theme/theme.ts'
import { useKeys } from '../view/keyboard.ts'

/** Shown while languages and the session are requested; the user can quit. */
export function Splash({ onQuit }: { onQuit: () => void }) {
  const theme = useTheme()
  const { columns, rows } = useWindowSize()
  useKeys('unreachable', (command) => (command === 'quit' ? onQuit() : undefined))
  return (
    <Box width={columns} height={rows} justifyContent="center" alignItems="center">
      <Text {...theme.style('accent')} bold>{`${theme.marks.brand} Tiffin`}</Text>
    </Box>
  )
}
