import { Box } from '@chakra-ui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { useCore, useTranslate } from '@tiffin/core/react'
import type { SessionUser } from '@tiffin/sdk/contract'
import { AuthFrame } from '../pages/auth-frame.tsx'
import { createQueries } from '../queries.ts'
import { Button } from '../ui/controls.ts'
import { FactorList } from './factor-list.tsx'

/** In place of the console, for a person who must have a second factor and has none. */
export function RequiredFactor({ user, onDone }: { user: SessionUser; onDone: () => void }) {
  const t = useTranslate()
  const { ports, session } = useCore()
  const [queries] = useState(() => createQueries(ports))
  return (
    <AuthFrame title={t('Two-step sign-in')} about={t('Set up two-step sign-in to continue')}>
      <Box display="grid" gap="4" data-testid="required-factor">
        <QueryClientProvider client={queries}>
          <FactorList user={user} onDone={onDone} />
        </QueryClientProvider>
        <Button onClick={() => void session.signOut()}>{t('Sign out')}</Button>
      </Box>
    </AuthFrame>
  )
}
