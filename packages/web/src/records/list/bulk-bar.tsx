import { Box, chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { isApiError } from '@tiffin/sdk/contract'
import { useCore, useTranslate } from '@tiffin/core/react'
import { can, isEmptyValue, readableFields, writableFields } from '@tiffin/core/rules'
import {
  type BulkAction,
  changeMany,
  fieldLabel,
  inputOf,
  emptyValue,
  type ListState,
  modeOf,
  neededFor,
  onOffValues,
  readFound,
  type Row,
  refusalOf,
  type RowOutcome,
  rowTitle,
  searchOf,
} from '@tiffin/core/screens'
import { AskDialog } from '../../ui/ask-dialog.tsx'
import { Button, NativeSelect } from '../../ui/controls.ts'
import { inputs } from '../inputs/input-map.ts'
import { actingFor, useRecords } from '../records-context.ts'
import { useReload } from '../use-list.ts'
import type { Selected, SelectionState } from './use-selection.ts'

interface Props {
  selection: SelectionState
  rows: readonly Row[]
  count: number
  state: ListState
  onExport: (selected: Selected) => Promise<void>
}

/** What can be done to all selected rows: one change, and a result for each. */
export function BulkBar({ selection, rows, count, state, onExport }: Props) {
  const t = useTranslate()
  const { client, notices } = useCore()
  const view = useRecords()
  const { screen, company, today } = view
  const { entity } = screen
  const reload = useReload()
  const [asking, setAsking] = useState<'delete' | 'edit' | null>(null)
  const [outcomes, setOutcomes] = useState<readonly RowOutcome[] | null>(null)
  const { selected } = selection
  const { actor } = actingFor(view, rows[0] ?? null)
  const editable = bulkFields(view, actor)
  const chosenCount = selected === 'all' ? count : selected.size

  /** Rows of several companies are as many changes as companies. */
  async function run(action: BulkAction): Promise<void> {
    setAsking(null)
    try {
      const readable = readableFields(view.actor, entity)
      const named = [entity.key, 'company', 'name', 'login', 'code', ...neededFor(entity, action)]
      const include = [...new Set(named)].filter((name) => readable.has(name))
      const search =
        selected === 'all' ? searchOf(screen, state, today()) : [{ key: entity.key, op: 'in' as const, prm: [...selected] }]
      const most = action.kind === 'delete' ? 'deleted' : 'saved'
      const found = await readFound(client, { entity, search, include, most, ...modeOf(screen) }, company)
      const groups = Map.groupBy(found, (row) => actingFor(view, row).company)
      const all: RowOutcome[] = []
      for (const [own, members] of groups) all.push(...(await changeMany(client, entity, members, action, own)))
      await reload()
      selection.clear()
      setOutcomes(all)
    } catch (error) {
      if (!isApiError(error)) throw error
      notices.show('negative', error.message, { params: error.params })
    }
  }

  return (
    <>
      {(selected === 'all' || selected.size > 0) && (
        <Box
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
            {selected === 'all' ? t('All %1 matches are selected', [count]) : t('%1 selected on this page', [selected.size])}
          </Box>
          {selected !== 'all' && count > rows.length && (
            <Button variant="ghost" size="sm" color="accent" onClick={selection.selectAll}>
              {t('Select all %1 matches', [count])}
            </Button>
          )}
          <Box flex="1" />
          {editable.length > 0 && (
            <Button size="sm" onClick={() => setAsking('edit')}>
              {t('Edit a field')}
            </Button>
          )}
          <Button size="sm" onClick={() => void onExport(selected)}>
            {t('Export')}
          </Button>
          {screen.remove && can(actor, 'delete', entity).allowed && (
            <Button size="sm" color="negative" onClick={() => setAsking('delete')}>
              {t('Delete')}
            </Button>
          )}
          <Button size="sm" variant="ghost" onClick={selection.clear}>
            {t('Clear the selection')}
          </Button>
        </Box>
      )}
      {asking === 'delete' && (
        <AskDialog
          title={t('Delete %1 records?', [chosenCount])}
          testId="bulk-delete"
          onClose={() => setAsking(null)}
          actions={
            <>
              <Button onClick={() => setAsking(null)}>{t('No')}</Button>
              <Button variant="negative" data-autofocus onClick={() => void run({ kind: 'delete' })}>
                {t('Yes')}
              </Button>
            </>
          }
        />
      )}
      {asking === 'edit' && (
        <BulkEdit
          fields={editable}
          count={chosenCount}
          row={rows[0] ?? {}}
          onClose={() => setAsking(null)}
          onApply={(action) => void run(action)}
        />
      )}
      {outcomes && <Outcomes outcomes={outcomes} onClose={() => setOutcomes(null)} />}
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

/** Fields of which one value can suit many rows. */
function bulkFields({ screen }: ReturnType<typeof useRecords>, actor: ReturnType<typeof actingFor>['actor']): string[] {
  const { entity } = screen
  const rights = writableFields(actor, entity)
  const unique = new Set((entity.unique ?? []).flat())
  return screen.editor.tabs
    .flatMap((tab) => tab.fields)
    .filter((name) => rights.has(name) && !screen.readonly.includes(name) && !unique.has(name) && name !== entity.sort)
    .filter((name) => {
      const field = entity.fields[name]
      return field !== undefined && simple.has(inputOf(screen, name, field))
    })
}

interface EditProps {
  fields: readonly string[]
  count: number
  row: Row
  onClose: () => void
  onApply: (action: BulkAction) => void
}

function BulkEdit({ fields, count, row, onClose, onApply }: EditProps) {
  const t = useTranslate()
  const { screen } = useRecords()
  const { entity } = screen
  /** A switch stands at off, everything else at nothing. */
  const startOf = (one: string): unknown =>
    onOffValues[`${entity.name}.${one}`]?.[1] ?? (entity.fields[one]?.kind === 'flag' ? 0 : undefined)
  const [name, setName] = useState(fields[0] ?? '')
  const [value, setValue] = useState<unknown>(() => startOf(fields[0] ?? ''))
  const [emptying, setEmptying] = useState(false)
  const field = entity.fields[name]
  if (!field) return null
  const Value = inputs[inputOf(screen, name, field)]
  const empty = emptyValue(field)
  // Many records are emptied only by whoever says so (LIST-13).
  const ready = emptying || (!isEmptyValue(field, value) && field.schema.safeParse(value).success)
  const action: BulkAction = emptying ? { kind: 'empty', field: name, value: empty } : { kind: 'edit', field: name, value }
  return (
    <AskDialog
      title={t('Change %1 records', [count])}
      testId="bulk-edit"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button variant="solid" disabled={!ready} onClick={() => onApply(action)}>
            {t('Apply')}
          </Button>
        </>
      }
    >
      <Box display="grid" gap="3">
        <NativeSelect
          aria-label={t('Field')}
          value={name}
          onChange={(event) => {
            setName(event.target.value)
            setValue(startOf(event.target.value))
            setEmptying(false)
          }}
        >
          {fields.map((one) => (
            <option key={one} value={one}>
              {t(fieldLabel(entity, one))}
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
            row={row}
            disabled={emptying}
            invalid={false}
            required={false}
            describedBy={undefined}
            onChange={setValue}
            onSet={() => {}}
          />
        </Box>
        {empty !== undefined && (
          <chakra.label display="flex" gap="2" alignItems="center" minH="6">
            <input type="checkbox" checked={emptying} onChange={(event) => setEmptying(event.target.checked)} />
            {t('Empty this field in all of them')}
          </chakra.label>
        )}
      </Box>
    </AskDialog>
  )
}

/** What became of each row, those that were refused first. */
function Outcomes({ outcomes, onClose }: { outcomes: readonly RowOutcome[]; onClose: () => void }) {
  const t = useTranslate()
  const { screen, lang } = useRecords()
  const { key } = screen.entity
  const sentenceOf = (refusal: Parameters<typeof refusalOf>[0]): string => {
    const { text, params } = refusalOf(refusal, t, lang)
    return t(text, params)
  }
  const sorted = outcomes.toSorted((a, b) => Number(a.text === null) - Number(b.text === null))
  return (
    <AskDialog
      title={t('Result')}
      testId="bulk-result"
      onClose={onClose}
      actions={
        <Button variant="solid" data-autofocus onClick={onClose}>
          {t('Close')}
        </Button>
      }
    >
      <Box as="ul" listStyleType="none" maxH="320px" overflowY="auto" tabIndex={0}>
        {sorted.slice(0, 500).map(({ row, text, params, because }) => (
          <Box as="li" key={String(row[key] as number)} display="flex" gap="2" py="0.5">
            <Box flex="1 0 40%" minW="0" truncate>
              {rowTitle(row, lang) || String(row[key] as number)}
            </Box>
            <Box color={text === null ? 'positive' : 'negative'}>
              {text === null ? t('Done') : sentenceOf({ message: text, params, because })}
            </Box>
          </Box>
        ))}
      </Box>
    </AskDialog>
  )
}
