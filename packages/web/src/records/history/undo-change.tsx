import { formatCount } from '@tiffin/core'
import { useTranslate } from '@tiffin/core/react'
import type { Row } from '@tiffin/core/screens'
import { Button } from '../../ui/controls.ts'
import { scopeOfRow, useRecords } from '../records-context.ts'
import { UndoQuestions } from './undo-question.tsx'
import { useTimeline } from './use-timeline.ts'
import { useUndo } from './use-undo.ts'

interface Props {
  /** Number of the change. */
  change: number
  /** One of its rows, whose timeline tells whether the change can be undone. */
  row: Row
  /** Number of its rows. */
  count: number
  onDone: () => void
}

/** Undoes a change just made to several rows. */
export function UndoChange({ change, row, count, onDone }: Props) {
  const t = useTranslate()
  const view = useRecords()
  const { entity } = view.screen
  const id = row[entity.key] as number
  const { data } = useTimeline(entity, id, scopeOfRow(view, row).company)
  const undo = useUndo()
  const event = data?.pages[0]?.events.find((item) => item.change === change)
  if (!event || event.refusal) return null
  const target = { ...event, record: { table: entity.name, id } }
  return (
    <>
      <Button disabled={undo.busy} onClick={() => void undo.run(target, 'all').then((isDone) => isDone && onDone())}>
        {t('Undo all %1', [formatCount({ count, atLeast: false }, view.lang)])}
      </Button>
      <UndoQuestions undo={undo} onDone={onDone} />
    </>
  )
}
