import { useState } from 'react'
import { useStationChoices, useTranslate } from '@tiffin/core/react'
import { sanitize } from '../theme/text.ts'
import { SearchPicker } from './search-picker.tsx'

/** Chooses the station whose items the board shows, or types one that no order has yet (KDS-09). */
export function StationPicker({ onBack, ...page }: { height: number; onBack: () => void; onQuit: () => void }) {
  const t = useTranslate()
  const [text, setText] = useState('')
  const { choices, isUnknown, choose } = useStationChoices(text)
  return (
    <SearchPicker
      {...page}
      title={t('Choose a station')}
      hint={t('Station')}
      text={text}
      onText={setText}
      choices={choices.map((choice) => ({ ...choice, key: choice.station, label: sanitize(choice.label), value: choice }))}
      lazy={isUnknown}
      onChoose={(choice) => choose(choice) && onBack()}
      onBack={onBack}
    />
  )
}
