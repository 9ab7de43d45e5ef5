import { Box, Center } from '@chakra-ui/react'
import type { PlainKey } from '@tiffin/core/i18n'
import { useTranslate } from '@tiffin/core/react'
import { Logo } from '../ui/logo.tsx'
import { useHasElapsed } from '../ui/use-has-elapsed.ts'

/** After this time the splash explains itself. */
const EXPLAIN_AFTER_MS = 1000

/** The logo during loading (SHELL-04). After a moment it starts to pulse and shows what is loading. */
export function Splash({ awaits }: { awaits: PlainKey }) {
  const t = useTranslate()
  const long = useHasElapsed(EXPLAIN_AFTER_MS)
  return (
    <Center h="full" p="6" position="relative" role="status" aria-label={t('Loading')}>
      <Center color="accent" animation="breathe 1.6s ease-in-out 400ms infinite">
        <Logo size={64} />
      </Center>
      <Box position="absolute" insetInline="6" top="calc(50% + 48px)" textAlign="center" color="fg.muted">
        {long && t(awaits)}
      </Box>
    </Center>
  )
}
