import { Box } from '@chakra-ui/react'
import { useTranslate } from '@tiffin/core/react'

/** Placeholder while the board loads; hidden for 200 ms, so that a quick response does not flicker. */
export function BoardSkeleton() {
  const t = useTranslate()
  return (
    <>
      <Box h="10" role="status" aria-label={t('Loading')} />
      <Box />
      <Box display="flex" gap="2" p="2" minH="0" overflow="hidden" animation="appear 120ms 200ms both" aria-hidden="true">
        {Array.from({ length: 6 }, (_, column) => (
          <Box key={column} flex="1 0 {sizes.column}" maxW="400px" bg="bg.subtle" borderRadius="l3" p="1.5" pt="10">
            {Array.from({ length: 3 }, (_, card) => (
              <Box key={card} h="28" mb="1.5" bg="bg.muted" borderRadius="l2" />
            ))}
          </Box>
        ))}
      </Box>
    </>
  )
}
