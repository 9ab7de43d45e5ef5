import { Box } from '@chakra-ui/react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useSelected, useTranslate } from '@tiffin/core/react'
import type { Picker } from '@tiffin/core/map'
import { PickList } from '../order/pick-list.tsx'
import { Button } from '../ui/controls.ts'
import { Icon } from '../ui/icon.tsx'

/** The current address, which turns into a search (MAP-02). */
export function AddressBar({ picker, button }: { picker: Picker; button: RefObject<HTMLButtonElement | null> }) {
  const t = useTranslate()
  const { step, address } = useSelected(picker.store, (state) => state)
  const [isSearching, setSearching] = useState(false)
  const close = (): void => {
    setSearching(false)
    picker.type('')
    requestAnimationFrame(() => button.current?.focus())
  }
  if (isSearching) return <AddressSearch picker={picker} onClose={close} />
  return (
    <Button
      ref={button}
      flex="1"
      minW="0"
      justifyContent="start"
      aria-label={address === '' ? undefined : `${t('Find an address')}: ${address}`}
      onClick={() => setSearching(true)}
    >
      <Icon name="search" />
      <Box as="bdi" truncate>
        {address || (step === 'locating' ? t('Locating…') : t('Find an address'))}
      </Box>
    </Button>
  )
}

function AddressSearch({ picker, onClose }: { picker: Picker; onClose: () => void }) {
  const t = useTranslate()
  const { text, places, busy, failure } = useSelected(picker.store, (state) => state.search)
  const isSlow = useSelected(picker.store, (state) => state.isSlow)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const waiting = isSlow ? t('Connecting to server...') : busy ? t('Searching…') : undefined
  const nothing = text.trim().length > 2 ? t('No results') : undefined
  return (
    <Box
      flex="1"
      minW="0"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      <PickList
        field={field}
        label={t('Find an address')}
        placeholder={t('Street and house number')}
        text={text}
        onText={picker.type}
        options={places.map((place, index) => ({ key: index, label: place.address, place }))}
        onPick={({ place }) => {
          onClose()
          picker.choose(place)
        }}
        onEnter={picker.searchNow}
        empty={failure ? t.sentence(failure) : (waiting ?? nothing)}
      />
    </Box>
  )
}
