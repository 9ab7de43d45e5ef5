import { type ReactNode, useState } from 'react'
import { useTranslate } from '@tiffin/core/react'
import { warningLabels, type OrderWarning } from '@tiffin/core/rules'
import type { FollowUp } from '@tiffin/core/screens'
import { AskDialog } from '../../ui/ask-dialog.tsx'
import { Button, Input } from '../../ui/controls.ts'

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

interface DeleteProps {
  /** The record to delete, such as `Customer: Ida Brandt`. */
  record: string
  onYes: (name: string) => void
  onNo: () => void
  /** Whether the record's name must be typed to confirm. */
  needsName?: boolean
  /** Summary of the rows that are hidden together with it. */
  takes?: ReactNode
}

/** EDIT-03; Enter confirms (EDIT-06). */
export function DeleteQuestion({ record, onYes, onNo, needsName = false, takes }: DeleteProps) {
  const t = useTranslate()
  const [name, setName] = useState('')
  return (
    <AskDialog
      title={t('Delete item?')}
      testId="delete-question"
      onClose={onNo}
      actions={
        <>
          <Button onClick={onNo}>{t('No')}</Button>
          <Button
            variant="negative"
            data-autofocus={!needsName || undefined}
            disabled={needsName && name.trim() === ''}
            onClick={() => onYes(name.trim())}
          >
            {t('Yes')}
          </Button>
        </>
      }
    >
      {record}
      {takes}
      {needsName && (
        <Input
          mt="3"
          aria-label={t('Type the name to confirm deletion')}
          placeholder={t('Type the name to confirm deletion')}
          maxLength={200}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      )}
    </AskDialog>
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

/** Asks before a change with side effects, such as clearing other fields (ORDER-03). */
export function ChangeQuestion({
  title,
  text,
  record,
  onAnswer,
}: NonNullable<FollowUp['ask']> & { record: string; onAnswer: (yes: boolean) => void }) {
  const t = useTranslate()
  return (
    <AskDialog
      title={title === 'Enable %1?' || title === 'Disable %1?' ? t(title, [record]) : t(title)}
      testId="change-question"
      onClose={() => onAnswer(false)}
      actions={
        <>
          <Button onClick={() => onAnswer(false)}>{t('No')}</Button>
          <Button variant="solid" data-autofocus onClick={() => onAnswer(true)}>
            {t('Yes')}
          </Button>
        </>
      }
    >
      {t(text)}
    </AskDialog>
  )
}

/** Warnings about the changes of an order (AMB-213). */
export function WarningsQuestion({ warnings, onAnswer }: { warnings: readonly string[]; onAnswer: (yes: boolean) => void }) {
  const t = useTranslate()
  return (
    <AskDialog
      title={t('Save despite the warnings?')}
      testId="warnings-question"
      onClose={() => onAnswer(false)}
      actions={
        <>
          <Button onClick={() => onAnswer(false)}>{t('No')}</Button>
          <Button variant="solid" data-autofocus onClick={() => onAnswer(true)}>
            {t('Save anyway')}
          </Button>
        </>
      }
    >
      <ul>
        {warningLabels({ overruled: warnings as OrderWarning[] }).map((name) => (
          <li key={name}>{t(name)}</li>
        ))}
      </ul>
    </AskDialog>
  )
}
