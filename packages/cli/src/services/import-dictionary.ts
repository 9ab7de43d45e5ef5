import {
  countRowsPerCall,
  type DictionaryPlan,
  isChange,
  isSamePlan,
  planDictionary,
  plannedSaves,
  type PlannedRow,
  readSheet,
  rowRefusals,
  selectColumns,
  type Selection,
  type Sheet,
} from '@tiffin/core/import'
import { isApiError } from '@tiffin/sdk/contract'
import { confirm } from '../prompt.ts'
import type { Call } from '../call.ts'
import type { Connection } from '../connection.ts'
import { type Exit, exitCodes, failure } from '../failure.ts'
import { readFormat } from '../global-options.ts'
import type { Result } from '../results/result.ts'
import { checkImportLanguage, readDictionary, textLanguage } from './read-dictionary.ts'
import { readBytes, sheetFormat, writeSheetFile } from './sheet-file.ts'

export interface ImportOptions {
  idColumn?: string
  langColumn?: string
  rows: string
  sheet?: string
  encoding?: string
  clearEmpty?: boolean
  skipRefused?: boolean
  rejected?: string
}

/** A sheet, the chosen part of it, and the language of its texts. */
interface Source {
  sheet: Sheet
  selection: Selection
  lang: string
  clearEmpty: boolean
}

/** Shows what the sheet would change, and after confirmation changes exactly that, as one change (DICT-18). */
export async function importDictionary(call: Call<ImportOptions>): Promise<Result> {
  const { options, args, t } = call
  const lang = textLanguage(options.lang)
  if (options.rejected !== undefined) sheetFormat(options.rejected)
  const connection = await call.connect()
  await checkImportLanguage(connection, lang)
  const { sheet: name, encoding, idColumn = 'dictionary_id', langColumn = lang, rows } = options
  const sheet = await readSheet(await readBytes(args[0] ?? ''), { lang, sheet: name, encoding })
  if (sheet.encoding !== undefined) call.say(t('Encoding: %1', [sheet.encoding]))
  const selection = selectColumns(sheet, { idColumn, languageColumn: langColumn, rows })
  const source: Source = { sheet, selection, lang, clearEmpty: options.clearEmpty === true }
  const plan = await planNow(connection, source)
  call.say(totalsText(plan, call))
  if (options.rejected !== undefined) await writeRejected(options.rejected, source, plan, call)
  const count = plan.rows.filter(isChange).length
  const { refused } = plan.totals
  const isStopped = refused > 0 && options.skipRefused !== true
  const outcome = isStopped ? exitCodes.failed : count === 0 ? exitCodes.notFound : exitCodes.done
  const part = firstPart(plan, source)
  if (options.dryRun === true) {
    const advice = part ? [t('Import in parts, first with --rows %1', [part.rows])] : []
    return planResult(plan, call, [t('Nothing was changed'), ...advice], outcome)
  }
  if (isStopped) {
    const remarks = [
      t('Refused rows: %1. Nothing was changed.', [refused]),
      t('Correct them, or import the others with --skip-refused'),
    ]
    return planResult(plan, call, remarks, outcome)
  }
  if (count === 0) return planResult(plan, call, [t('Nothing to change: the values are already set')], outcome)
  if (part) {
    throw failure(exitCodes.failed, 'too_many_changes')('Too many changes at once: %1, of which %2 fit. Nothing was changed.', {
      params: [part.count, part.fitting],
      next: [{ text: 'Import in parts, first with --rows %1', params: [part.rows] }],
    })
  }
  if (options.yes !== true) {
    await showPlan(plan, call)
    await confirm(call, { text: 'Apply?' })
  }
  const change = await apply(connection, source, plan)
  return {
    rows: [{ change, ...plan.totals, rows: planRows(plan, call) }],
    columns: ['change', ...Object.keys(plan.totals)],
    single: true,
    remarks: [t('Saved: %1', [count]), t('To undo it: %1', [`tiffin undo ${change}`])],
  }
}

const planNow = async (connection: Connection, { sheet, selection, lang, clearEmpty }: Source): Promise<DictionaryPlan> =>
  planDictionary(sheet, selection, await readDictionary(connection, lang), { clearEmpty })

/** The rows that fit into one change, if not all do. */
function firstPart(
  plan: DictionaryPlan,
  { selection, lang }: Source,
): { count: number; fitting: number; rows: string } | undefined {
  const saves = plannedSaves(plan, lang)
  const fitting = countRowsPerCall(saves)
  if (fitting === saves.length) return undefined
  const last = plan.rows.filter(isChange)[fitting - 1]?.row ?? selection.from
  return { count: saves.length, fitting, rows: `${selection.from}:${last}` }
}

/** Other languages of a row, or other fields, may change between plan and apply; then the rows are read again. */
const ATTEMPTS = 3

/** @throws `plan_outdated` if texts of the plan have changed since; then nothing is written */
async function apply(connection: Connection, source: Source, plan: DictionaryPlan): Promise<number> {
  let current = plan
  for (let attempt = 1; ; attempt++) {
    try {
      const tables = plannedSaves(current, source.lang)
      const { change } = await connection.client.Reference.saveData({ tables }, { retryWrites: true, timeoutMs: 60_000 })
      return change
    } catch (error) {
      if (!isApiError(error) || (error.code !== 'conflict' && error.code !== 'not_found') || attempt === ATTEMPTS) throw error
      current = await planNow(connection, source)
      if (!isSamePlan(plan, current))
        throw failure(exitCodes.failed, 'plan_outdated')('The dictionary has changed since the plan. Nothing was changed.', {
          next: ['Run the import again to see the new plan'],
        })
    }
  }
}

type Translating = Pick<Call<ImportOptions>, 't'>

const totalsText = ({ totals, matchedBy }: DictionaryPlan, { t }: Translating): string =>
  [
    t(matchedBy === 'id' ? 'Rows matched by ID' : 'Rows matched by English text'),
    t('new: %1', [totals.created]),
    t('changed: %1', [totals.changed]),
    t('deleted: %1', [totals.cleared]),
    t('unchanged: %1', [totals.unchanged]),
    t('empty: %1', [totals.empty]),
    t('not in the dictionary: %1', [totals.unknown]),
    t('refused: %1', [totals.refused]),
  ].join(', ')

const reasonOf = ({ refusal }: PlannedRow, { t }: Translating): string =>
  refusal ? t.message(rowRefusals[refusal.code], refusal.params) : ''

/** The rows that would change or are not imported; unchanged and empty ones are only counted. */
const planRows = ({ rows }: DictionaryPlan, call: Translating) =>
  rows
    .filter((one) => one.kind !== 'unchanged' && one.kind !== 'empty')
    .map((one) => ({
      row: one.row,
      action: one.kind,
      dictionary_id: one.target?.dictionary_id ?? null,
      en: one.target?.en ?? null,
      before: one.target && one.before,
      after: one.after,
      column: one.column ?? null,
      code: one.refusal?.code ?? null,
      reason: reasonOf(one, call),
    }))

const tableColumns = ['row', 'action', 'dictionary_id', 'before', 'after', 'column', 'reason'] as const

/** People get the rows as a table, JSON has the totals too. */
function planResult(plan: DictionaryPlan, call: Call<ImportOptions>, remarks: string[], exit: Exit): Result {
  const rows = planRows(plan, call)
  if (readFormat(call.options).format === 'json')
    return { rows: [{ change: null, ...plan.totals, rows }], single: true, remarks, exit }
  return { rows, columns: tableColumns, remarks, exit }
}

const SHOWN = 20

async function showPlan(plan: DictionaryPlan, call: Call<ImportOptions>): Promise<void> {
  const { layoutTable } = await import('../results/table.ts')
  const { formatValue } = await import('../results/format-value.ts')
  const rows = planRows(plan, call)
  const texts = rows.slice(0, SHOWN).map((row) => tableColumns.map((column) => formatValue(row[column], call.lang)))
  call.io.err(layoutTable(tableColumns, texts, call.io.columns).text)
  if (rows.length > SHOWN) call.say(call.t('… and %1 more; --dry-run shows all', [rows.length - SHOWN]))
}

/** The refused rows in their original columns with the reason behind them, ready to be corrected and imported (AMB-226). */
async function writeRejected(
  file: string,
  { sheet, selection }: Source,
  plan: DictionaryPlan,
  call: Call<ImportOptions>,
): Promise<void> {
  const cellsOf = (row: number): string[] =>
    Array.from({ length: sheet.columns }, (_, column) => sheet.rows[row - 1]?.[column]?.text ?? '')
  const refused = plan.rows.filter(({ kind }) => kind === 'refused')
  if (refused.length === 0) return
  const header = cellsOf(selection.from > 1 ? 1 : 0)
  const rows = refused.map((one) => [...cellsOf(one.row), reasonOf(one, call)])
  await writeSheetFile(file, call.options.yes === true, [[...header, call.t('Reason')], ...rows])
}
