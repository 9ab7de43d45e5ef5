import type { ConfigurationPlan, ConfigurationProblem, OnlineChange, PlanLine } from '@tiffin/core/configuration'
import type { Call } from '../call.ts'
import { type Exit, exitCodes } from '../failure.ts'
import { readFormat } from '../global-options.ts'
import type { Result, ResultRow } from '../results/result.ts'
import { suggest } from '../suggest.ts'

/** A file, the current company, and the changes that the file would make. */
export interface Planned {
  plan: ConfigurationPlan
  problems: readonly ConfigurationProblem[]
  online: readonly OnlineChange[]
  /** Names the plan for `apply --plan`. */
  id: string
}

type Showing = Pick<Call<object>, 't' | 'lang' | 'options' | 'say' | 'io'>

export const countChanges = ({ totals }: Pick<ConfigurationPlan, 'totals'>): number =>
  totals.created + totals.changed + totals.deleted

const columns = ['table', 'name', 'action', 'field', 'before', 'after', 'online'] as const
const problemColumns = ['line', 'table', 'name', 'field', 'reason'] as const

/** Totals, exact numbers of deletions, and changes made online since the pull. */
export function printPlan({ plan, problems, online }: Planned, { t, say }: Showing): void {
  const { totals, lines } = plan
  say(
    [
      t('new: %1', [totals.created]),
      t('changed: %1', [totals.changed]),
      t('unchanged: %1', [totals.unchanged]),
      t('deleted: %1', [totals.deleted]),
      t('not in the file: %1', [totals.absent]),
      t('refused: %1', [problems.length]),
    ].join(', '),
  )
  const deleted = Map.groupBy(
    lines.filter(({ kind }) => kind === 'deleted'),
    ({ table }) => table,
  )
  for (const [table, own] of deleted) say(t('%1: %2 to delete', [table, own.length]))
  for (const item of online) {
    const place = [item.table, item.name, item.field].filter(Boolean).join(' ')
    say(t('Changed online since the pull: %1 (%2, %3)', [place, item.admin, item.date]))
  }
}

const isShown = ({ kind }: PlanLine): boolean => kind !== 'unchanged' && kind !== 'absent'

/** One line per field; a deleted record has one line. */
function tableRows(lines: readonly PlanLine[], online: readonly OnlineChange[]): ResultRow[] {
  return lines.filter(isShown).flatMap(({ table, name, kind, changes }): ResultRow[] => {
    const own = online.filter((item) => item.table === table && item.name === name)
    const changedBy = (field: string): string =>
      own.find((item) => item.field === '' || item.field === field.split('.')[0])?.admin ?? ''
    const row = { table, name, action: kind }
    const fields = Object.entries(changes)
    if (fields.length === 0) return [{ ...row, field: '', before: null, after: null, online: changedBy('') }]
    return fields.map(([field, [before, after]]) => ({ ...row, field, before, after, online: changedBy(field) }))
  })
}

const lineData = ({ table, name, kind, id, line, changes }: PlanLine) => ({
  table,
  name,
  action: kind,
  id: id > 0 ? id : null,
  line: line > 0 ? line : null,
  changes,
})

const problemData = (problem: ConfigurationProblem, call: Showing) => ({
  line: problem.line > 0 ? problem.line : null,
  table: problem.table ?? null,
  name: problem.name ?? null,
  field: problem.field ?? null,
  code: problem.code,
  reason: reasonOf(problem, call),
})

/** The message, and the known word that was probably meant. */
function reasonOf({ sentence, unknown }: ConfigurationProblem, { t }: Showing): string {
  const near = unknown && suggest(unknown.word, unknown.known)
  return [t.sentence(sentence), ...(near === undefined ? [] : [t('Did you mean %1?', [near])])].join('. ')
}

const jsonRow = ({ plan, problems, online, id }: Planned, call: Showing, change: number | null): ResultRow => ({
  plan: id,
  change,
  ...plan.totals,
  refused: problems.length,
  rows: plan.lines.filter(({ kind }) => kind !== 'unchanged').map(lineData),
  online,
  problems: problems.map((problem) => problemData(problem, call)),
})

const isJson = ({ options }: Showing): boolean => readFormat(options).format === 'json'

/** Text output is a table of the changes; JSON also has the totals. */
export function planResult(planned: Planned, call: Showing, remarks: string[], exit: Exit): Result {
  if (isJson(call)) return { rows: [jsonRow(planned, call, null)], single: true, remarks, exit }
  return { rows: tableRows(planned.plan.lines, planned.online), columns, remarks, exit }
}

export function problemResult(planned: Planned, call: Showing): Result {
  const { problems } = planned
  const remarks = [call.t('Refused: %1. Nothing was changed.', [problems.length])]
  if (isJson(call)) return { rows: [jsonRow(planned, call, null)], single: true, remarks, exit: exitCodes.failed }
  return { rows: problems.map((problem) => problemData(problem, call)), columns: problemColumns, remarks, exit: exitCodes.failed }
}

export function savedResult(planned: Planned, call: Showing, change: number): Result {
  const { totals } = planned.plan
  return {
    rows: [jsonRow(planned, call, change)],
    columns: ['change', 'created', 'changed', 'deleted'],
    single: true,
    remarks: [
      call.t('Saved: %1', [totals.created + totals.changed + totals.deleted]),
      call.t('To undo it: %1', [`tiffin undo ${change}`]),
    ],
  }
}

const SHOWN = 20

/** The plan, before it is confirmed. */
export async function showPlan({ plan, online }: Planned, call: Showing): Promise<void> {
  const { layoutTable } = await import('../results/table.ts')
  const { formatValue } = await import('../results/format-value.ts')
  const rows = tableRows(plan.lines, online)
  const texts = rows.slice(0, SHOWN).map((row) => columns.map((column) => formatValue(row[column], call.lang)))
  call.io.err(layoutTable(columns, texts, call.io.columns).text)
  if (rows.length > SHOWN) call.say(call.t('… and %1 more; --dry-run shows all', [rows.length - SHOWN]))
}
