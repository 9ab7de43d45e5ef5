import { Box } from '@chakra-ui/react'
import type L from 'leaflet'
import type { ReactNode } from 'react'
import { useTranslate } from '@tiffin/core/react'
import { Button } from '../ui/controls.ts'

/** Buttons above the map's edge: zoom and others. */
export function MapButtons({ map, children }: { map: L.Map | null; children?: ReactNode }) {
  const t = useTranslate()
  return (
    <Box position="absolute" top="3" insetInlineEnd="3" zIndex="1" display="grid" gap="2">
      <Button size="icon" aria-label={t('Zoom in')} title={t('Zoom in')} onClick={() => map?.zoomIn()}>
        +
      </Button>
      <Button size="icon" aria-label={t('Zoom out')} title={t('Zoom out')} onClick={() => map?.zoomOut()}>
        −
      </Button>
      {children}
    </Box>
  )
}
