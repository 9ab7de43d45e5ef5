import { Box, Text, useWindowSize } from 'ink'
import { useLook } from '../look/look.ts'
import { useKeys } from '../view/keyboard.ts'

/** Shown while languages and the session are requested; the user can quit. */
export function Splash({ onQuit }: { onQuit: () => void }) {
  const look = useLook()
  const { columns, rows } = useWindowSize()
  useKeys('unreachable', (command) => (command === 'quit' ? onQuit() : undefined))
  return (
    <Box width={columns} height={rows} justifyContent="center" alignItems="center">
      <Text {...look.style('accent')} bold>{`${look.marks.brand} Tiffin`}</Text>
    </Box>
  )
}
