import { Box } from '@chakra-ui/react'
import { useEffect } from 'react'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'

/** Shown while the server does not respond, on every page. */
export function OfflineSign() {
  const t = useTranslate()
  const { reachability } = useCore()
  const isOffline = useSelected(reachability.store, (state) => state.isOffline)
  useEffect(() => reachability.watch(), [reachability])
  const text = t("Can't reach the server. This page may be out of date. You can save changes when you're back online.")
  return (
    <Box role="status" data-testid="offline-sign">
      {isOffline && (
        <Box display="inline-flex" alignItems="center" gap="1.5" px="1" fontSize="sm" fontWeight="medium" title={text}>
          <Box as="span" color="warning" aria-hidden="true">
            ▲
          </Box>
          {t('Offline')}
          <Box as="span" srOnly>
            {text}
          </Box>
        </Box>
      )}
    </Box>
  )
}
