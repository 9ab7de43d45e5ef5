import { Box } from '@chakra-ui/react'
import { useTranslate } from '@tiffin/core/react'
import { LATE_MS } from '../lazy-component.ts'
import { useHasElapsed } from '../ui/use-has-elapsed.ts'
import { StillLoadingPage } from './still-loading-page.tsx'

/** Placeholder for a page that is loading; appears only if that takes long. */
export function PageSkeleton() {
  const t = useTranslate()
  if (useHasElapsed(LATE_MS)) return <StillLoadingPage />
  return (
    <Box
      p={{ base: '4', sm: '6' }}
      role="status"
      aria-label={t('Loading')}
      animation="appear 120ms 200ms both"
      data-testid="skeleton"
    >
      <Box h="7" w="40" borderRadius="l2" bg="bg.muted" mb="5" />
      {[0, 1, 2, 3, 4, 5].map((line) => (
        <Box key={line} h="9" borderRadius="l2" bg="bg.muted" mb="1" />
      ))}
    </Box>
  )
}
