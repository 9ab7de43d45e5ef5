import { Box, Center } from '@chakra-ui/react'
import { Component, type ReactNode } from 'react'
import type { Translate } from '@tiffin/core/i18n'
import { isApiError } from '@tiffin/sdk/contract'
import { useCore, useTranslate } from '@tiffin/core/react'
import { isLoadError } from '../load-part.ts'
import { Button } from '../ui/controls.ts'

/** Something went wrong that nobody foresaw: what it was, and a way on (NAV-07, ERR-10). `whole`: nothing stands around it. */
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
            {t('Check the connection of this device, then try again.')}
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

/** A thrown error as text (ERR-10); failures to load name their code, refusals are translated. */
function textOf(error: unknown, t: Translate): string {
  if (isLoadError(error)) return error.code
  if (isApiError(error)) return t.message(error.message, error.params)
  return error instanceof Error ? error.message : (JSON.stringify(error) ?? String(error))
}

/** Shows what a page throws instead of an empty window. */
export function ErrorBoundary({ children, whole = false }: { children: ReactNode; whole?: boolean }) {
  const { ports } = useCore()
  return (
    <Catcher whole={whole} onError={(error) => ports.log('a page failed', error)}>
      {children}
    </Catcher>
  )
}

interface CatcherProps {
  children: ReactNode
  whole: boolean
  onError: (error: unknown) => void
}

class Catcher extends Component<CatcherProps, { failed: boolean; error: unknown }> {
  override state: { failed: boolean; error: unknown } = { failed: false, error: undefined }
  static getDerivedStateFromError(error: unknown): { failed: boolean; error: unknown } {
    return { failed: true, error }
  }
  override componentDidCatch(error: unknown): void {
    this.props.onError(error)
  }
  override render(): ReactNode {
    return this.state.failed ? <ErrorPage error={this.state.error} whole={this.props.whole} /> : this.props.children
  }
}
