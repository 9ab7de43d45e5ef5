import { Box } from '@chakra-ui/react'
import { useTranslate } from '@tiffin/core/react'
import { defaultPageSize } from '@tiffin/core/screens'

/** Placeholder while a list loads; hidden for 200 ms. */
export function ListSkeleton() {
  const t = useTranslate()
  return (
    <Box role="status" aria-label={t('Loading')} overflow="hidden">
      <Box animation="appear 120ms 200ms both" aria-hidden="true">
        {Array.from({ length: defaultPageSize + 1 }, (_, row) => (
          <Box key={row} h="9" display="flex" alignItems="center" gap="6" px="2.5" borderBottomWidth="1px">
            {[8, 24, 40, 16].map((width) => (
              <Box key={width} h="3" bg="bg.muted" borderRadius="l1" style={{ width: `${width}%` }} />
            ))}
          </Box>
        ))}
      </Box>
    </Box>
  )
}
