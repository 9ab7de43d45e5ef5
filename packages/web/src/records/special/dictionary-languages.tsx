import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { isApiError } from '@tiffin/sdk/contract'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { languageCodes, type Row } from '@tiffin/core/screens'
import { Button } from '../../ui/controls.ts'
import { ListDialog } from './list-dialog.tsx'

/** The languages of the platform, and which of them one edits (DICT-02, LANG-01). */
export function DictionaryLanguages() {
  const t = useTranslate()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('Select languages')}</Button>
      {open && <ListDialog name="global_lang" testId="languages" onClose={() => setOpen(false)} />}
    </>
  )
}

/** Whether one edits this language of the dictionary; only those that are supported can be added (LANG-05, AMB-008). */
export function MayEditLanguage({ row, title }: { row: Row; title: string }) {
  const t = useTranslate()
  const { client, session, notices } = useCore()
  const chosen = useSelected(session.store, (state) => state.user?.dictionary_edit)
  const [busy, setBusy] = useState(false)
  const codes = languageCodes(chosen)
  const code = String(row['code'])
  const on = codes.includes(code)

  async function turn(next: boolean): Promise<void> {
    setBusy(true)
    try {
      const edited = next ? [...codes, code] : codes.filter((other) => other !== code)
      await client.Auth.Update({ operator: { dictionary_edit: edited.join(',') } })
    } catch (error) {
      if (!isApiError(error)) throw error
      notices.show('negative', error.message, { params: error.params })
    } finally {
      setBusy(false)
    }
  }
  return (
    <chakra.label display="inline-flex" alignItems="center" gap="1">
      <input
        type="checkbox"
        role="switch"
        aria-label={t('I edit %1', [title])}
        checked={on}
        disabled={busy || (!on && row['support'] !== 1)}
        onChange={(event) => void turn(event.target.checked)}
      />
      {t('I edit it')}
    </chakra.label>
  )
}
