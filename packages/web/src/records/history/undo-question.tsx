import { Box } from '@chakra-ui/react'
import { formatCount } from '@tiffin/core'
import type { EntityName } from '@tiffin/sdk/contract'
import { useTranslate } from '@tiffin/core/react'
import { recordKind, type Reference } from '@tiffin/core/screens'
import { AskDialog } from '../../ui/ask-dialog.tsx'
import { Button } from '../../ui/controls.ts'
import { useRecords } from '../records-context.ts'
import { useNames } from '../use-names.ts'
import { useRecordCounts } from './change-scope.tsx'
import { type ChangedSince, labels, type Undo, type UndoTarget } from './use-undo.ts'

/** The questions before an undo; `onDone` after one of their buttons has undone the change. */
export function UndoQuestions({ undo, onDone }: { undo: Undo; onDone?: () => void }) {
  const run: Undo['run'] = async (target, scope) => {
    const isDone = await undo.run(target, scope)
    if (isDone) undo.close()
    if (isDone) onDone?.()
    return isDone
  }
  if (undo.changedSince) return <ChangedSinceQuestion changed={undo.changedSince} undo={undo} onRun={run} />
  return undo.question && <UndoQuestion question={undo.question} undo={undo} onRun={run} />
}

interface Props {
  question: UndoTarget
  undo: Undo
  onRun: Undo['run']
}

/** Asked before a change of several records is undone: this record, all, or none. */
function UndoQuestion({ question, undo: { busy, close }, onRun }: Props) {
  const t = useTranslate()
  const { total, kinds } = useRecordCounts()(question.records)
  return (
    <AskDialog
      title={t('This is part of a change to %1 records', [total])}
      testId="undo-question"
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{t('No')}</Button>
          <Button disabled={busy} onClick={() => void onRun(question, 'all')}>
            {t('Undo all %1', [total])}
          </Button>
          <Button variant="solid" data-autofocus disabled={busy} onClick={() => void onRun(question, 'record')}>
            {t('Undo this record only')}
          </Button>
        </>
      }
    >
      {kinds}
    </AskDialog>
  )
}

/** Names the records that have changed since, and offers to undo the others (AMB-224). */
function ChangedSinceQuestion({ changed, undo, onRun }: { changed: ChangedSince; undo: Undo; onRun: Undo['run'] }) {
  const t = useTranslate()
  const { lang } = useRecords()
  const { records, count, others, target } = changed
  const number = (some: number): string => formatCount({ count: some, atLeast: false }, lang)
  const references = records.map(({ table, id }): Reference => [table as EntityName, Number(id)])
  const { nameOf, isKnown } = useNames(references, target.company)
  return (
    <AskDialog
      title={t("Can't undo everything. Records changed later: %1", [number(count)])}
      testId="undo-changed-since"
      onClose={undo.close}
      actions={
        <>
          <Button onClick={undo.close}>{t('Close')}</Button>
          {others > 0 && (
            <Button variant="solid" data-autofocus disabled={undo.busy} onClick={() => void onRun(target, 'unchanged')}>
              {t('Undo the other %1', [number(others)])}
            </Button>
          )}
        </>
      }
    >
      <Box as="ul" listStyleType="none" maxH="320px" overflowY="auto" tabIndex={0} aria-label={t('Changed later')}>
        {records.map(({ table, id, fields }) => (
          <Box as="li" key={`${table}/${id}`} display="flex" gap="2" py="0.5">
            <Box flex="1 0 40%" minW="0" truncate>
              {recordKind(table, t)}{' '}
              {isKnown(table as EntityName, Number(id)) ? nameOf(table as EntityName, Number(id)) : `#${id}`}
            </Box>
            <Box color="fg.muted">{fields.length > 0 ? labels(table, fields, t, lang) : t('Deleted')}</Box>
          </Box>
        ))}
        {count > records.length && <Box as="li">{t('and %1 more', [number(count - records.length)])}</Box>}
      </Box>
    </AskDialog>
  )
}
