import { Box, Dialog, Portal } from '@chakra-ui/react'
import L from 'leaflet'
import { useEffect, useRef, useState } from 'react'
import type { Coords } from '@tiffin/sdk/contract'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import {
  createAddressService,
  createPicker,
  hasArea,
  mapProviderOf,
  nearestCity,
  type PickedAddress,
  type Picker,
  type PickerKind,
  type PickerStart,
} from '@tiffin/core/map'
import { Button } from '../ui/controls.ts'
import { Icon } from '../ui/icon.tsx'
import { AddressBar } from './address-bar.tsx'
import { labelledDot, pointOf } from './create-map.ts'
import { DetailsForm } from './details-form.tsx'
import { findDevice } from './find-device.ts'
import { MapButtons } from './map-buttons.tsx'
import { mapStyles } from './map-styles.ts'
import { Unverified } from './unverified.tsx'
import { useMap } from './use-map.ts'

export interface AddressPickerProps {
  kind: PickerKind
  /** The address so far, or where the map opens. */
  start?: PickerStart
  /** The owner of the address (AMB-134). */
  merchant?: number | null
  customer?: number | null
  /** Earlier addresses, shown on the map. */
  known?: readonly { address: string; coords: Coords | null }[]
  onSave: (picked: PickedAddress) => void
  onClose: () => void
}

/** Picks an address on a full-screen map (MAP-01). */
export function AddressPicker({
  kind,
  start = {},
  merchant = null,
  customer = null,
  known = [],
  onSave,
  onClose,
}: AddressPickerProps) {
  const t = useTranslate()
  const { client, i18n, ports, session } = useCore()
  const [picker] = useState(() => {
    const { addresses, map, user } = session.store.getState()
    const geocoder = map.geocoder_key === '' ? null : { url: addresses.geocoder, key: map.geocoder_key }
    return createPicker({
      service: createAddressService({ client, lang: i18n.lang, geocoder, merchant, customer }),
      clock: ports.clock,
      provider: mapProviderOf(user?.company),
      kind,
      findDevice,
      log: ports.log,
      start,
    })
  })
  useEffect(() => {
    picker.start()
    return picker.stop
  }, [picker])
  const address = useRef<HTMLButtonElement>(null)

  /** One step back: out of the details, then out of the map. */
  function leave(): void {
    if (picker.store.getState().step === 'confirm') picker.back()
    else onClose()
  }
  return (
    <Dialog.Root
      open
      closeOnInteractOutside={false}
      initialFocusEl={() => address.current}
      // In the search, Escape closes only the search.
      onEscapeKeyDown={(event) => {
        if (event.target instanceof HTMLInputElement && event.target.role === 'combobox') event.preventDefault()
      }}
      onOpenChange={({ open }) => !open && leave()}
    >
      <Portal>
        <Dialog.Positioner p="0">
          <Dialog.Content
            data-testid="address-picker"
            w="100vw"
            maxW="100vw"
            h="100dvh"
            maxH="100dvh"
            borderRadius="0"
            display="grid"
            gridTemplateRows="auto minmax(0, 1fr)"
          >
            <Box display="flex" alignItems="start" gap="2" p="2" bg="bg.panel" zIndex="2">
              <Button
                size="icon"
                variant="ghost"
                aria-label={t('Back')}
                title={t('Back')}
                _rtl={{ transform: 'scaleX(-1)' }}
                onClick={leave}
              >
                <Icon name="back" />
              </Button>
              <Dialog.Title position="absolute" w="1px" h="1px" overflow="hidden" clipPath="inset(50%)">
                {t('Address on the map')}
              </Dialog.Title>
              <AddressBar picker={picker} button={address} />
            </Box>
            <PickerMap picker={picker} known={known} kind={kind} />
            <Footer picker={picker} kind={kind} onSave={() => onSave(picker.save())} />
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}

/** A resize shifts the centre by up to a pixel, which is no move; users move it by more. */
const SHIFT_PX = 3

function PickerMap({
  picker,
  known,
  kind,
}: {
  picker: Picker
  known: NonNullable<AddressPickerProps['known']>
  kind: PickerKind
}) {
  const t = useTranslate()
  const { step, centre, radius, isFindingDevice } = useSelected(picker.store, (state) => state)
  const { session } = useCore()
  const provider = useSelected(session.store, ({ user }) => mapProviderOf(user?.company))
  const { element, map, places } = useMap({ provider, centre })

  useEffect(() => {
    if (!map) return
    const isAt = (coords: Readonly<Coords>): boolean =>
      map.project(map.getCenter()).distanceTo(map.project(pointOf(coords))) < SHIFT_PX
    const show = (coords: Readonly<Coords>): void => void map.setView(pointOf(coords), map.getZoom(), { animate: false })
    const onMove = (): void => {
      const { lat, lng } = map.getCenter()
      if (!isAt(picker.store.getState().centre)) picker.move([lat, lng])
    }
    // Otherwise the shifts of several resizes would add up.
    const onResize = (): void => show(picker.store.getState().centre)
    map.on('move', onMove)
    map.on('resize', onResize)
    const stop = picker.store.subscribe((now, before) => {
      if (now.centre !== before.centre && !isAt(now.centre)) show(now.centre)
      if (now.step !== 'confirm' || before.step === 'confirm') return
      // A map that still moves would close the details again.
      map.off('move', onMove)
      show(now.centre)
      map.on('move', onMove)
    })
    return () => {
      stop()
      map.off('move', onMove)
      map.off('resize', onResize)
    }
  }, [map, picker])

  useEffect(() => {
    if (!map) return
    const dots = known.flatMap(({ address, coords }) => (coords ? [labelledDot(coords, address, 'map-known')] : []))
    for (const dot of dots) dot.addTo(map)
    return () => {
      for (const dot of dots) dot.remove()
    }
  }, [map, known])

  const isConfirming = step === 'confirm'
  // Marks the place to confirm, and its area (MAP-18).
  useEffect(() => {
    if (!map || !isConfirming) return
    const chosen = L.layerGroup([labelledDot(centre, '', 'map-chosen')])
    if (hasArea(kind)) L.circle(pointOf(centre), { radius, className: 'map-area', renderer: L.svg() }).addTo(chosen)
    chosen.addTo(map)
    return () => void chosen.remove()
  }, [map, isConfirming, centre, radius, kind])
  // Shows the whole area without moving the centre.
  useEffect(() => {
    if (!map || !isConfirming || !hasArea(kind)) return
    // The details have just taken room from the map.
    map.invalidateSize({ animate: false })
    const bounds = L.latLng(pointOf(picker.store.getState().centre)).toBounds(radius * 2)
    map.setZoom(Math.min(map.getZoom(), map.getBoundsZoom(bounds)), { animate: false })
  }, [map, isConfirming, radius, kind, picker])

  const city = nearestCity(places, centre)
  return (
    <Box position="relative" minH="0" gridRow="2">
      <Box
        ref={element}
        position="absolute"
        inset="0"
        role="application"
        aria-label={t('Map. Arrow keys move it, + and - zoom.')}
        data-testid="map"
        css={mapStyles}
      />
      {!isConfirming && <CentreMarker isMoving={step === 'locating'} />}
      <MapButtons map={map}>
        <Button
          size="icon"
          aria-label={t('Show my location')}
          title={t('Show my location')}
          aria-busy={isFindingDevice}
          onClick={picker.findDevice}
        >
          <Icon name="locate" />
        </Button>
      </MapButtons>
      {city && (
        <Box
          position="absolute"
          top="3"
          insetInlineStart="3"
          zIndex="1"
          px="2"
          py="1"
          bg="bg.panel"
          borderRadius="l2"
          fontSize="sm"
        >
          {t('Nearest city: %1, %2 km', [city.name, city.km])}
        </Box>
      )}
    </Box>
  )
}

/** Marks the centre of the map, which is the picked point. */
const CentreMarker = ({ isMoving }: { isMoving: boolean }) => (
  <Box
    position="absolute"
    top="50%"
    left="50%"
    zIndex="1"
    pointerEvents="none"
    color="negative"
    transform={isMoving ? 'translate(-50%, -110%)' : 'translate(-50%, -100%)'}
    transitionProperty="transform"
    transitionDuration="fast"
    data-testid="centre-marker"
  >
    <Icon name="pin" size={36} />
  </Box>
)

/** Facts about the place, and the button for the next step: Continue, then Save (MAP-04). */
function Footer({ picker, kind, onSave }: { picker: Picker; kind: PickerKind; onSave: () => void }) {
  const t = useTranslate()
  const { step, address, isSlow, failure, exact } = useSelected(picker.store, (state) => state)
  return (
    <Box gridRow="3" p="3" bg="bg.panel" borderTopWidth="1px" borderColor="border" maxH="70dvh" overflowY="auto">
      {step === 'confirm' ? (
        <DetailsForm picker={picker} kind={kind} onSave={onSave} />
      ) : (
        <Box display="flex" flexWrap="wrap" alignItems="center" gap="3">
          <Box role="status" flex="1" minW="48" data-testid="picker-status" color={failure ? 'negative' : undefined}>
            {isSlow ? (
              <Box color="warning">{t('Connecting to server...')}</Box>
            ) : failure ? (
              t.sentence(failure)
            ) : step === 'locating' ? (
              t('Locating…')
            ) : (
              <>
                <bdi>{address}</bdi>
                {!exact && <Unverified />}
              </>
            )}
          </Box>
          {failure && <Button onClick={picker.retry}>{t('Retry')}</Button>}
          <Button variant="solid" disabled={step === 'locating' && !failure} onClick={picker.proceed}>
            {failure ? t('Enter the address by hand') : t('Continue')}
          </Button>
        </Box>
      )}
    </Box>
  )
}
