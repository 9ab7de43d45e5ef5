import { Box, VisuallyHidden } from '@chakra-ui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { actorOf } from '@tiffin/core'
import { type MapProvider, mapProviders } from '@tiffin/core/map'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { visibleMerchants } from '@tiffin/core/rules'
import { useSearchParams } from 'react-router'
import { createQueries } from '../queries.ts'
import { BoardMap } from './board-map.tsx'
import { MapButtons } from './map-buttons.tsx'
import { mapStyles } from './map-styles.ts'
import { useMap } from './use-map.ts'

/** A standalone map (NAV-05, NAV-06). With `ready=true`, users who see a board get the map of the board (AMB-056). */
export function MapPage({ provider }: { provider: MapProvider }) {
  const t = useTranslate()
  const { ports, session } = useCore()
  const [search] = useSearchParams()
  const [queries] = useState(() => createQueries(ports))
  const user = useSelected(session.store, (state) => state.user)
  const visible = user?.company ? visibleMerchants(actorOf(user), 'board') : []
  const seesBoard = visible === 'all' || visible.length > 0
  return (
    <Box as="main" h="100dvh" bg="bg">
      <VisuallyHidden asChild>
        <h1>{t('Map')}</h1>
      </VisuallyHidden>
      {user?.company && seesBoard && search.get('ready') === 'true' ? (
        <QueryClientProvider client={queries}>
          <BoardMap key={`${user.admin_id}/${user.company.company_id}`} provider={provider} user={user} company={user.company} />
        </QueryClientProvider>
      ) : (
        <PlainMap provider={provider} />
      )}
    </Box>
  )
}

function PlainMap({ provider }: { provider: MapProvider }) {
  const t = useTranslate()
  const { element, map } = useMap({ provider, centre: mapProviders[provider].centre })
  return (
    <Box position="relative" h="full">
      <Box
        ref={element}
        position="absolute"
        inset="0"
        role="application"
        aria-label={t('Map. Arrow keys move it, + and - zoom.')}
        data-testid="map"
        css={mapStyles}
      />
      <MapButtons map={map} />
    </Box>
  )
}
