import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { isApiError } from '@tiffin/sdk/contract'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { languageCodes, type Row } from '@tiffin/core/screens'
import { Button } from '../../ui/controls.ts'
import { LazyBoundary } from '../../ui/lazy-boundary.tsx'
import { LoadFromXls } from '../rare-components.ts'
import { ListButton } from './list-dialog.tsx'

/** The platform's languages, and which of them the user edits (LANG-01); texts from a sheet (DICT-02). */
export function DictionaryTools() {
  const t = useTranslate()
  const [isLoading, setLoading] = useState(false)
  const close = (): void => setLoading(false)
  return (
    <>
      <ListButton name="global_lang" testId="languages">
        {t('Select languages')}
      </ListButton>
      <Button onClick={() => setLoading(true)}>{t('Load from xls')}</Button>
      {isLoading && (
        <LazyBoundary onFail={close}>
          <LoadFromXls onClose={close} />
        </LazyBoundary>
      )}
    </>
  )
}

/**
 * Toggles whether the user edits this dictionary language; only supported languages can be added (LANG-05, AMB-008).
 */
export function MayEditLanguage({ row, title }: { row: Row; title: string }) {
  const t = useTranslate()
  const { client, session, notices } = useCore()
  const code = String(row['code'])
  const on = useSelected(session.store, ({ user }) => languageCodes(user?.dictionary_edit).includes(code))
  const turn = useMutation({
    // Runs in sequence: each save sends all languages and must include the previous change.
    scope: { id: 'dictionary_edit' },
    async mutationFn(next: boolean) {
      // Another tab or an administrator may have changed them.
      await session.refresh()
      const chosen = languageCodes(session.store.getState().user?.dictionary_edit)
      const others = chosen.filter((other) => other !== code)
      await client.Auth.Update({ operator: { dictionary_edit: (next ? [...others, code] : others).join(',') } })
    },
    onError(error) {
      if (!isApiError(error)) throw error
      notices.showSentence('negative', error)
    },
  })
  return (
    <chakra.label display="inline-flex" alignItems="center" gap="1">
      <input
        type="checkbox"
        role="switch"
        aria-label={t('%1 in my dictionary', [title])}
        checked={on}
        disabled={turn.isPending || (!on && row['support'] !== 1)}
        onChange={(event) => turn.mutate(event.target.checked)}
      />
      {t('In my dictionary')}
    </chakra.label>
  )
}
