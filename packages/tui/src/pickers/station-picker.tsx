import { useState } from 'react'
import { useCore, useSelected, useStations, useTranslate } from '@tiffin/core/react'
import { sanitize } from '../theme/text.ts'
import { SearchPicker } from './search-picker.tsx'

/** Chooses the station whose items the board shows, or types one that no order has yet (KDS-09). */
export function StationPicker({ onBack, ...page }: { height: number; onBack: () => void; onQuit: () => void }) {
  const { board, notices } = useCore()
  const t = useTranslate()
  const chosen = useSelected(board.store, (state) => state.station)
  const stations = useStations()
  const [text, setText] = useState('')
  const needle = text.trim().toLocaleLowerCase()
  const known = ['', ...stations]
    .map((station) => ({
      key: station,
      label: sanitize(station) || t('All stations'),
      remark: station === chosen ? t('selected') : '',
      value: station,
    }))
    .filter(({ label }) => label.toLocaleLowerCase().includes(needle))
  const typed = text.trim()
  const isKnown = needle === '' || known.some(({ label }) => label.toLocaleLowerCase() === needle)
  // An arrow key chooses it: a mistyped name would hide all orders.
  const unknown = { key: `?${typed}`, label: sanitize(typed), remark: t('No order has it yet'), value: typed }
  return (
    <SearchPicker
      {...page}
      title={t('Choose a station')}
      hint={t('Station')}
      text={text}
      onText={setText}
      choices={isKnown ? known : [...known, unknown]}
      lazy={known.length === 0}
      onChoose={(station) => {
        if (station === undefined) return void notices.show('info', 'No station %1', { params: [typed] })
        board.setStation(station)
        onBack()
      }}
      onBack={onBack}
    />
  )
}
