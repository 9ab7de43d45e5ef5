import { Box, Center } from '@chakra-ui/react'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { companyRoutes } from '@tiffin/core/rules'
import { Link } from 'react-router'
import { homePath } from '../home-path.ts'
import { Button } from '../ui/controls.ts'

/** NAV-13, NAV-14; the named route error404-page, also for a page that needs a right (NAV-64). */
export function NotFound({ needsRight = false }: { needsRight?: boolean }) {
  const t = useTranslate()
  const { session } = useCore()
  const user = useSelected(session.store, (state) => (state.phase === 'signed_in' ? state.user : null))
  return (
    <Center as={user ? 'section' : 'main'} h="full" p="6" data-route="error404-page">
      <Box textAlign="center">
        {!needsRight && (
          <Box fontSize="3xl" fontWeight="bold" color="fg.muted">
            404
          </Box>
        )}
        <Box as="h1" fontSize="xl" fontWeight="semibold" mt="1" mb={needsRight ? '2' : '5'}>
          {t(needsRight ? "You don't have access to this page" : 'Page not found')}
        </Box>
        {needsRight && (
          <Box mb="5" color="fg.muted">
            {t("It needs a permission that you don't have. Ask your company owner or a platform administrator.")}
          </Box>
        )}
        <Button asChild variant="solid" size="lg">
          <Link to={user ? homePath(user) : companyRoutes['Company-Order']}>{t('To the order page')}</Link>
        </Button>
      </Box>
    </Center>
  )
}
