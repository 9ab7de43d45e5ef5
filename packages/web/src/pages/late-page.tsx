import { Box } from '@chakra-ui/react'
import { useTranslate } from '@tiffin/core/react'
import { Button } from '../ui/controls.ts'
import { PageMessage } from '../ui/page-message.tsx'

/**
 * Stands for a page that has not come for 10 s. It appears as soon as it does come; a request that hangs is begun anew by
 * loading the console again, since a browser asks for a module only once.
 */
export function LatePage({ whole = false }: { whole?: boolean }) {
  const t = useTranslate()
  return (
    <Box as={whole ? 'main' : 'section'} h="full">
      <PageMessage icon="refresh" title={t('The page is still loading')} testId="late-page">
        <Box color="fg.muted" role="alert">
          {t('Check the connection of this device, then try again.')}
        </Box>
        <Button variant="solid" onClick={() => location.reload()}>
          {t('Retry')}
        </Button>
      </PageMessage>
    </Box>
  )
}
