import { useTranslate } from '@tiffin/core/react'
import { Button } from '../../ui/controls.ts'
import { Icon } from '../../ui/icon.tsx'
import type { EditorState } from '../editor/use-editor.ts'
import { textOf } from '../text-of.ts'
import { useUndo } from './use-undo.ts'

/** Takes the change back that a row of the audit log belongs to, with all other rows of that change (MOON-01). */
export function UndoAudit({ editor }: { editor: EditorState }) {
  const t = useTranslate()
  const { busy, undo } = useUndo()
  const { change, company } = (editor.base?.['data'] ?? {}) as { change?: number; company?: number }
  if (change === undefined || company === undefined) return null
  return (
    <Button disabled={busy} onClick={() => void undo(change, company, textOf(editor.base?.['table']))}>
      <Icon name="undo" />
      {t('Undo this change')}
    </Button>
  )
}
