import { Box, chakra } from '@chakra-ui/react'
import { type ReactNode, useState } from 'react'
import { useTranslate } from '@tiffin/core/react'
import type { Dispute } from '@tiffin/core/screens'
import { AskDialog } from '../../ui/ask-dialog.tsx'
import { Button } from '../../ui/controls.ts'
import { PartName } from '../part-name.tsx'
import { actingFor, useRecords } from '../records-context.ts'
import { ShownValue } from '../shown-value.tsx'
import type { EditorState } from './use-editor.ts'

/** A conflict for display. */
interface Choice {
  dispute: Dispute
  label: ReactNode
  mine: ReactNode
  theirs: ReactNode
}

interface Props {
  choices: readonly Choice[]
  /** Called with those for which the other side was chosen. */
  onSettle: (theirs: readonly Dispute[]) => void
}

const sides = ['mine', 'theirs'] as const

/** Another person saved first: shows both values side by side and lets the person choose, one by one. */
export function ConflictDialog({ choices, onSettle }: Props) {
  const t = useTranslate()
  const [theirs, setTheirs] = useState<ReadonlySet<Dispute>>(new Set())
  const choose = (dispute: Dispute, side: (typeof sides)[number]): void =>
    setTheirs((now) => {
      const next = new Set(now)
      if (side === 'theirs') next.add(dispute)
      else next.delete(dispute)
      return next
    })
  return (
    <AskDialog
      title={t('Someone else has changed this record')}
      testId="conflict-dialog"
      actions={
        <Button variant="solid" data-autofocus onClick={() => onSettle([...theirs])}>
          {t('Continue with these values')}
        </Button>
      }
    >
      <Box display="grid" gap="3">
        {choices.map(({ dispute, label, ...shown }) => (
          <chakra.fieldset key={`${dispute.field} ${dispute.part ?? ''}`}>
            <chakra.legend fontWeight="medium" mb="1">
              {label}
            </chakra.legend>
            {sides.map((side) => (
              <chakra.label key={side} display="flex" gap="2" minH="6" alignItems="center" cursor="pointer">
                <input
                  type="radio"
                  name={`${dispute.field} ${dispute.part ?? ''}`}
                  checked={theirs.has(dispute) === (side === 'theirs')}
                  onChange={() => choose(dispute, side)}
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
      </Box>
    </AskDialog>
  )
}

/** The conflicts of a record, by field or part of a field. */
export function RecordConflict({ editor }: { editor: EditorState }) {
  const view = useRecords()
  const { entity } = view.screen
  const { company } = actingFor(view, editor.row)
  const choices = editor.disputes.map((dispute) => {
    const { field, part, mine, theirs } = dispute
    const place = { entity, part, company }
    return {
      dispute,
      label: <PartName {...place} field={field} />,
      mine: <ShownValue {...place} name={field} value={mine} />,
      theirs: <ShownValue {...place} name={field} value={theirs} />,
    }
  })
  return <ConflictDialog choices={choices} onSettle={editor.settle} />
}
