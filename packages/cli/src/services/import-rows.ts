import { createHash } from 'node:crypto'
import { actorOf, formatMoment } from '@tiffin/core'
import {
  columnName,
  type DecimalSign,
  importFields,
  loadHeadingLanguages,
  type ImportTotals,
  countChanges,
  mapRows,
  matchColumns,
  numberColumns,
  readPlanRows,
  readRecords,
  type Records,
  sendImport,
  sourceText,
  type StagedImport,
  templateHeadings,
} from '@tiffin/core/import'
import {
  type ApiError,
  apiError,
  calls,
  type EarlierImport,
  type Entity,
  type ImportPlanRow,
  isApiError,
} from '@tiffin/sdk/contract'
import { confirm } from '../prompt.ts'
import type { Call } from '../call.ts'
import type { Connection } from '../connection.ts'
import { type Exit, exitCodes, isFailure, notFound, wrongUsage } from '../failure.ts'
import { createProgress } from '../progress.ts'
import { readFormat } from '../global-options.ts'
import type { Result } from '../results/result.ts'
import { applyImportPlan } from './apply-import.ts'
import { findEntity, findField } from './find-entity.ts'
import {
  checkView,
  filterRows,
  type PlanViewOptions,
  sayEncoding,
  sendAgain,
  shownActions,
  writePlanPage,
  writeRejectedRows,
} from './import-plan-view.ts'
import { rememberedColumns } from './remembered-columns.ts'
import { type Meanings, readMeaning, replaceValues } from './replace-values.ts'
import { readBytes, sheetFormat, writeSheetFile } from './sheet-file.ts'
import { type ServerPlan, unfinishedImport } from './unfinished-import.ts'

export interface ImportRowsOptions extends PlanViewOptions {
  raw?: boolean
  forgetMap?: boolean
  map?: string[]
  value?: string[]
  rows?: string
  sheet?: string
  encoding?: string
  key?: string
  clearEmpty?: boolean
  skipRefused?: boolean
  again?: boolean
  decimal?: DecimalSign
  template?: boolean
}

/** The plan of an import on the server. */
interface Plan {
  import_id: string
  totals: ImportTotals
  /** An earlier import of the same file, whose records would be created again. */
  earlier: EarlierImport | null
  /** The rows that would change or are refused. */
  rows: readonly ImportPlanRow[]
  /** The columns of the file that give numbers. */
  numbers: readonly number[]
}

/** Shows the changes that a file would make, and after confirmation makes exactly those, as one change (MOON-06). */
export async function importRows(call: Call<ImportRowsOptions>): Promise<Result> {
  const { options, args, t } = call
  const [name = '', file = ''] = args
  const entity = findEntity(name)
  checkView(file, options)
  const connection = await call.connect()
  if (options.template === true) return writeTemplate(call, connection, entity, file)
  const bytes = await readBytes(file)
  const { sheet, encoding, rows } = options
  const records = await readRecords(bytes, { lang: call.lang, sheet, encoding, rows, raw: options.raw })
  sayEncoding(call, records, encoding)
  if (records.rows.length === 0) throw notFound('No rows to import')
  const upload = await prepareUpload(call, connection, entity, records, createHash('sha256').update(bytes).digest('hex'))
  const unfinished = unfinishedImport(connection, upload.identity)
  const left = options.dryRun === true ? undefined : await unfinished.find()
  const { import_id, totals, earlier, change: made } = left ?? (await sendUpload(call, connection, upload))
  const planned = await readPlanRows(connection.client, import_id, [...shownActions])
  const plan: Plan = { import_id, totals, earlier, rows: planned, numbers: upload.numbers }
  if (made > 0) {
    const remarks = [t('Already applied before the command was interrupted: change %1', [made]), undoText(made, call)]
    return { ...madeResult(plan, made, call), remarks, printed: unfinished.forget }
  }
  if (left) call.say(t('Continuing the import that was interrupted'))
  call.say(totalsText(plan, call))
  if (planned.some(({ refusal }) => refusal?.code === 'ambiguous_number'))
    call.say(t('To choose the decimal sign: %1', ['--decimal point, --decimal comma']))
  await writePlanPage(call, {
    title: t('Import %1', [entity.name]),
    totals: totalsText(plan, call),
    columns: tableColumns,
    rows: tableRows(plan, call),
  })
  await writeRejected(records, plan, call)
  const count = countChanges(totals)
  const isStopped = totals.refused > 0 && options.skipRefused !== true
  const exit = isStopped ? exitCodes.failed : count === 0 ? exitCodes.notFound : exitCodes.done
  if (plan.earlier && count > 0 && !isStopped && options.again !== true)
    throw await alreadyImported(plan.earlier, call, connection)
  if (options.dryRun === true) return planResult(plan, call, [t('Nothing was changed')], exit)
  if (isStopped) {
    const remarks = [
      t('Rejected rows: %1. Nothing was changed.', [totals.refused]),
      t('Correct them, or import the others with --skip-refused'),
    ]
    return planResult(plan, call, remarks, exit)
  }
  if (count === 0) return planResult(plan, call, [t('Nothing to change: the values are already set')], exit)
  if (options.yes !== true) {
    await showPlan(plan, call)
    await confirm(call, { text: 'Apply?' })
  }
  unfinished.remember(import_id)
  try {
    const change = await applyImportPlan(call, connection, import_id, options)
    const remarks = [t('Saved: %1', [count]), undoText(change, call)]
    return { ...madeResult(plan, change, call), remarks, printed: unfinished.forget }
  } catch (error) {
    if (isNotApplied(error)) unfinished.forget()
    throw error
  }
}

/** Whether the plan was certainly not applied. After any other failure, only the server knows. */
const isNotApplied = (error: unknown): boolean =>
  isFailure(error) || (isApiError(error) && calls.Import.commit.errors.some((code) => code === error.code))

const undoText = (change: number, { t }: Translating): string => t('To undo it: %1', [`tiffin undo ${change}`])

const madeResult = (plan: Plan, change: number, call: Call<ImportRowsOptions>) => ({
  rows: [{ import_id: plan.import_id, change, ...plan.totals, rows: shownRows(plan, call) }],
  columns: ['change', ...Object.keys(plan.totals)],
  single: true,
})

/** The rows of a file for a table. */
interface Upload extends StagedImport {
  /** The columns of the file that give numbers. */
  numbers: readonly number[]
  /** Equal when the same import is run again, so that the run resumes the unfinished one. */
  identity: unknown
}

async function prepareUpload(
  { options, lang, t, say }: Call<ImportRowsOptions>,
  connection: Connection,
  entity: Entity,
  records: Records,
  hash: string,
): Promise<Upload> {
  const { client } = connection
  const writable = importFields(actorOf(await connection.user()), entity)
  const chosen = chooseColumns(connection, entity, records, options)
  const languages = await loadHeadingLanguages()
  const match = matchColumns(records, { entity, writable, lang, t, languages, chosen })
  rememberColumns(connection, entity, records, chosen)
  if (chosen.length > 0 && options.map === undefined)
    say(
      t('Same columns as last time: %1. To choose others: %2', [
        chosen.map((pair) => pair.join('=')).join(', '),
        '--map, --forget-map',
      ]),
    )
  if (match.ignored.length > 0) say(t('Columns left out: %1', [match.ignored.join(', ')]))
  const meanings = chooseMeanings(connection, entity, records, options)
  if (Object.keys(meanings).length > 0 && options.value === undefined) {
    const values = Object.entries(meanings).map((pair) => pair.join('='))
    say(t('Same values as last time: %1. To choose others: %2', [values.join(', '), '--value, --forget-map']))
  }
  const keyField = options.key === undefined ? undefined : findField(entity, options.key)[0]
  const { company, admin_id } = await connection.user()
  const rows = await mapRows(replaceValues(records, entity, match.columns, meanings), match, {
    entity,
    client,
    t,
    languages,
    timezone: company?.timezone || 'UTC',
    decimal: options.decimal,
    country: company?.country,
    keyField,
    clearEmpty: options.clearEmpty,
  })
  if (rows.length === 0) throw notFound('No rows to import')
  const { rows: range, sheet, encoding, decimal, raw, clearEmpty, skipRefused } = options
  const how = { range, sheet, encoding, decimal, raw, clearEmpty, skipRefused, keyField }
  return {
    table: entity.name,
    key: keyField === entity.key ? undefined : keyField,
    file: hash,
    rows,
    numbers: numberColumns(match.columns, entity),
    identity: [connection.url, company?.company_id, admin_id, entity.name, hash, chosen, meanings, how],
  }
}

/** Sends the rows, and returns the plan of the server, which is not applied yet. */
async function sendUpload(
  { io, t }: Call<ImportRowsOptions>,
  { client }: Connection,
  { table, key, file, rows }: Upload,
): Promise<ServerPlan> {
  const progress = createProgress(io)
  try {
    const onSent = (count: number): void => progress.show(t('Sent: %1 of %2 rows', [count, rows.length]))
    return { ...(await sendImport(client, { table, key, file, rows }, sendAgain({ t }, progress, { onSent }))), change: 0 }
  } finally {
    progress.end()
  }
}

/** The refusal, with the time of the company. */
async function alreadyImported(
  { at, admin, records, change }: EarlierImport,
  { lang }: Pick<Call<object>, 'lang'>,
  connection: Connection,
): Promise<ApiError> {
  const { company } = await connection.user()
  const time = formatMoment(at, { lang, timezone: company?.timezone || 'UTC', country: company?.country?.alpha2 ?? '' })
  const because = change > 0 ? { because: { change } } : {}
  return apiError('already_imported', { params: [time, admin, records], ...because })
}

type Mapping = readonly [column: string, field: string]

/** The columns chosen now, and those chosen for such a file before. */
function chooseColumns(connection: Connection, entity: Entity, { headings }: Records, options: ImportRowsOptions): Mapping[] {
  const given = (options.map ?? []).map(readMapping)
  const remembered = rememberedColumns(connection, entity.name, headings)
  if (options.forgetMap === true) remembered.write({})
  const before = remembered.read()
  const isGiven = (column: string, field: string): boolean =>
    given.some((item) => headingOf(headings, item[0]) === column || item[1] === field)
  return [...Object.entries(before).filter(([column, field]) => !isGiven(column, field)), ...given]
}

/** By heading if the column has one, so that a file with columns in another order is read alike. */
function rememberColumns(connection: Connection, entity: Entity, { headings }: Records, chosen: readonly Mapping[]): void {
  const columns = Object.fromEntries(chosen.map(([column, field]) => [headingOf(headings, column), field]))
  rememberedColumns(connection, entity.name, headings).write(columns)
}

/** The meanings of values chosen now, and those chosen for such a file before. */
function chooseMeanings(
  connection: Connection,
  entity: Entity,
  { headings }: Records,
  { value = [], forgetMap }: ImportRowsOptions,
): Meanings {
  const remembered = rememberedColumns(connection, `${entity.name} values`, headings)
  const before = forgetMap === true ? {} : remembered.read()
  const meanings = { ...before, ...Object.fromEntries(value.map((text) => readMeaning(entity, text))) }
  remembered.write(meanings)
  return meanings
}

const headingOf = (headings: readonly string[], column: string): string => {
  const needle = column.trim().toLowerCase()
  const byName = headings.find((heading) => heading.toLowerCase() === needle)
  return byName ?? (headings.find((_, at) => columnName(at).toLowerCase() === needle) || column)
}

function readMapping(text: string): [column: string, field: string] {
  const at = text.lastIndexOf('=')
  if (at > 0 && at < text.length - 1) return [text.slice(0, at), text.slice(at + 1)]
  throw wrongUsage('Not a column and a field: %1', { params: [text], next: ['Use --map "column=field"'] })
}

type Translating = Pick<Call<object>, 't'>

const totalsText = ({ totals }: Plan, { t }: Translating): string =>
  [
    t('new: %1', [totals.created]),
    t('changed: %1', [totals.changed]),
    ...(totals.deleted > 0 ? [t('deleted: %1', [totals.deleted])] : []),
    t('unchanged: %1', [totals.unchanged]),
    ...(totals.unknown > 0 ? [t('unknown: %1', [totals.unknown])] : []),
    t('refused: %1', [totals.refused]),
  ].join(', ')

const reasonOf = ({ refusal }: ImportPlanRow, { t }: Translating): string =>
  refusal ? t.message(refusal.message, refusal.params) : ''

const rowData = (row: ImportPlanRow, call: Translating) => ({
  row: row.row,
  action: row.kind,
  id: row.id,
  changes: row.changes,
  column: row.refusal?.column ?? row.refusal?.field ?? null,
  code: row.refusal?.code ?? null,
  reason: reasonOf(row, call),
})

const shownRows = ({ rows }: Plan, call: Translating & Pick<Call<ImportRowsOptions>, 'options'>) =>
  filterRows(rows, call.options, actionOf).map((row) => rowData(row, call))

const tableColumns = ['row', 'action', 'id', 'field', 'before', 'after', 'reason'] as const

const actionOf = ({ kind }: ImportPlanRow): string => kind

/** One line per field; a refused row has its reason. */
const tableRows = (plan: Plan, call: Translating & Pick<Call<ImportRowsOptions>, 'options'>) =>
  filterRows(plan.rows, call.options, actionOf).flatMap((row) => {
    const own = { row: row.row, action: row.kind, id: row.id }
    const reason = reasonOf(row, call)
    const changes = Object.entries(row.changes)
    if (changes.length === 0)
      return [{ ...own, field: row.refusal?.column ?? row.refusal?.field ?? '', before: null, after: null, reason }]
    return changes.map(([field, [before, after]]) => ({ ...own, field, before, after, reason }))
  })

/** Text output is the rows as a table; JSON has the totals too. */
function planResult(plan: Plan, call: Call<ImportRowsOptions>, remarks: string[], exit: Exit): Result {
  if (readFormat(call.options).format === 'json') {
    const row = { import_id: plan.import_id, change: null, ...plan.totals, rows: shownRows(plan, call) }
    return { rows: [row], single: true, remarks, exit }
  }
  return { rows: tableRows(plan, call), columns: tableColumns, remarks, exit }
}

const SHOWN = 20

async function showPlan(plan: Plan, call: Call<ImportRowsOptions>): Promise<void> {
  const { layoutTable } = await import('../results/table.ts')
  const { formatValue } = await import('../results/format-value.ts')
  const rows = tableRows(plan, call)
  const texts = rows.slice(0, SHOWN).map((row) => tableColumns.map((column) => formatValue(row[column], call.lang)))
  call.io.err(layoutTable(tableColumns, texts, call.io.columns).text)
  if (rows.length > SHOWN) call.say(call.t('… and %1 more; --dry-run shows all', [rows.length - SHOWN]))
}

/** The refused rows in their original columns with the reason behind them, ready to be corrected and imported (AMB-226). */
async function writeRejected(records: Records, plan: Plan, call: Call<ImportRowsOptions>): Promise<void> {
  const reasons = new Map(plan.rows.flatMap((row) => (row.kind === 'refused' ? [[row.row, reasonOf(row, call)] as const] : [])))
  const lines = records.rows
    .filter(({ row }) => reasons.has(row))
    .map(({ row, cells }) => [
      ...Array.from({ length: records.columns }, (_, column) => sourceText(cells[column], plan.numbers.includes(column))),
      reasons.get(row) ?? '',
    ])
  await writeRejectedRows(call.options, [...records.headings, call.t('Reason')], lines)
}

/** A sheet with a column for each field that the user may change; one of each language that they read in. */
async function writeTemplate(
  { options, lang, t }: Call<ImportRowsOptions>,
  connection: Connection,
  entity: Entity,
  file: string,
): Promise<Result> {
  sheetFormat(file)
  const headings = templateHeadings(entity, importFields(actorOf(await connection.user()), entity), lang)
  await writeSheetFile(file, options.yes === true, [headings])
  return {
    rows: [{ file, columns: headings.length }],
    single: true,
    remarks: [t('Template: %1 columns', [headings.length])],
  }
}
