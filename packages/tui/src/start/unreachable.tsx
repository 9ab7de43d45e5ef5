import { useEffect } from 'react'
import { Box, Text, useWindowSize } from 'ink'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { Footer } from '../board/footer.tsx'
import { useTheme } from '../theme/theme.ts'
import { useKeys } from '../view/keyboard.ts'

const RETRY_MS = 3000

/**
 * The server did not respond: shows why and retries. Retries are also automatic, because after a power cut no one may be
 * there (SHELL-06, SHELL-07, KDS-25).
 */
export function Unreachable({ url, onQuit }: { url: string; onQuit: () => void }) {
  const { session, ports } = useCore()
  const t = useTranslate()
  const theme = useTheme()
  const { columns, rows } = useWindowSize()
  const error = useSelected(session.store, (state) => state.error)
  useEffect(() => ports.clock.after(RETRY_MS, () => void session.start()), [ports, session])
  useKeys('unreachable', (command) => (command === 'quit' ? onQuit() : void session.start()))
  return (
    <Box flexDirection="column" width={columns} height={rows} overflow="hidden">
      <Box flexDirection="column" flexGrow={1} paddingX={2} paddingTop={rows > 16 ? 2 : 0}>
        <Text {...theme.style('accent')} bold>{`${theme.marks.brand} Tiffin`}</Text>
        <Text> </Text>
        <Text
          {...theme.style('late')}
        >{`${theme.marks.late} ${error ? t.message(error.message, error.params) : t("Can't reach the server")}`}</Text>
        <Text dimColor>{url}</Text>
        <Text dimColor>{t('Retrying automatically.')}</Text>
      </Box>
      <Footer />
    </Box>
  )
}
