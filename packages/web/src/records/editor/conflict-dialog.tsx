import { Box, chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslate } from '@tiffin/core/react'
import { fieldLabel, isSame } from '@tiffin/core/screens'
import { AskDialog } from '../../ui/ask-dialog.tsx'
import { Button } from '../../ui/controls.ts'
import { plainValue } from '../plain-value.ts'
import { useRecords } from '../records-context.ts'
import type { Conflict, EditorState } from './use-editor.ts'

type Side = 'mine' | 'theirs'

/** Somebody else saved first: both values stand beside each other and the person chooses, field by field. */
export function ConflictDialog({ editor, conflict }: { editor: EditorState; conflict: Conflict }) {
  const t = useTranslate()
  const { screen, lang } = useRecords()
  const { current } = conflict
  const disputed = conflict.fields.filter(
    (name) => !isSame(editor.row[name], current[name]) && !isSame(editor.base?.[name], current[name]),
  )
  const [chosen, setChosen] = useState<Record<string, Side>>(() => Object.fromEntries(disputed.map((name) => [name, 'mine'])))
  const done = (): void => {
    const kept = conflict.fields.filter((name) => chosen[name] !== 'theirs')
    void editor.settle(Object.fromEntries(kept.map((name) => [name, editor.row[name]])))
  }
  return (
    <AskDialog
      title={t('Somebody else has changed this record meanwhile')}
      testId="conflict-dialog"
      actions={
        <Button variant="solid" data-autofocus onClick={done}>
          {t('Go on with these values')}
        </Button>
      }
    >
      <Box display="grid" gap="3">
        {disputed.map((name) => (
          <chakra.fieldset key={name}>
            <chakra.legend fontWeight="medium" mb="1">
              {t(fieldLabel(screen.entity, name))}
            </chakra.legend>
            {(['mine', 'theirs'] as const).map((side) => (
              <chakra.label key={side} display="flex" gap="2" minH="6" alignItems="center" cursor="pointer">
                <input
                  type="radio"
                  name={name}
                  checked={chosen[name] === side}
                  onChange={() => setChosen((now) => ({ ...now, [name]: side }))}
                />
                <Box as="span" color="fg.muted" minW="16">
                  {side === 'mine' ? t('Yours') : t('Theirs')}
                </Box>
                <Box as="span" overflowWrap="anywhere">
                  {plainValue(screen.entity, name, side === 'mine' ? editor.row[name] : current[name], { lang, t }) || '—'}
                </Box>
              </chakra.label>
            ))}
          </chakra.fieldset>
        ))}
      </Box>
    </AskDialog>
  )
}
