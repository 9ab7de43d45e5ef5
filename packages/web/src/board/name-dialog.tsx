import { chakra } from '@chakra-ui/react'
import { type FormEvent, useId, useState } from 'react'
import { useTranslate } from '@tiffin/core/react'
import { AskDialog } from '../ui/ask-dialog.tsx'
import { Button, Input } from '../ui/controls.ts'

/** Asks for the name of a board. */
export function NameDialog({ onName, onClose }: { onName: (name: string) => void; onClose: () => void }) {
  const t = useTranslate()
  const [name, setName] = useState('')
  const id = useId()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (name.trim() !== '') onName(name.trim())
  }
  return (
    <AskDialog
      title={t('Save this board as')}
      testId="name-dialog"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Close')}</Button>
          <Button variant="solid" type="submit" form={id} disabled={name.trim() === ''}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <chakra.form id={id} onSubmit={submit}>
        <chakra.label display="grid" gap="1">
          {t('Name')}
          <Input data-autofocus required maxLength={40} value={name} onChange={(event) => setName(event.target.value)} />
        </chakra.label>
      </chakra.form>
    </AskDialog>
  )
}
