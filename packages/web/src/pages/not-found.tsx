import { Box, Center } from '@chakra-ui/react'
import { useTranslate } from '@tiffin/core/react'
import { companyRoutes } from '@tiffin/core/rules'
import { Link } from 'react-router'
import { Button } from '../ui/controls.ts'

/** NAV-13, NAV-14; the named route error404-page. `within`: the frame stands around it. */
export function NotFound({ within = false }: { within?: boolean }) {
  const t = useTranslate()
  return (
    <Center as={within ? 'section' : 'main'} h="full" p="6" data-route="error404-page">
      <Box textAlign="center">
        <Box fontSize="3xl" fontWeight="bold" color="fg.muted">
          404
        </Box>
        <Box as="h1" fontSize="xl" fontWeight="semibold" mt="1" mb="5">
          {t('Page not found')}
        </Box>
        <Button asChild variant="solid" size="lg">
          <Link to={companyRoutes['Company-Order']}>{t('To the order page')}</Link>
        </Button>
      </Box>
    </Center>
  )
}
