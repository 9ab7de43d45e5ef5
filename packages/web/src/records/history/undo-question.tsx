import { useTranslate } from '@tiffin/core/react'
import { AskDialog } from '../../ui/ask-dialog.tsx'
import { Button } from '../../ui/controls.ts'
import { useCounted } from './change-scope.tsx'
import type { UndoTarget } from './use-undo.ts'

interface Props {
  asking: UndoTarget
  busy: boolean
  onRun: (target: UndoTarget, onlyRecord: boolean) => Promise<void>
  onClose: () => void
}

/** Asked before a change of several records is undone: this record, all, or none. */
export function UndoQuestion({ asking, busy, onRun, onClose }: Props) {
  const t = useTranslate()
  const { total, kinds } = useCounted()(asking.records)
  return (
    <AskDialog
      title={t('This is part of a change to %1 records', [total])}
      testId="undo-question"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('No')}</Button>
          <Button disabled={busy} onClick={() => void onRun(asking, false)}>
            {t('Undo all %1', [total])}
          </Button>
          <Button variant="solid" data-autofocus disabled={busy} onClick={() => void onRun(asking, true)}>
            {t('Undo this record only')}
          </Button>
        </>
      }
    >
      {kinds}
    </AskDialog>
  )
}
