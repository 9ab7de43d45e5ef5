import { Box, Center } from '@chakra-ui/react'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { Button } from '../ui/controls.ts'
import { Logo } from '../ui/logo.tsx'

/** Fills the screen if the first request failed or took 10 s, and offers a retry (SHELL-06, SHELL-07). */
export function Unreachable() {
  const t = useTranslate()
  const { session } = useCore()
  const error = useSelected(session.store, (state) => state.error)
  return (
    <Center as="main" h="full" p="6">
      <Box textAlign="center" maxW="400px">
        <Center color="fg.muted" mb="4">
          <Logo size={48} />
        </Center>
        <Box role="alert">
          <Box as="h1" fontSize="xl" fontWeight="semibold">
            {error ? t.message(error.message, error.params) : t("Can't reach the server")}
          </Box>
        </Box>
        <Box color="fg.muted" mt="2" mb="5">
          {t("Check this device's connection, then try again.")}
        </Box>
        <Button variant="solid" size="lg" autoFocus onClick={() => void session.start()}>
          {t('Retry')}
        </Button>
      </Box>
    </Center>
  )
}
