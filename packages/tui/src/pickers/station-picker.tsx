import { useState } from 'react'
import { useCore, useSelected, useStations, useTranslate } from '@tiffin/core/react'
import { sanitize } from '../theme/text.ts'
import { SearchPicker } from './search-picker.tsx'

/** Chooses the station whose items the board shows, or types one that no order has yet (KDS-09). */
export function StationPicker({ onBack, ...page }: { height: number; onBack: () => void; onQuit: () => void }) {
  const { board } = useCore()
  const t = useTranslate()
  const chosen = useSelected(board.store, (state) => state.station)
  const stations = useStations()
  const [text, setText] = useState('')
  const typed = text.trim()
  const needle = typed.toLocaleLowerCase()
  const choices = ['', ...stations]
    .map((station) => ({
      key: station,
      label: sanitize(station) || t('All stations'),
      remark: station === chosen ? t('selected') : '',
      value: station,
    }))
    .filter(({ label }) => label.toLocaleLowerCase().includes(needle))
  // Any name is a station, but a mistyped one must not empty the board by itself.
  const isNew = typed !== '' && choices.every(({ label }) => label.toLocaleLowerCase() !== needle)
  const offered = isNew
    ? [...choices, { key: ' new', label: sanitize(typed), remark: t('No order has this station yet'), value: typed }]
    : choices
  return (
    <SearchPicker
      {...page}
      title={t('Choose a station')}
      hint={t('Station')}
      text={text}
      onText={setText}
      choices={offered}
      onChoose={(station) => {
        if (station !== undefined) board.setStation(station)
        onBack()
      }}
      onBack={onBack}
    />
  )
}
