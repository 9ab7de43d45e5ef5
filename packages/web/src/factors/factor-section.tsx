import { Box } from '@chakra-ui/react'
import { useTranslate } from '@tiffin/core/react'
import type { SessionUser } from '@tiffin/sdk/contract'
import { FactorList } from './factor-list.tsx'

/** In the profile: two-step sign-in. */
export function FactorSection({ user }: { user: SessionUser }) {
  const t = useTranslate()
  return (
    <Box as="section" mt="5" display="grid" gap="2" aria-label={t('Two-step sign-in')}>
      <Box as="h3" fontWeight="semibold">
        {t('Two-step sign-in')}
      </Box>
      <FactorList user={user} />
    </Box>
  )
}
