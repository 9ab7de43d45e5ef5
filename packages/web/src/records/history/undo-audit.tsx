import { useTranslate } from '@tiffin/core/react'
import { Button } from '../../ui/controls.ts'
import { Icon } from '../../ui/icon.tsx'
import type { EditorState } from '../editor/use-editor.ts'
import { useAuditChange } from './use-audit-change.ts'
import { UndoQuestions } from './undo-question.tsx'
import { useUndo } from './use-undo.ts'

/** Undoes the change of an audit log row, for that record or for all records of the change (MOON-01). */
export function UndoAudit({ editor }: { editor: EditorState }) {
  const t = useTranslate()
  const undo = useUndo()
  const found = useAuditChange(editor.base ?? {})
  if (!found) return null
  const { change, company, record, records, retry } = found
  return (
    <>
      <Button disabled={undo.busy || !records} onClick={() => records && undo.undo({ change, company, record, records })}>
        <Icon name="undo" />
        {t('Undo this change')}
      </Button>
      {retry && (
        <Button aria-label={t("Retry: can't load the change")} title={t("Retry: can't load the change")} onClick={retry}>
          {t('Retry')}
        </Button>
      )}
      <UndoQuestions undo={undo} />
    </>
  )
}
