import { Box } from '@chakra-ui/react'
import { useTranslate } from '@tiffin/core/react'
import { RefreshCw } from 'lucide-react'
import { Button } from '../ui/controls.ts'
import { PageMessage } from '../ui/page-message.tsx'

/**
 * Shown if a page has not loaded after 10 s. The page appears as soon as it arrives. A hanging request is only repeated
 * by reloading the console, since a browser requests a module once.
 */
export function StillLoadingPage({ whole = false }: { whole?: boolean }) {
  const t = useTranslate()
  return (
    <Box as={whole ? 'main' : 'section'} h="full">
      <PageMessage icon={RefreshCw} title={t('The page is still loading')} testId="late-page">
        <Box color="fg.muted" role="alert">
          {t("Check this device's connection, then try again.")}
        </Box>
        <Button variant="solid" onClick={() => location.reload()}>
          {t('Retry')}
        </Button>
      </PageMessage>
    </Box>
  )
}
