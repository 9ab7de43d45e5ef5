import { useState } from 'react'
import { useStationChoices, useTranslate } from '@tiffin/core/react'
import { PickList } from '../order/pick-list.tsx'
import { AskDialog } from '../ui/ask-dialog.tsx'
import { Button } from '../ui/controls.ts'

/** Chooses the station whose items the board shows, or types one that no order has yet (KDS-09). */
export function StationDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslate()
  const [text, setText] = useState('')
  const { choices, isUnknown, choose } = useStationChoices(text)
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
        options={choices.map((choice) => ({
          key: choice.station,
          label: choice.label,
          ...(choice.remark === '' ? {} : { detail: choice.remark }),
          choice,
        }))}
        lazy={isUnknown}
        onPick={({ choice }) => choose(choice) && onClose()}
        onEnter={() => choose(undefined)}
      />
    </AskDialog>
  )
}
