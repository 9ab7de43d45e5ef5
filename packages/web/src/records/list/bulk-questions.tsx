import { Box, chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MAX_ROWS_PER_CALL } from '@tiffin/sdk/contract'
import { formatCount } from '@tiffin/core'
import { Link } from 'react-router'
import { useCore, useTranslate } from '@tiffin/core/react'
import { isEmptyValue } from '@tiffin/core/rules'
import {
  type BulkAction,
  type BulkResult,
  countOverwritten,
  emptyValue,
  fieldName,
  findRows,
  inputOf,
  type ListState,
  onOffValues,
  refusalOf,
  type Row,
  rowDetails,
  rowTitle,
} from '@tiffin/core/screens'
import { AskDialog } from '../../ui/ask-dialog.tsx'
import { ChangeCommands } from '../../command-line/lazy-commands.ts'
import { Button, Input, NativeSelect } from '../../ui/controls.ts'
import { LazyBoundary } from '../../ui/lazy-boundary.tsx'
import { UndoChange } from '../history/undo-change.tsx'
import { inputs } from '../inputs/input-map.ts'
import { useRecords } from '../records-context.ts'
import type { ListUrl } from '../use-list-url.ts'
import type { BulkQuestion } from './use-bulk.ts'
import type { Selected } from './use-selection.ts'

const useNumber = (): ((count: number) => string) => {
  const { lang } = useRecords()
  return (count) => formatCount({ count, atLeast: false }, lang)
}

/** The name of the record if the question is about a single one; else undefined. */
function useOnlyName({ found: { rows, count } }: Pick<BulkQuestion, 'found'>): string | undefined {
  const { screen, lang } = useRecords()
  const [only] = rows
  return count === 1 ? rowTitle(only, lang) || `#${String(only?.[screen.entity.key])}` : undefined
}

/** Explains that the question is repeated because the matching rows have changed. */
function ChangedNotice({ found }: Pick<BulkQuestion, 'found'>) {
  const t = useTranslate()
  const number = useNumber()
  return (
    <Box role="alert" color="warning">
      {t('The selection has changed. Records selected now: %1', [number(found.count)])}
    </Box>
  )
}

interface QuestionProps {
  question: BulkQuestion
  busy: boolean
  onClose: () => void
}

export function DeleteQuestion({ question, busy, onClose, onYes }: QuestionProps & { onYes: () => void }) {
  const t = useTranslate()
  const number = useNumber()
  const { screen } = useRecords()
  const only = useOnlyName(question)
  return (
    <AskDialog
      title={
        only === undefined
          ? t('%1: delete %2 records?', [t(screen.title), number(question.found.count)])
          : t('%1: delete %2?', [t(screen.one), only])
      }
      testId="bulk-delete"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t(busy ? 'Stop' : 'No')}</Button>
          <Button variant="negative" data-autofocus disabled={busy} onClick={onYes}>
            {t('Yes')}
          </Button>
        </>
      }
    >
      {question.changed && <ChangedNotice found={question.found} />}
    </AskDialog>
  )
}

/** Shown before anything is asked if there are more rows than one change can take. */
export function TooManyRows({ count, onClose }: { count: number; onClose: () => void }) {
  const t = useTranslate()
  const number = useNumber()
  return (
    <AskDialog
      title={t('All %1 matches are selected', [number(count)])}
      testId="bulk-too-many"
      onClose={onClose}
      actions={
        <Button variant="solid" data-autofocus onClick={onClose}>
          {t('Close')}
        </Button>
      }
    >
      {t('You can change up to %1 records at once. Narrow the list with search or filters.', [number(MAX_ROWS_PER_CALL)])}
    </AskDialog>
  )
}

type EditAction = Exclude<BulkAction, { kind: 'delete' }>

interface EditProps extends QuestionProps {
  fields: readonly string[]
  state: ListState
  selected: Selected
  onApply: (action: BulkAction) => void
}

export function BulkEdit({ question, busy, fields, state, selected, onClose, onApply }: EditProps) {
  const t = useTranslate()
  const number = useNumber()
  const only = useOnlyName(question)
  const { screen } = useRecords()
  const { entity } = screen
  /** A switch starts off, every other input empty. */
  const startOf = (other: string): unknown =>
    onOffValues[`${entity.name}.${other}`]?.[1] ?? (entity.fields[other]?.kind === 'flag' ? 0 : undefined)
  const [name, setName] = useState(fields[0] ?? '')
  const [value, setValue] = useState<unknown>(() => startOf(fields[0] ?? ''))
  const [clearing, setClearing] = useState(false)
  const takesReason = entity.name === 'order' && name === 'order_status'
  const [reason, setReason] = useState('')
  const [commands, setCommands] = useState(false)
  const field = entity.fields[name]
  if (!field) return null
  const Value = inputs[inputOf(screen, name, field)]
  const empty = emptyValue(field)
  // Clearing many records must be confirmed explicitly (LIST-13).
  const ready = clearing || (!isEmptyValue(field, value) && field.schema.safeParse(value).success)
  const edit = { field: name, value, ...(takesReason && reason.trim() !== '' ? { reason: reason.trim() } : {}) }
  const action: EditAction = clearing ? { kind: 'empty', field: name, value: empty } : { kind: 'edit', ...edit }
  return (
    <AskDialog
      title={
        only === undefined
          ? t('%1: change %2 records', [t(screen.title), number(question.found.count)])
          : t('%1: change %2', [t(screen.one), only])
      }
      testId="bulk-edit"
      onClose={onClose}
      actions={
        <>
          <Button variant="ghost" me="auto" disabled={!ready || busy} onClick={() => setCommands(true)}>
            {t('Copy as command')}…
          </Button>
          <Button onClick={onClose}>{t(busy ? 'Stop' : 'Cancel')}</Button>
          <Button variant="solid" disabled={!ready || busy} onClick={() => onApply(action)}>
            {t('Apply')}
          </Button>
        </>
      }
    >
      {commands && (
        <LazyBoundary onFail={() => setCommands(false)}>
          <ChangeCommands state={state} selected={selected} action={action} onClose={() => setCommands(false)} />
        </LazyBoundary>
      )}
      <Box display="grid" gap="3">
        {question.changed && <ChangedNotice found={question.found} />}
        <NativeSelect
          aria-label={t('Field')}
          value={name}
          onChange={(event) => {
            setName(event.target.value)
            setValue(startOf(event.target.value))
            setClearing(false)
          }}
        >
          {fields.map((item) => (
            <option key={item} value={item}>
              {fieldName(entity, item, t)}
            </option>
          ))}
        </NativeSelect>
        <Box data-field={name} role="group" aria-label={t('New value')}>
          <label htmlFor="bulk-value">{t('New value')}</label>
          <Value
            key={name}
            id="bulk-value"
            name={name}
            label={t('New value')}
            field={field}
            value={value}
            row={question.found.rows[0] ?? {}}
            disabled={clearing}
            invalid={false}
            required={false}
            describedBy={undefined}
            onChange={setValue}
            onSet={() => {}}
          />
        </Box>
        {takesReason && (
          <chakra.label display="block">
            {t('Reason to cancel, or to hand over without the code')}
            <Input maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
          </chakra.label>
        )}
        {ready && <OverwrittenCount question={question} action={action} />}
        {empty !== undefined && (
          <chakra.label display="flex" gap="2" alignItems="center" minH="6">
            <input type="checkbox" checked={clearing} onChange={(event) => setClearing(event.target.checked)} />
            {t('Clear this field in all records')}
          </chakra.label>
        )}
      </Box>
    </AskDialog>
  )
}

/** The number of rows that lose a value; counted over all selected rows, since only their names are loaded so far. */
function OverwrittenCount({ question: { found }, action }: { question: BulkQuestion; action: EditAction }) {
  const t = useTranslate()
  const number = useNumber()
  const { client } = useCore()
  const { screen, company } = useRecords()
  const { entity } = screen
  const { data } = useQuery({
    queryKey: ['bulk', entity.name, action.field, company, found.set],
    queryFn: () => findRows(client, { ...found.expect, include: [entity.key, action.field] }, company),
    gcTime: 0,
  })
  const count = data ? countOverwritten(entity, data.rows, action) : 0
  if (count === 0) return null
  return (
    <Box role="status" color="warning" data-testid="bulk-replaced">
      {t('Records with a different value that will be replaced: %1 of %2', [number(count), number(found.count)])}
    </Box>
  )
}

/** Maximum number of refused rows listed; the total includes all. */
const MAX_LISTED = 500

interface ResultProps {
  kind: BulkAction['kind']
  outcome: BulkResult
  /** The rows that were changed. */
  rows: readonly Row[]
  busy: boolean
  hrefOf: ListUrl['hrefOf']
  onClose: () => void
  /** Changes the rows that were not refused. */
  onRest: () => void
}

/** The number of changed and refused rows, then each refused one with its reason, and the offer to change the others. */
export function BulkResultDialog({ kind, outcome, rows, busy, hrefOf, onClose, onRest }: ResultProps) {
  const t = useTranslate()
  const number = useNumber()
  const { screen, lang } = useRecords()
  const { done, refused, rest, total } = outcome
  const [change, ...later] = outcome.changes
  const listed = refused.slice(0, MAX_LISTED)
  const details = rowDetails(
    listed.map(({ row }) => row),
    screen.entity.key,
    lang,
  )
  const sentenceOf = (refusal: Parameters<typeof refusalOf>[0]): string => t.sentence(refusalOf(refusal, t, lang))
  const happened = t(kind === 'delete' ? 'Deleted: %1' : 'Changed: %1', [number(done)])
  const sum =
    done === 0
      ? t('Nothing changed: %1 of %2 failed', [number(refused.length), number(total)])
      : refused.length > 0
        ? `${happened}, ${t('failed: %1', [number(refused.length)])}`
        : happened
  return (
    <AskDialog
      title={sum}
      testId="bulk-result"
      onClose={onClose}
      actions={
        <>
          {done > 0 && change !== undefined && later.length === 0 && (
            <UndoChange change={change} row={rows[0] ?? {}} count={rows.length} onDone={onClose} />
          )}
          <Button variant={rest.length > 0 ? 'outline' : 'solid'} data-autofocus onClick={onClose}>
            {t('Close')}
          </Button>
          {rest.length > 0 && (
            <Button variant={kind === 'delete' ? 'negative' : 'solid'} disabled={busy} onClick={onRest}>
              {t(kind === 'delete' ? 'Delete the other %1' : 'Change the other %1', [number(rest.length)])}
            </Button>
          )}
        </>
      }
    >
      {refused.length > 0 && (
        <Box as="ul" listStyleType="none" maxH="320px" overflowY="auto" tabIndex={0} aria-label={t('Failed records')}>
          {listed.map((refusal, at) => {
            const id = refusal.row[screen.entity.key] as number
            const title = rowTitle(refusal.row, lang) || `#${id}`
            return (
              <Box as="li" key={id} display="flex" gap="2" py="0.5">
                <Box flex="1 0 40%" minW="0">
                  <Box truncate>
                    {hrefOf ? (
                      <Link to={hrefOf(id)} onClick={onClose}>
                        {title}
                      </Link>
                    ) : (
                      title
                    )}
                  </Box>
                  {details[at] && (
                    <Box fontSize="sm" color="fg.muted" truncate>
                      <bdi>{details[at]}</bdi>
                    </Box>
                  )}
                </Box>
                <Box color="negative">{sentenceOf(refusal)}</Box>
              </Box>
            )
          })}
        </Box>
      )}
    </AskDialog>
  )
}
