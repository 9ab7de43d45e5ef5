import { useTranslate } from '@tiffin/core/react'
import { AskDialog } from '../../ui/ask-dialog.tsx'
import { Button } from '../../ui/controls.ts'

/** EDIT-02 */
export function UnsavedQuestion({
  onSave,
  onCancel,
  onClose,
}: {
  onSave: () => void
  onCancel: () => void
  onClose: () => void
}) {
  const t = useTranslate()
  return (
    <AskDialog
      title={t('Close without saving?')}
      testId="unsaved-question"
      onClose={onCancel}
      actions={
        <>
          <Button onClick={onClose}>{t('Close')}</Button>
          <Button onClick={onCancel}>{t('Cancel')}</Button>
          <Button variant="solid" data-autofocus onClick={onSave}>
            {t('Save')}
          </Button>
        </>
      }
    />
  )
}

interface YesNo {
  onYes: () => void
  onNo: () => void
}

/** EDIT-03; Enter says yes (EDIT-06). */
export function DeleteQuestion({ onYes, onNo }: YesNo) {
  const t = useTranslate()
  return (
    <AskDialog
      title={t('Delete item?')}
      testId="delete-question"
      onClose={onNo}
      actions={
        <>
          <Button onClick={onNo}>{t('No')}</Button>
          <Button variant="negative" data-autofocus onClick={onYes}>
            {t('Yes')}
          </Button>
        </>
      }
    />
  )
}

/** EDIT-11 */
export function SaveQuestion({ onYes, onNo }: YesNo) {
  const t = useTranslate()
  return (
    <AskDialog
      title={t('Сохранить?')}
      testId="save-question"
      onClose={onNo}
      actions={
        <>
          <Button onClick={onNo}>{t('No')}</Button>
          <Button variant="solid" data-autofocus onClick={onYes}>
            {t('Yes')}
          </Button>
        </>
      }
    />
  )
}
