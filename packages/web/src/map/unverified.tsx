import { Box } from '@chakra-ui/react'
import { useTranslate } from '@tiffin/core/react'

export function Unverified() {
  const t = useTranslate()
  return (
    <Box fontSize="sm" color="warning">
      {t('Address not verified. Check it with the customer.')}
    </Box>
  )
}
