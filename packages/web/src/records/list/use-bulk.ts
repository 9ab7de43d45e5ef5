import { useRef, useState } from 'react'
import { type EntityName, isApiError, MAX_ROWS_PER_CALL } from '@tiffin/sdk/contract'
import { formatCount } from '@tiffin/core'
import { useCore } from '@tiffin/core/react'
import { readableFields } from '@tiffin/core/rules'
import {
  areUnchanged,
  type BulkAction,
  type BulkResult,
  changeFoundRows,
  countRows,
  fieldsForTitle,
  findRows,
  type FoundRows,
  searchByKeys,
  type ListState,
  modeOf,
  narrowToRows,
  type Row,
  searchOf,
} from '@tiffin/core/screens'
import { scopeOfRow, useRecords } from '../records-context.ts'
import { useReload } from '../use-list.ts'
import type { SelectionState } from './use-selection.ts'

/** A question before a bulk change, with the exact rows it applies to. */
export interface BulkQuestion {
  kind: 'delete' | 'edit' | 'too many'
  found: FoundRows
  /** The rows have changed since the question was first asked. */
  changed: boolean
}

/** The outcome of a bulk change. */
interface Result {
  kind: BulkAction['kind']
  action: BulkAction
  found: FoundRows
  outcome: BulkResult
  /** The rows that were changed. */
  rows: readonly Row[]
}

/** Changes the selection: exactly the rows counted in the question. */
export function useBulk(selection: SelectionState, state: ListState, fields: readonly string[]) {
  const { client, i18n, notices, ports } = useCore()
  const view = useRecords()
  const { screen, company, today } = view
  const { entity } = screen
  const reload = useReload()
  const [question, setQuestion] = useState<BulkQuestion | null>(null)
  const [result, setResult] = useState<Result | null>(null)
  const [busy, setBusy] = useState(false)
  /** Stops the change in progress. It ends before its result is shown, unlike `busy`. */
  const running = useRef<AbortController | null>(null)
  const all = searchOf(screen, state, today())
  const search = selection.selected === 'all' ? all : searchByKeys(entity, [...selection.selected])
  const query = { table: entity.name, search, ...modeOf(screen) }

  async function runBusy(run: () => Promise<void>): Promise<void> {
    setBusy(true)
    try {
      await run()
    } catch (error) {
      ports.log('selected rows were not changed', error)
      if (!isApiError(error)) throw error
      notices.showSentence('negative', error)
    } finally {
      setBusy(false)
    }
  }

  async function ask(kind: 'delete' | 'edit', changed = false): Promise<void> {
    const readable = readableFields(view.actor, entity)
    const texts = kind === 'edit' ? fields.filter((name) => entity.fields[name]?.kind === 'multilang') : []
    const named = [entity.key, 'revision', 'company', 'address', ...fieldsForTitle(entity.name as EntityName), ...texts]
    const include = [...new Set(named)].filter((name) => readable.has(name))
    const found = await findRows(client, { ...query, include }, company)
    if (selection.selected === 'all') selection.selectAll(found)
    else selection.select(found.rows.map((row) => row[entity.key] as number))
    if (found.count === 0) {
      setQuestion(null)
      notices.show('info', 'No results')
    } else setQuestion({ kind: found.count > MAX_ROWS_PER_CALL ? 'too many' : kind, found, changed })
  }

  const stop = (): void => running.current?.abort()

  /** The server rolls back everything that it has not committed; reading the rows shows whether it had. */
  async function reportCancelled(found: FoundRows): Promise<void> {
    setQuestion(null)
    const unchanged = await areUnchanged(client, entity, found, company)
    await reload()
    if (unchanged) notices.show('info', 'Stopped: nothing was changed')
    else notices.show('warning', 'Some records may have changed before the stop')
  }

  /** `earlier` is the outcome that left these rows unchanged. */
  async function run(
    { kind, found }: Pick<BulkQuestion, 'kind' | 'found'>,
    action: BulkAction,
    earlier?: BulkResult,
  ): Promise<void> {
    const params = [formatCount({ count: found.count, atLeast: false }, i18n.lang())] as const
    const { signal } = (running.current = new AbortController())
    const notice = notices.show('info', 'Updating records: %1', {
      params,
      ms: Infinity,
      closable: false,
      action: { label: 'Stop', run: stop },
    })
    try {
      const changed = await changeFoundRows(client, entity, found, action, (row) => scopeOfRow(view, row).company, signal)
      const outcome = earlier ? { ...changed, refused: [...earlier.refused, ...changed.refused], total: earlier.total } : changed
      await reload()
      selection.select(outcome.refused.map(({ row }) => row[entity.key] as number))
      setQuestion(null)
      const unchanged = new Set([...changed.refused.map(({ row }) => row), ...changed.rest])
      setResult({ kind: action.kind, action, found, outcome, rows: found.rows.filter((row) => !unchanged.has(row)) })
    } catch (error) {
      if (isApiError(error) && error.code === 'cancelled') return await reportCancelled(found)
      if (!isApiError(error) || error.code !== 'selection_changed' || kind === 'too many' || earlier) throw error
      await ask(action.kind === 'delete' ? 'delete' : 'edit', true)
    } finally {
      running.current = null
      notices.close(notice)
    }
  }

  return {
    question,
    result,
    busy,
    /** Counts the matching rows, however many. */
    selectAll: () => runBusy(async () => selection.selectAll(await countRows(client, { ...query, search: all }, { company }))),
    ask: (kind: 'delete' | 'edit') => runBusy(() => ask(kind)),
    run: (confirmed: BulkQuestion, action: BulkAction) => runBusy(() => run(confirmed, action)),
    /** Changes the rows that were not refused. */
    runRest: ({ action, found, outcome }: Result) =>
      runBusy(() => run({ kind: 'edit', found: narrowToRows(entity, found, outcome.rest) }, action, outcome)),
    /** While rows are being changed, cancels the change. */
    close() {
      if (running.current) return stop()
      setQuestion(null)
      setResult(null)
    },
  }
}
