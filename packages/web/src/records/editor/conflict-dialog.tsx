import { Box, chakra } from '@chakra-ui/react'
import { type ReactNode, useState } from 'react'
import { useTranslate } from '@tiffin/core/react'
import type { EditConflict } from '@tiffin/core/screens'
import { AskDialog } from '../../ui/ask-dialog.tsx'
import { Button } from '../../ui/controls.ts'
import { authorOf, useTimeline } from '../history/use-timeline.ts'
import { PartName } from '../part-name.tsx'
import { scopeOfRow, useRecords } from '../records-context.ts'
import { ShownValue } from '../shown-value.tsx'
import type { EditorState } from './use-editor.ts'

/** A conflict for display. */
interface Choice {
  conflict: EditConflict
  label: ReactNode
  mine: ReactNode
  theirs: ReactNode
}

interface Props {
  /** Who saved first; empty if that is not known. */
  author?: string
  choices: readonly Choice[]
  /** Called with the conflicts for which the other user's value was chosen. */
  onSettle: (theirs: readonly EditConflict[]) => void
}

const sides = ['mine', 'theirs'] as const

/** Another user saved first: shows both values side by side and lets the user choose, one by one. */
export function ConflictDialog({ author = '', choices, onSettle }: Props) {
  const t = useTranslate()
  const [theirs, setTheirs] = useState<ReadonlySet<EditConflict>>(new Set())
  const choose = (conflict: EditConflict, side: (typeof sides)[number]): void =>
    setTheirs((now) => {
      const next = new Set(now)
      if (side === 'theirs') next.add(conflict)
      else next.delete(conflict)
      return next
    })
  return (
    <AskDialog
      title={author === '' ? t('Someone else has changed this record') : t('%1 has changed this record', [author])}
      testId="conflict-dialog"
      actions={
        <Button variant="solid" data-autofocus onClick={() => onSettle([...theirs])}>
          {t('Continue with these values')}
        </Button>
      }
    >
      <Box display="grid" gap="3">
        {choices.map(({ conflict, label, ...shown }) => (
          <chakra.fieldset key={`${conflict.field} ${conflict.part ?? ''}`}>
            <chakra.legend fontWeight="medium" mb="1">
              {label}
            </chakra.legend>
            {sides.map((side) => (
              <chakra.label key={side} display="flex" gap="2" minH="6" alignItems="center" cursor="pointer">
                <input
                  type="radio"
                  name={`${conflict.field} ${conflict.part ?? ''}`}
                  checked={theirs.has(conflict) === (side === 'theirs')}
                  onChange={() => choose(conflict, side)}
                />
                <Box as="span" color="fg.muted" minW="16">
                  {side === 'mine' ? t('Yours') : t('Theirs')}
                </Box>
                <Box as="span" overflowWrap="anywhere" dir="auto">
                  {shown[side]}
                </Box>
              </chakra.label>
            ))}
          </chakra.fieldset>
        ))}
        <Box color="fg.muted">{t("Not saved yet. Press Save when you're done.")}</Box>
      </Box>
    </AskDialog>
  )
}

/** The conflicts of a record, by field or part of a field. */
export function RecordConflict({ editor }: { editor: EditorState }) {
  const view = useRecords()
  const { entity } = view.screen
  const { company } = scopeOfRow(view, editor.row)
  const choices = editor.conflicts.map((conflict) => {
    const { field, part, mine, theirs } = conflict
    const place = { entity, part, company }
    return {
      conflict,
      label: <PartName {...place} field={field} />,
      mine: <ShownValue {...place} name={field} value={mine} />,
      theirs: <ShownValue {...place} name={field} value={theirs} />,
    }
  })
  const { data } = useTimeline(entity, editor.id, company)
  const [latest] = data?.pages[0]?.events ?? []
  return <ConflictDialog author={latest ? authorOf(latest) : ''} choices={choices} onSettle={editor.settle} />
}
