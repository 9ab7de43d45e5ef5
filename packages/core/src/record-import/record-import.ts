import { createStore } from 'zustand/vanilla'
import { entities, type Entity, type ImportRow, isApiError } from '@tiffin/sdk/contract'
import type { Problem } from '#rules/index'
import type { PickedFile } from '../dictionary-import/import-dialog.ts'
import { describeColumns } from '../import/describe-columns.ts'
import { findRecords } from '../import/find-records.ts'
import { type HeadingLanguage, loadHeadingLanguages } from '../import/heading-languages.ts'
import { importFields, templateHeadings } from '../import/import-fields.ts'
import { checkColumns, type MatchOptions } from '../import/match-columns.ts'
import type { Reading, UnknownValues } from '../import/read-rows.ts'
import { MAX_SHEET_MB } from '../import/read-sheet.ts'
import { isSheetError, sheetError } from '../import/sheet-error.ts'
import { numberColumns } from '../import/read-value.ts'
import { applyImport, readPlanRows, sendImport } from '../import/send-import.ts'
import { awaitPlan } from './await-plan.ts'
import { chosenColumns, keyFields, offeredTargets, proposedPaths } from './column-choice.ts'
import {
  canApply,
  type ImportWork,
  noFile,
  type RecordImport,
  type RecordImportOptions,
  type RecordImportState,
  type UnknownColumn,
} from './import-state.ts'
import { offeredValues } from './offered-values.ts'
import type { FilePreview, RecordProcessor } from './record-processor.ts'
import { listRejected, writeRefused } from './refused-rows.ts'
import { readRememberedColumns, rememberColumns } from './remembered-columns.ts'

const unreadable: Problem = { text: "The file can't be read. Choose it again." }
const registry: Readonly<Record<string, Entity>> = entities

/** Imports records from a file without its view: file, columns, values, plan, result (MOON-06). */
export function createRecordImport(options: RecordImportOptions): RecordImport {
  const { client, actor, company, t, lang, languages, timezone, country, openProcessor, log, pause } = options
  const acting = company === undefined ? {} : { company }
  const store = createStore<RecordImportState>(() => ({ ...noFile, step: 'file', work: null, table: '' }))
  const { getState: get, setState: set } = store
  let file: PickedFile | undefined
  let processor: RecordProcessor | undefined
  /** Whether the processor has the chosen file open. */
  let isOpen = false
  let control = new AbortController()
  let headingLanguages: HeadingLanguage[] | undefined

  const entity = (): Entity => {
    const found = registry[get().table]
    if (!found) throw new Error('No table is chosen')
    return found
  }
  const matching = (): MatchOptions => ({
    entity: entity(),
    writable: importFields(actor, entity()),
    lang,
    t,
    languages: headingLanguages,
  })

  function closeProcessor(): void {
    processor?.close()
    processor = undefined
    isOpen = false
  }

  function abort(): void {
    control.abort()
    control = new AbortController()
  }

  /** Runs one work at a time; a stopped one changes nothing. */
  async function run(work: ImportWork, task: (signal: AbortSignal) => Promise<Partial<RecordImportState>>): Promise<void> {
    abort()
    const { signal } = control
    set({ work, problem: null })
    try {
      const result = await task(signal)
      if (!signal.aborted) set({ work: null, ...result })
    } catch (error) {
      if (!signal.aborted) set({ work: null, problem: problemOf(error) })
    }
  }

  function problemOf(error: unknown): Problem {
    if (isSheetError(error) || isApiError(error)) return { message: error.message, params: error.params }
    log('an import failed', error)
    closeProcessor()
    return unreadable
  }

  async function open(sheet: string | undefined): Promise<FilePreview> {
    if (!file) throw new Error('No file is chosen')
    const { encoding } = get()
    isOpen = false
    const current = (processor ??= openProcessor())
    const bytes = await file.bytes()
    const preview = await current.openRecords(bytes, { lang, sheet, encoding: encoding === '' ? undefined : encoding })
    isOpen = processor === current
    return preview
  }

  async function openAgain(): Promise<RecordProcessor> {
    const { preview } = get()
    if (!isOpen) await open(preview?.sheet || undefined)
    if (!processor) throw new Error('The processor was closed')
    return processor
  }

  const read = (sheet?: string): Promise<void> =>
    run({ doing: 'reading' }, async () => {
      headingLanguages ??= await loadHeadingLanguages()
      const preview = await open(sheet)
      return { preview, ...(await firstChoices(preview)), step: 'columns', plan: null, saved: null }
    })

  /** The columns of the last import of such a file, or those recognised by their headings. */
  async function firstChoices(preview: FilePreview): Promise<Partial<RecordImportState>> {
    const { table } = get()
    const { headings } = preview
    const found = await readRememberedColumns(client, actor.admin_id, { table, headings }).catch((error: unknown) => {
      log('remembered columns were not read', error)
    })
    if (!found) return ownChoices(headings)
    const { paths, keyField, clearEmpty, meanings } = found
    // A field may have been closed to the user since.
    const isStillOpen = new Set(chosenColumns(paths, matching()).map(({ column }) => column))
    return {
      paths: paths.map((path, column) => (isStillOpen.has(column) ? path : null)),
      keyField,
      clearEmpty,
      meanings,
      isRemembered: true,
    }
  }

  function ownChoices(headings: readonly string[]): Partial<RecordImportState> {
    const paths = proposedPaths(headings, matching())
    const { key } = entity()
    return { paths, keyField: paths.includes(key) ? key : '', clearEmpty: false, meanings: {}, isRemembered: false }
  }

  /** @throws SheetError */
  function readingNow(): Reading {
    const { paths, keyField, clearEmpty, meanings, decimal } = get()
    const columns = chosenColumns(paths, matching())
    checkColumns(columns, matching())
    const { key } = entity()
    // Without a field that matches them, rows create records, even if they have an ID.
    const used = keyField === key ? columns : columns.filter(({ field }) => field !== key)
    const other = keyField === '' || keyField === key ? undefined : keyField
    return describeColumns(used, {
      entity: entity(),
      t,
      languages: headingLanguages,
      timezone,
      decimal: decimal ?? undefined,
      country,
      keyField: other,
      clearEmpty,
      meanings,
    })
  }

  async function makePlan(signal: AbortSignal, { asks }: { asks: boolean }): Promise<Partial<RecordImportState>> {
    const reading = readingNow()
    const current = await openAgain()
    const requested = await current.requestedNames(reading)
    signal.throwIfAborted()
    const found = await findRecords(client, requested, { ...acting, signal })
    const unknown = asks ? await offer(await current.unknownValues(reading, found), reading) : []
    // Another file may have been opened since the work was stopped.
    signal.throwIfAborted()
    if (unknown.length > 0) return { step: 'values', unknown }
    if (asks) set({ unknown })
    const rows = await current.readRows(reading, found)
    if (rows.length === 0) return { problem: { text: 'The file has no rows to import' } }
    remember()
    const { key, keyField } = reading
    return send(rows, keyField === key.field ? undefined : keyField, signal)
  }

  const offer = (unknown: readonly UnknownValues[], { columns }: Reading): Promise<UnknownColumn[]> =>
    Promise.all(
      unknown.map(async (item) => {
        const column = columns.find(({ field, lang: code }) => [field, code].filter(Boolean).join('.') === item.target)
        const offered = column ? await offeredValues(column, { entity: entity(), client, t, lang, ...acting }) : []
        return { ...item, offered }
      }),
    )

  async function send(
    rows: readonly ImportRow[],
    key: string | undefined,
    signal: AbortSignal,
  ): Promise<Partial<RecordImportState>> {
    const { table, preview } = get()
    const total = rows.length
    const onSent = (done: number): void => {
      if (!signal.aborted) set({ work: done < total ? { doing: 'sending', done, total } : { doing: 'planning' } })
    }
    set({ work: total > 1000 ? { doing: 'sending', done: 0, total } : { doing: 'planning' } })
    const staged = { table, key, file: preview?.hash ?? '', rows }
    const { import_id, totals, earlier } = await sendImport(client, staged, { onSent, ...acting, signal })
    return { step: 'plan', plan: { id: import_id, totals, earlier }, isOutdated: false, skipRejected: false }
  }

  function remember(): void {
    const { table, preview, paths, keyField, clearEmpty, meanings } = get()
    const columns = { table, headings: preview?.headings ?? [], paths, keyField, clearEmpty, meanings }
    rememberColumns(client, actor.admin_id, columns).catch((error: unknown) => log('columns were not remembered', error))
  }

  /** The state of a plan once it is no longer being applied. */
  const settled = (id: string, signal: AbortSignal): Promise<Partial<RecordImportState>> =>
    awaitPlan(client, id, { ...acting, signal, pause, onApplying: (table) => set({ table }) })

  const change = (choices: Partial<RecordImportState>): void => set({ ...choices, problem: null })

  return {
    store,
    chooseTable(table) {
      abort()
      closeProcessor()
      file = undefined
      set({ ...noFile, step: 'file', work: null, table })
    },
    async chooseFile(picked) {
      abort()
      file = undefined
      isOpen = false
      set({ ...noFile, step: 'file', work: null, file: picked.name })
      if (get().table === '') return set({ problem: { text: 'Choose what to import first' } })
      if (picked.size > MAX_SHEET_MB * 1e6)
        return set({ problem: problemOf(sheetError('too_large', [Math.ceil(picked.size / 1e6), MAX_SHEET_MB])) })
      file = picked
      await read()
    },
    chooseSheet: (name) => read(name),
    async chooseEncoding(encoding) {
      set({ encoding })
      await read()
    },
    targets: () => offeredTargets(matching(), languages),
    keyFields: () => keyFields(entity(), chosenColumns(get().paths, matching())),
    setPath(column, path) {
      const { paths, keyField } = get()
      const next = paths.map((entry, at) => (at === column ? path : entry === path ? null : entry))
      const fields = keyFields(entity(), chosenColumns(next, matching()))
      const isGone = keyField !== '' && !fields.includes(keyField)
      const isKey = path === entity().key
      change({ paths: next, isRemembered: false, keyField: isKey ? entity().key : isGone ? '' : keyField })
    },
    setKeyField: (keyField) => change({ keyField }),
    setClearEmpty: (clearEmpty) => change({ clearEmpty }),
    setDecimal: (decimal) => change({ decimal }),
    hasNumbers: () => numberColumns(chosenColumns(get().paths, matching()), entity()).length > 0,
    forgetColumns: () => change(ownChoices(get().preview?.headings ?? [])),
    setMeaning(target, text, value) {
      const { [text]: _, ...others } = get().meanings[target] ?? {}
      const texts = value === undefined ? others : { ...others, [text]: value }
      change({ meanings: { ...get().meanings, [target]: texts } })
    },
    setSkipRejected: (skipRejected) => change({ skipRejected }),
    next: () => run({ doing: 'matching' }, (signal) => makePlan(signal, { asks: get().step === 'columns' })),
    back() {
      const { step, unknown } = get()
      if (step === 'columns') change({ step: 'file' })
      if (step === 'values') change({ step: 'columns' })
      if (step === 'plan') change({ step: !file ? 'file' : unknown.length > 0 ? 'values' : 'columns', isOutdated: false })
    },
    async planAgain() {
      if (!file) return change({ step: 'file', plan: null, isOutdated: false })
      await run({ doing: 'matching' }, (signal) => makePlan(signal, { asks: false }))
    },
    async apply(again = false) {
      const { plan, skipRejected } = get()
      if (!canApply(get()) || !plan) return
      await run({ doing: 'applying' }, async (signal) => {
        try {
          const saved = await applyImport(client, plan.id, { skipRejected, again, ...acting, signal })
          return { step: 'done', saved }
        } catch (error) {
          if (isApiError(error) && error.code === 'plan_outdated') return { isOutdated: true, problem: problemOf(error) }
          // Another user has just imported the file: the plan reports that, and asks.
          if (isApiError(error) && error.code === 'already_imported') return settled(plan.id, signal)
          throw error
        }
      })
    },
    resume: (id) =>
      run({ doing: 'resuming' }, (signal) =>
        settled(id, signal).catch((error: unknown) => {
          if (!isApiError(error) || (error.code !== 'not_found' && error.code !== 'invalid_value')) throw error
          return { step: 'file' as const, problem: { text: 'This plan no longer exists. Choose the file again.' } }
        }),
      ),
    restart() {
      closeProcessor()
      file = undefined
      set({ ...noFile, step: 'file', work: null })
    },
    stop() {
      const { work, plan } = get()
      if (!work || work.doing === 'stopping') return
      abort()
      if (work.doing !== 'applying' || !plan) {
        // A worker in the middle of its work only stops with it.
        closeProcessor()
        return set({ work: null })
      }
      // The change may just have been made.
      void run({ doing: 'stopping' }, async (signal) => {
        const state = await settled(plan.id, signal)
        return state.step === 'plan' ? { problem: { text: 'Stopped. Nothing was changed.' } } : state
      })
    },
    async refusedRows() {
      const { plan } = get()
      const refused = plan ? await readPlanRows(client, plan.id, ['refused'], acting) : []
      if (!file) return listRejected((processor ??= openProcessor()), refused, t)
      const numbers = numberColumns(chosenColumns(get().paths, matching()), entity())
      return writeRefused(await openAgain(), refused, numbers, t)
    },
    template() {
      const current = (processor ??= openProcessor())
      return current.writeSheet([templateHeadings(entity(), importFields(actor, entity()), lang)])
    },
    close() {
      abort()
      closeProcessor()
    },
  }
}
