import { useState } from 'react'
import { useCore, useSelected, useStations, useTranslate } from '@tiffin/core/react'
import { PickList } from '../order/pick-list.tsx'
import { AskDialog } from '../ui/ask-dialog.tsx'
import { Button } from '../ui/controls.ts'

/** Chooses the station whose items the board shows, or types one that no order has yet (KDS-09). */
export function StationDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslate()
  const { board } = useCore()
  const chosen = useSelected(board.store, (state) => state.station)
  const stations = useStations()
  const [text, setText] = useState('')
  const needle = text.trim().toLocaleLowerCase()
  const options = ['', ...stations]
    .map((station) => ({
      key: station,
      label: station || t('All stations'),
      ...(station === chosen ? { detail: t('selected') } : {}),
    }))
    .filter(({ label }) => label.toLocaleLowerCase().includes(needle))
  function choose(station: string): void {
    board.setStation(station)
    onClose()
  }
  return (
    <AskDialog
      title={t('Choose a station')}
      testId="station-dialog"
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('Close')}</Button>}
    >
      <PickList
        autoFocus
        label={t('Station')}
        text={text}
        onText={setText}
        options={options}
        onPick={({ key }) => choose(key)}
        onEnter={() => choose(text)}
      />
    </AskDialog>
  )
}
