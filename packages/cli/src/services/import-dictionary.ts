import { createHash } from 'node:crypto'
import {
  type DictionaryPlan,
  isChange,
  planDictionary,
  type PlannedRow,
  readPlanRows,
  readSheet,
  rowErrors,
  selectColumns,
  type Selection,
  sendImport,
  type Sheet,
} from '@tiffin/core/import'
import { apiError, type ErrorCode, isApiError } from '@tiffin/sdk/contract'
import { confirm } from '../prompt.ts'
import type { Call } from '../call.ts'
import type { Connection } from '../connection.ts'
import { type Exit, exitCodes, failure, notFound } from '../failure.ts'
import { createProgress } from '../progress.ts'
import { readFormat } from '../global-options.ts'
import type { Result } from '../results/result.ts'
import { applyImportPlan } from './apply-import.ts'
import { checkImportLanguage, readDictionary, textLanguage } from './read-dictionary.ts'
import {
  checkView,
  filterRows,
  type PlanViewOptions,
  sayEncoding,
  sendAgain,
  writePlanPage,
  writeRejectedRows,
} from './import-plan-view.ts'
import { rememberedColumns } from './remembered-columns.ts'
import { readBytes } from './sheet-file.ts'

export interface ImportOptions extends PlanViewOptions {
  raw?: boolean
  forgetMap?: boolean
  idColumn?: string
  langColumn?: string
  rows: string
  sheet?: string
  encoding?: string
  clearEmpty?: boolean
  skipRefused?: boolean
}

/** A sheet, the chosen part of it, and the language of its texts. */
export interface Source {
  sheet: Sheet
  selection: Selection
  lang: string
  clearEmpty: boolean
}

/** Shows the changes that the sheet would make, and after confirmation makes exactly those, as one change (DICT-18). */
export async function importDictionary(call: Call<ImportOptions>): Promise<Result> {
  const { options, args } = call
  const lang = textLanguage(options.lang)
  checkView(args[0] ?? '', options)
  const connection = await call.connect()
  await checkImportLanguage(connection, lang)
  const { sheet: name, encoding, rows, raw } = options
  const bytes = await readBytes(args[0] ?? '')
  const sheet = await readSheet(bytes, { lang, sheet: name, encoding, raw })
  sayEncoding(call, sheet, encoding)
  const { id: idColumn, text: languageColumn } = chooseColumns(call, connection, sheet, lang)
  const selection = selectColumns(sheet, { idColumn, languageColumn, rows })
  if (!isExported(sheet, lang)) columnsOf(connection, sheet, lang).write({ id: idColumn, text: languageColumn })
  const source: Source = { sheet, selection, lang, clearEmpty: options.clearEmpty === true }
  const file = createHash('sha256').update(bytes).digest('hex')
  const plan = await planNow(connection, source)
  if (plan.rows.length === 0) throw notFound('No rows to import')
  return applyPlan(call, { connection, source, file, plan })
}

const headingsOf = ({ rows, columns }: Sheet): string[] =>
  Array.from({ length: columns }, (_, column) => rows[0]?.[column]?.text.trim() ?? '')

/** Whether the sheet has the columns of an exported one, which need no choice. */
const isExported = (sheet: Sheet, lang: string): boolean =>
  ['dictionary_id', lang].every((name) => headingsOf(sheet).includes(name))

const columnsOf = (connection: Connection, sheet: Sheet, lang: string) =>
  rememberedColumns(connection, `dictionary ${lang}`, headingsOf(sheet))

/** The columns chosen now, else those of an exported sheet, else those chosen for such a file before. */
function chooseColumns(
  { options, say, t }: Call<ImportOptions>,
  connection: Connection,
  sheet: Sheet,
  lang: string,
): { id: string; text: string } {
  const { idColumn, langColumn, forgetMap } = options
  const remembered = columnsOf(connection, sheet, lang)
  if (forgetMap === true) remembered.write({})
  const before = isExported(sheet, lang) ? {} : remembered.read()
  if (idColumn === undefined && langColumn === undefined && before['id'] !== undefined && before['text'] !== undefined)
    say(
      t('Same columns as last time: %1. To choose others: %2', [
        `${before['id']}, ${before['text']}`,
        '--id-column, --lang-column, --forget-map',
      ]),
    )
  return { id: idColumn ?? before['id'] ?? 'dictionary_id', text: langColumn ?? before['text'] ?? lang }
}

interface Planned {
  connection: Connection
  source: Source
  /** Identifies the content that was read, as a SHA-256. */
  file: string
  plan: DictionaryPlan
}

/** Shows the plan, and after confirmation makes exactly its changes, as one change. */
export async function applyPlan(call: Call<ImportOptions>, { connection, source, file, plan }: Planned): Promise<Result> {
  const { options, t } = call
  call.say(totalsText(plan, call))
  await writePlanPage(call, {
    title: t('Import %1', [`dictionary, ${source.lang}`]),
    totals: totalsText(plan, call),
    columns: tableColumns,
    rows: planRows(plan, call),
  })
  await writeRejected(source, plan, call)
  const count = plan.rows.filter(isChange).length
  const { refused } = plan.totals
  const isStopped = refused > 0 && options.skipRefused !== true
  const outcome = isStopped ? exitCodes.failed : count === 0 ? exitCodes.notFound : exitCodes.done
  if (options.dryRun === true) return planResult(plan, call, [t('Nothing was changed')], outcome)
  if (isStopped) {
    const remarks = [
      t('Rejected rows: %1. Nothing was changed.', [refused]),
      t('Correct them, or import the others with --skip-refused'),
    ]
    return planResult(plan, call, remarks, outcome)
  }
  if (count === 0) return planResult(plan, call, [t('Nothing to change: the values are already set')], outcome)
  const importId = await stage(call, connection, { plan, lang: source.lang, file })
  if (options.yes !== true) {
    await showPlan(plan, call)
    await confirm(call, { text: 'Apply?' })
  }
  const change = await apply(call, connection, importId)
  return {
    rows: [{ change, ...plan.totals, rows: planRows(plan, call) }],
    columns: ['change', ...Object.keys(plan.totals)],
    single: true,
    remarks: [t('Saved: %1', [count]), t('To undo it: %1', [`tiffin undo ${change}`])],
  }
}

export const planNow = async (connection: Connection, { sheet, selection, lang, clearEmpty }: Source): Promise<DictionaryPlan> =>
  planDictionary(sheet, selection, await readDictionary(connection, lang), { clearEmpty })

const outdated = () =>
  failure(exitCodes.failed, 'plan_outdated')('The dictionary has changed since the plan. Nothing was changed.', {
    next: ['Run the import again to see the new plan'],
  })

/**
 * Makes the plan on the server, which must be the one that was shown.
 * @throws `plan_outdated`, or why the server refuses a row
 */
async function stage(
  { io, t }: Call<ImportOptions>,
  { client }: Connection,
  { plan, lang, file }: { plan: DictionaryPlan; lang: string; file: string },
): Promise<string> {
  const changes = plan.rows.filter(isChange)
  const rows = changes.flatMap(({ row, target, after }) =>
    target ? [{ row, id: target.dictionary_id, values: { [lang]: after } }] : [],
  )
  const progress = createProgress(io)
  const onSent = (count: number): void => progress.show(t('Sent: %1 of %2 rows', [count, rows.length]))
  const sending = sendAgain({ t }, progress, { onSent })
  const { import_id } = await sendImport(client, { table: 'dictionary', file, rows }, sending).finally(() => progress.end())
  const made = new Map((await readPlanRows(client, import_id)).map((item) => [item.row, item]))
  for (const { row, before } of changes) {
    const planned = made.get(row)
    const refusal = planned?.refusal
    const change = planned?.changes[lang]
    if (refusal)
      throw apiError(refusal.code as ErrorCode, {
        message: refusal.message,
        params: refusal.params,
        row: row - 1,
        field: refusal.field,
      })
    if (!change || (change[0] ?? '') !== before) throw outdated()
  }
  return import_id
}

/** @throws `plan_outdated` if texts of the plan have changed since; then nothing is written */
async function apply(call: Call<ImportOptions>, connection: Connection, importId: string): Promise<number> {
  try {
    return await applyImportPlan(call, connection, importId)
  } catch (error) {
    throw isApiError(error) && error.code === 'plan_outdated' ? outdated() : error
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
  refusal ? t.message(rowErrors[refusal.code], refusal.params) : ''

const actionOf = ({ kind }: PlannedRow): string => (kind === 'cleared' ? 'deleted' : kind)

/** The rows that would change or are not imported; unchanged and empty ones are only counted. */
const planRows = ({ rows }: DictionaryPlan, call: Translating & Pick<Call<ImportOptions>, 'options'>) =>
  filterRows(
    rows.filter((row) => row.kind !== 'unchanged' && row.kind !== 'empty'),
    call.options,
    actionOf,
  ).map((item) => ({
    row: item.row,
    action: actionOf(item),
    dictionary_id: item.target?.dictionary_id ?? null,
    en: item.target?.en ?? null,
    before: item.target && item.before,
    after: item.after,
    column: item.column ?? null,
    code: item.refusal?.code ?? null,
    reason: reasonOf(item, call),
  }))

const tableColumns = ['row', 'action', 'dictionary_id', 'before', 'after', 'column', 'reason'] as const

/** Text output is the rows as a table; JSON has the totals too. */
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
async function writeRejected({ sheet, selection }: Source, plan: DictionaryPlan, call: Call<ImportOptions>): Promise<void> {
  const cellsOf = (row: number): string[] =>
    Array.from({ length: sheet.columns }, (_, column) => sheet.rows[row - 1]?.[column]?.text ?? '')
  const refused = plan.rows.filter(({ kind }) => kind === 'refused')
  const header = cellsOf(selection.from > 1 ? 1 : 0)
  const rows = refused.map((item) => [...cellsOf(item.row), reasonOf(item, call)])
  await writeRejectedRows(call.options, [...header, call.t('Reason')], rows)
}
