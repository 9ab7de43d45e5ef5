import { Box } from '@chakra-ui/react'
import { formatCount } from '@tiffin/core'
import { useTranslate } from '@tiffin/core/react'
import { can, writableFields } from '@tiffin/core/rules'
import { inputOf, type ListResult, type ListState } from '@tiffin/core/screens'
import { Button } from '../../ui/controls.ts'
import { noticesAbove } from '../../ui/notices-above.ts'
import { scopeOfRow, useRecords } from '../records-context.ts'
import { BulkEdit, BulkResultDialog, DeleteQuestion, TooManyRows } from './bulk-questions.tsx'
import { useBulk } from './use-bulk.ts'
import type { ListUrl } from '../use-list-url.ts'
import type { ExportRows } from './use-export.ts'
import type { SelectionState } from './use-selection.ts'

interface Props {
  selection: SelectionState
  listed: Pick<ListResult, 'rows' | 'count' | 'atLeast'>
  state: ListState
  hrefOf: ListUrl['hrefOf']
  onExport: ExportRows
  onCommands: () => void
}

/** Actions for all selected rows, and their results. */
export function BulkBar({ selection, listed, state, hrefOf, onExport, onCommands }: Props) {
  const t = useTranslate()
  const view = useRecords()
  const { screen, lang } = view
  const { entity } = screen
  const { rows, count, atLeast } = listed
  const { selected, all } = selection
  const { actor } = scopeOfRow(view, rows[0] ?? null)
  const editable = bulkFields(view, actor)
  const bulk = useBulk(selection, state, editable)
  const { question, result, busy } = bulk
  const number = formatCount({ count: selection.count, atLeast: false }, lang)
  // A disabled button would lose the focus, which its question returns to it.
  const whenFree = (run: () => void) => ({ 'aria-disabled': busy, onClick: () => !busy && run() })

  return (
    <>
      {selection.count > 0 && (
        <Box
          ref={noticesAbove}
          display="flex"
          alignItems="center"
          gap="2"
          px="3"
          py="1.5"
          bg="accent.subtle"
          borderTopWidth="1px"
          flexWrap="wrap"
          role="region"
          aria-label={t('Actions')}
          data-testid="bulk-bar"
        >
          <Box fontWeight="medium" role="status">
            {all ? t('All %1 matches are selected', [number]) : t('%1 selected', [number])}
          </Box>
          {!all && (count > rows.length || atLeast) && (
            <Button variant="ghost" size="sm" color="accent" {...whenFree(() => void bulk.selectAll())}>
              {t('Select all %1 matches', [formatCount({ count, atLeast }, lang)])}
            </Button>
          )}
          <Box flex="1" />
          {editable.length > 0 && (
            <Button size="sm" {...whenFree(() => void bulk.ask('edit'))}>
              {t('Edit field')}
            </Button>
          )}
          <Button size="sm" {...whenFree(() => void onExport(selected, all ?? { count: selection.count }))}>
            {t('Export')}
          </Button>
          <Button size="sm" {...whenFree(onCommands)}>
            {t('Copy as command')}…
          </Button>
          {screen.remove && can(actor, 'delete', entity).allowed && (
            <Button size="sm" color="negative" {...whenFree(() => void bulk.ask('delete'))}>
              {t('Delete')}
            </Button>
          )}
          <Button size="sm" variant="ghost" {...whenFree(selection.clear)}>
            {t('Clear selection')}
          </Button>
        </Box>
      )}
      {question?.kind === 'delete' && (
        <DeleteQuestion
          question={question}
          busy={busy}
          onClose={bulk.close}
          onYes={() => void bulk.run(question, { kind: 'delete' })}
        />
      )}
      {question?.kind === 'edit' && (
        <BulkEdit
          question={question}
          busy={busy}
          fields={editable}
          state={state}
          selected={selected}
          onClose={bulk.close}
          onApply={(action) => void bulk.run(question, action)}
        />
      )}
      {question?.kind === 'too many' && <TooManyRows count={question.found.count} onClose={bulk.close} />}
      {result && (
        <BulkResultDialog {...result} busy={busy} hrefOf={hrefOf} onClose={bulk.close} onRest={() => void bulk.runRest(result)} />
      )}
    </>
  )
}

const simple = new Set([
  'text',
  'longText',
  'int',
  'number',
  'money',
  'flag',
  'onOff',
  'choice',
  'word',
  'date',
  'moment',
  'lookup',
  'reference',
  'multilang',
])

/** Fields for which one value can suit many rows. */
function bulkFields({ screen }: ReturnType<typeof useRecords>, actor: ReturnType<typeof scopeOfRow>['actor']): string[] {
  const { entity } = screen
  const rights = writableFields(actor, entity)
  const unique = new Set((entity.unique ?? []).flat())
  return [...new Set(screen.editor.tabs.flatMap((tab) => tab.fields))]
    .filter((name) => rights.has(name) && !screen.readonly.includes(name) && !unique.has(name) && name !== entity.sort)
    .filter((name) => {
      const field = entity.fields[name]
      return field !== undefined && simple.has(inputOf(screen, name, field))
    })
}
