import { useState } from 'react'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { clockTime } from '@tiffin/core/rules'
import type { RecordDraft } from '@tiffin/core/screens'
import { DraftButton, DraftLine } from '../../ui/draft-line.tsx'
import { useRecords } from '../records-context.ts'

/** Says that the editor shows unsaved changes of an earlier session, and offers to discard them. */
export function RestoredNote({ draft }: { draft: RecordDraft }) {
  const t = useTranslate()
  const { serverClock } = useCore()
  const { lang, timezone, country } = useRecords()
  const at = useSelected(draft.store, ({ restored }) => (draft.isDirty() ? restored : null))
  const changing = useSelected(draft.store, ({ busy }) => busy || draft.isDirty())
  const [discarded, setDiscarded] = useState<Parameters<RecordDraft['restore']>[0] | null>(null)
  // Undo would overwrite newer changes with the old ones.
  if (changing && discarded !== null) setDiscarded(null)
  if (at === null && discarded === null) return null
  function discard(): void {
    const kept = { ...draft.kept(), at: at ?? 0 }
    draft.discard()
    setDiscarded(kept)
  }
  function undo(): void {
    if (discarded) draft.restore(discarded)
    setDiscarded(null)
  }
  return (
    <DraftLine
      mb="3"
      testId="restored"
      actions={<DraftButton onClick={at === null ? undo : discard}>{at === null ? t('Undo') : t('Discard')}</DraftButton>}
    >
      {at === null
        ? t('Unsaved changes discarded')
        : t('Unsaved changes from %1', [clockTime(at, { lang, timezone, country, now: serverClock.now() })])}
    </DraftLine>
  )
}
