import { Box, Center } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import type { Translate } from '@tiffin/core/i18n'
import { isApiError } from '@tiffin/sdk/contract'
import { useCore, useTranslate } from '@tiffin/core/react'
import { ErrorBoundary as Boundary, type FallbackProps } from 'react-error-boundary'
import { isLoadError } from '../lazy-component.ts'
import { Button } from '../ui/controls.ts'

/** An unexpected error: its message and a way to continue (NAV-07, ERR-10). `whole`: there is no frame around it. */
export function ErrorPage({ error, whole = false }: { error?: unknown; whole?: boolean }) {
  const t = useTranslate()
  return (
    <Center as={whole ? 'main' : 'section'} h="full" p="6" data-testid="error-page">
      <Box textAlign="center" maxW="480px">
        <Box role="alert">
          <Box as="h1" fontSize="xl" fontWeight="semibold">
            {isLoadError(error) ? t(error.message) : t('Something went wrong')}
          </Box>
        </Box>
        {isLoadError(error) && (
          <Box color="fg.muted" mt="2">
            {t("Check this device's connection, then try again.")}
          </Box>
        )}
        {error !== undefined && (
          <Box color="fg.muted" mt="2" fontFamily="mono" fontSize="sm" overflowWrap="anywhere">
            {textOf(error, t)}
          </Box>
        )}
        <Box mt="5" display="flex" gap="2" justifyContent="center">
          <Button onClick={() => location.assign('/')}>{t('To the order page')}</Button>
          <Button variant="solid" onClick={() => location.reload()}>
            {t('Reload')}
          </Button>
        </Box>
      </Box>
    </Center>
  )
}

/** A thrown error as text (ERR-10); load failures include their code, errors are translated. */
function textOf(error: unknown, t: Translate): string {
  if (isLoadError(error)) return error.code
  if (isApiError(error)) return t.message(error.message, error.params)
  return error instanceof Error ? error.message : (JSON.stringify(error) ?? String(error))
}

/** Shows an error thrown by a page instead of a blank window. */
export function ErrorBoundary({ children, whole = false }: { children: ReactNode; whole?: boolean }) {
  const { ports } = useCore()
  return (
    <Boundary onError={(error) => ports.log('a page failed', error)} FallbackComponent={whole ? WholeErrorPage : ErrorPage}>
      {children}
    </Boundary>
  )
}

const WholeErrorPage = ({ error }: FallbackProps) => <ErrorPage error={error} whole />
