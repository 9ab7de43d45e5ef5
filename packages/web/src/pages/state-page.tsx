import { Box, chakra } from '@chakra-ui/react'
import { redactState } from '@tiffin/core'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { NotFound } from './not-found.tsx'

/** The console's state with secrets hidden, for platform administrators; no menu links here (SHELL-41, AMB-014). */
export function StatePage() {
  const t = useTranslate()
  const { session, sessionClock, drawer, board, boardSettings, notices } = useCore()
  const isPlatform = useSelected(session.store, (state) => state.user?.role === 1)
  if (!isPlatform) return <NotFound />
  const stores = { session, sessionClock, drawer, board, boardSettings, notices }
  const state = Object.fromEntries(Object.entries(stores).map(([name, { store }]) => [name, store.getState() as unknown]))
  return (
    <Box overflowY="auto" p={{ base: '4', sm: '6' }}>
      <Box as="h1" fontSize="xl" fontWeight="semibold" mb="4">
        {t('Console state')}
      </Box>
      <chakra.pre dir="ltr" fontFamily="mono" fontSize="sm" whiteSpace="pre-wrap" overflowWrap="anywhere" data-testid="state">
        {JSON.stringify(redactState(state), null, 2)}
      </chakra.pre>
    </Box>
  )
}
