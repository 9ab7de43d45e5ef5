import { Box } from '@chakra-ui/react'
import { useEffect, useRef } from 'react'
import { radiusBounds } from '@tiffin/sdk/contract'
import { useSelected, useTranslate } from '@tiffin/core/react'
import { hasArea, type Picker, type PickerKind } from '@tiffin/core/map'
import { AddressDetails } from '../order/address-details.tsx'
import { Labelled } from '../order/labelled.tsx'
import { Button, Input } from '../ui/controls.ts'
import { Unverified } from './unverified.tsx'

/** The details of the picked address (MAP-21): where exactly, or how far the area reaches (MAP-08). */
export function DetailsForm({ picker, kind, onSave }: { picker: Picker; kind: PickerKind; onSave: () => void }) {
  const t = useTranslate()
  const { address, info, radius, exact } = useSelected(picker.store, (state) => state)
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  return (
    <Box
      as="form"
      display="grid"
      gap="2"
      maxW="720px"
      data-testid="picker-details"
      onSubmit={(event) => {
        event.preventDefault()
        onSave()
      }}
    >
      <Labelled label={t('Address')}>
        <Input
          ref={first}
          required
          maxLength={1000}
          value={address}
          onChange={(event) => picker.edit({ address: event.target.value })}
        />
      </Labelled>
      {!exact && <Unverified />}
      {hasArea(kind) && (
        <Labelled label={t('Radius (m)')}>
          <Box display="flex" gap="3" alignItems="center">
            <input
              type="range"
              {...radiusBounds}
              style={{ flex: 1, minWidth: 0 }}
              aria-label={t('Radius (m)')}
              value={radius}
              onChange={(event) => picker.edit({ radius: Number(event.target.value) })}
            />
            <Input
              type="number"
              {...radiusBounds}
              required
              w="28"
              dir="ltr"
              value={radius}
              onChange={(event) => picker.edit({ radius: Number(event.target.value) })}
            />
          </Box>
        </Labelled>
      )}
      {kind !== 'city' && <AddressDetails info={info} onChange={(details) => picker.edit({ info: details })} />}
      <Box display="flex" gap="2">
        <Button onClick={picker.back}>{t('Back')}</Button>
        <Button type="submit" variant="solid">
          {t('Save')}
        </Button>
      </Box>
    </Box>
  )
}
