import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Client } from '@tiffin/sdk/client'
import { isApiError } from '@tiffin/sdk/contract'
import { type Actor, importLanguages, type Problem } from '#rules/index'
import { type DictionaryPlan, isChange } from '../import/dictionary-plan.ts'
import { MAX_SHEET_MB } from '../import/read-sheet.ts'
import { isSheetError, sheetError } from '../import/sheet-error.ts'
import { type Choices, firstChoices, noChoices, selectionOf, withColumn, withRow } from './choices.ts'
import type { SheetPreview } from './preview.ts'
import { readDictionary, type ReadProgress } from './read-dictionary.ts'
import type { SheetProcessor } from './sheet-processor.ts'
import { upload } from './upload.ts'

/** A file that a user has picked. */
export interface PickedFile {
  name: string
  size: number
  bytes: () => Promise<Uint8Array>
}

export interface ImportState extends Choices {
  /** In `start` the selection is made, in `check` its effect is shown (DICT-15). */
  step: 'start' | 'check' | 'upload' | 'done'
  /** Work that can be cancelled, apart from `saving`. */
  work: { doing: 'reading' | 'saving' } | ({ doing: 'checking' | 'sending' } & ReadProgress) | null
  problem: Problem | null
  /** The language of the texts; empty until it is chosen. */
  lang: string
  file: string | null
  sheet: SheetPreview | null
  /** The chosen encoding of a csv file; empty if it is to be detected. */
  encoding: string
  clearEmpty: boolean
  skipRejected: boolean
  plan: DictionaryPlan | null
  saved: { change: number; count: number; record: number } | null
}

export interface ImportDialog {
  store: StoreApi<ImportState>
  /** The languages to choose from (DICT-16). */
  languages: readonly string[]
  chooseFile(file: PickedFile): Promise<void>
  chooseLanguage(lang: string): Promise<void>
  chooseSheet(name: string): Promise<void>
  chooseEncoding(encoding: string): Promise<void>
  pick(column: Choices['picking']): void
  chooseColumn(column: number): void
  /** Sets one of the two columns directly. */
  setColumn(which: Choices['picking'], column: number | null): void
  chooseRow(row: number): void
  setRows(from: number, to: number | null): void
  setClearEmpty(on: boolean): void
  setSkipRejected(on: boolean): void
  /** Checks the selection (DICT-14). */
  next(): Promise<void>
  back(): void
  upload(): Promise<void>
  /** Stops reading, checking or sending. */
  cancel(): void
  close(): void
}

export interface ImportDialogOptions {
  client: Pick<Client, 'Reference' | 'Import'>
  actor: Actor
  /** The company that the calls act for, if not the client's current one. */
  company?: number | undefined
  openProcessor: () => SheetProcessor
  log: (message: string, error?: unknown) => void
}

const emptySheet: Problem = { text: 'The sheet is empty. Choose another sheet or file.' }
const unreadable: Problem = { text: "The file can't be read. Choose it again." }

/** The dialog "Load from xls" of the dictionary without its view: start, check, upload, done (DICT-12 to DICT-17). */
export function createImportDialog({ client, actor, company, openProcessor, log }: ImportDialogOptions): ImportDialog {
  const languages = importLanguages(actor)
  const [only, ...others] = languages
  const store = createStore<ImportState>(() => ({
    ...noChoices,
    step: 'start',
    work: null,
    problem: null,
    lang: others.length === 0 ? (only ?? '') : '',
    file: null,
    sheet: null,
    encoding: '',
    clearEmpty: false,
    skipRejected: false,
    plan: null,
    saved: null,
  }))
  const { getState: get, setState: set } = store
  const scope = company === undefined ? {} : { company }
  let file: PickedFile | undefined
  let control = new AbortController()
  let processor: SheetProcessor | undefined
  /** The last import that was to be applied, and its plan. */
  let applied: { plan: DictionaryPlan; importId: string } | undefined
  /** Whether the processor has the chosen sheet open. */
  let isOpen = false

  function closeProcessor(): void {
    processor?.close()
    processor = undefined
    isOpen = false
  }

  function stop(): void {
    control.abort()
    control = new AbortController()
    if (!get().work) return
    // A worker in the middle of its work only stops with it.
    closeProcessor()
    set({ work: null })
  }

  async function open(picked: PickedFile, sheet: string | undefined): Promise<SheetPreview> {
    const { lang, encoding } = get()
    isOpen = false
    const bytes = await picked.bytes().catch((error: unknown) => {
      log('a picked file was not read', error)
      throw Object.assign(new Error('unreadable'), { problem: unreadable })
    })
    const current = (processor ??= openProcessor())
    const preview = await current.open(bytes, { lang, sheet, encoding: encoding === '' ? undefined : encoding })
    isOpen = processor === current
    return preview
  }

  /** Runs one work at a time; a stopped one changes nothing. */
  async function run(work: ImportState['work'], task: (signal: AbortSignal) => Promise<Partial<ImportState>>): Promise<void> {
    stop()
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
    if (error instanceof Error && 'problem' in error) return error.problem as Problem
    log('an import failed', error)
    closeProcessor()
    return unreadable
  }

  /** Reads a sheet of the file; with `keeps`, the chosen columns and rows stay. */
  async function read(name?: string, { keeps = false } = {}): Promise<void> {
    const picked = file
    if (!picked) return
    await run({ doing: 'reading' }, async () => {
      const sheet = await open(picked, name)
      if (sheet.count === 0) return { sheet, ...noChoices, problem: emptySheet }
      return { sheet, ...(keeps ? {} : firstChoices(sheet, get().lang)) }
    })
  }

  async function check(): Promise<void> {
    const { sheet, lang } = get()
    if (!file || !sheet) return set({ problem: { text: 'Choose a file first' } })
    if (sheet.count === 0) return set({ problem: emptySheet })
    if (!languages.includes(lang)) return set({ problem: { text: 'Choose a language' } })
    const chosen = selectionOf(get(), sheet)
    if ('problem' in chosen) return set({ problem: chosen.problem })
    await run({ doing: 'checking', done: 0, total: 0 }, async (signal) => {
      const plan = await planNow(signal)
      return { step: 'check', plan, skipRejected: false }
    })
  }

  async function planNow(signal: AbortSignal): Promise<DictionaryPlan> {
    const { sheet, lang, clearEmpty } = get()
    const chosen = sheet && selectionOf(get(), sheet)
    if (!file || !chosen || 'problem' in chosen) throw new Error('Nothing is selected')
    if (!isOpen) await open(file, sheet.format === 'csv' ? undefined : sheet.name)
    const dictionary = await readDictionary(client, lang, {
      ...scope,
      signal,
      onProgress: (progress) => !signal.aborted && get().work && set({ work: { doing: 'checking', ...progress } }),
    })
    // A stopped check must not use the processor of the next one.
    signal.throwIfAborted()
    if (!processor) throw new Error('The processor was closed')
    return processor.plan(chosen.selection, dictionary, { clearEmpty })
  }

  const change = (choices: Partial<ImportState>): void => set({ ...choices, problem: null })

  return {
    store,
    languages,
    async chooseFile(picked) {
      stop()
      file = undefined
      isOpen = false
      set({ ...noChoices, file: picked.name, sheet: null, encoding: '', problem: null })
      if (picked.size > MAX_SHEET_MB * 1e6)
        return set({ problem: problemOf(sheetError('too_large', [Math.ceil(picked.size / 1e6), MAX_SHEET_MB])) })
      file = picked
      await read()
    },
    async chooseLanguage(lang) {
      change({ lang })
      // The language decides the code page of a text file.
      if (get().sheet?.format === 'csv' && get().encoding === '') await read(undefined, { keeps: true })
      const { sheet, languageColumn, idColumn } = get()
      const found = sheet && firstChoices(sheet, lang).languageColumn
      if (languageColumn === null && found !== idColumn) set({ languageColumn: found })
    },
    chooseSheet: (name) => read(name),
    async chooseEncoding(encoding) {
      set({ encoding })
      await read(undefined, { keeps: get().sheet !== null })
    },
    pick: (picking) => change({ picking }),
    chooseColumn: (column) => change(withColumn(get(), column)),
    setColumn: (which, column) => change(withColumn(get(), column, which)),
    chooseRow: (row) => change(withRow(get(), row)),
    setRows: (from, to) => change({ from, to }),
    setClearEmpty: (clearEmpty) => change({ clearEmpty }),
    setSkipRejected: (skipRejected) => change({ skipRejected }),
    next: check,
    back() {
      if (get().step === 'check') set({ step: 'start', problem: null })
    },
    async upload() {
      const { step, plan, sheet, lang, skipRejected } = get()
      if (step !== 'check' || !plan || !sheet || !canUpload({ plan, skipRejected })) return
      const changed = plan.rows.filter(isChange)
      const total = changed.length
      set({ step: 'upload' })
      await run({ doing: 'sending', done: 0, total }, async (signal) => {
        const uploaded = await upload(plan, {
          client,
          company,
          lang,
          file: sheet.hash,
          signal,
          planAgain: () => planNow(signal),
          onSent: (done) => !signal.aborted && set({ work: { doing: 'sending', done, total } }),
          unanswered: applied?.plan === plan ? applied.importId : undefined,
          onApply(importId) {
            applied = { plan, importId }
            if (!signal.aborted) set({ work: { doing: 'saving' } })
          },
        })
        if ('change' in uploaded) {
          const record = changed[0]?.target?.dictionary_id ?? 0
          return { step: 'done', saved: { change: uploaded.change, count: total, record } }
        }
        return {
          step: 'check',
          plan: uploaded.outdatedBy,
          problem: { text: 'The dictionary has changed since the check. Nothing was changed. Check the rows again.' },
        }
      })
      if (get().step === 'upload') set({ step: 'check' })
    },
    cancel() {
      const { step, work } = get()
      if (work?.doing === 'saving') return
      stop()
      if (step === 'upload') set({ step: 'check' })
    },
    close() {
      stop()
      closeProcessor()
    },
  }
}

/** Whether Upload is possible: something changes, and refused rows are corrected or left out on purpose (AMB-226). */
export const canUpload = ({ plan, skipRejected }: Pick<ImportState, 'plan' | 'skipRejected'>): boolean =>
  plan !== null && plan.rows.some(isChange) && (plan.totals.refused === 0 || skipRejected)
