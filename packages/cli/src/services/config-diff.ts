import { existsSync } from 'node:fs'
import { planConfiguration, type PlanLine, readCompanyRecords, readConfiguration } from '@tiffin/core/configuration'
import type { Call } from '../call.ts'
import { type Connection, connect } from '../connection.ts'
import { exitCodes, failure, wrongUsage } from '../failure.ts'
import type { Result } from '../results/result.ts'
import { companyOf, pullText, readConfigFile } from './config.ts'

/** A company or a file. */
type Side = { connection: Connection } | { file: string }

/** Lists the differences between two companies, or a company and a file; exits with 3 if there are none. */
export async function diffConfig(call: Call<object>): Promise<Result> {
  const [from = '', to] = call.args
  const sides = [
    await sideOf(call, from),
    to === undefined ? { connection: await call.connect() } : await sideOf(call, to),
  ] as const
  const [left, right] = sides
  if ('file' in left && 'file' in right)
    throw wrongUsage('One of the two must be a company: %1', { params: [call.args.join(' ')] })
  // A plan leads from a company to a file; from a file to a company it is read backwards.
  const isBackwards = 'file' in left
  const lines = isBackwards ? (await linesOf(call, right, left)).map(reversed) : await linesOf(call, left, right)
  const rows = lines.flatMap(({ table, name, kind, changes }) => {
    const row = { table, name, action: kind === 'absent' ? 'deleted' : kind }
    const fields = Object.entries(changes)
    if (fields.length === 0) return [{ ...row, field: '', before: null, after: null }]
    return fields.map(([field, [before, after]]) => ({ ...row, field, before, after }))
  })
  const remarks = rows.length === 0 ? [call.t('No differences')] : []
  return {
    rows,
    columns: ['table', 'name', 'action', 'field', 'before', 'after'],
    remarks,
    exit: rows.length === 0 ? exitCodes.notFound : exitCodes.done,
  }
}

async function sideOf(call: Call<object>, given: string): Promise<Side> {
  if (existsSync(given) || /\.ya?ml$/i.test(given)) return { file: given }
  if (!/^\d{1,15}$/.test(given)) throw wrongUsage('Neither the ID of a company nor a file: %1', { params: [given] })
  return { connection: connect({ ...call.options, company: given }, call.io, call.lang) }
}

async function linesOf(call: Call<object>, from: Side, to: Side): Promise<readonly PlanLine[]> {
  if (!('connection' in from)) return []
  const file = 'file' in to ? await readConfigFile(to.file) : readConfiguration(await pullText(call, to.connection))
  const company = await companyOf(from.connection)
  const plan = planConfiguration(file, await readCompanyRecords(from.connection.client, company.id, file.language))
  const [problem] = plan.problems
  if (problem)
    throw failure(exitCodes.failed, problem.code)('Line %1: %2', {
      params: [problem.line, call.t.sentence(problem.sentence)],
      next: ['See all problems: tiffin config plan'],
    })
  return plan.lines.filter(({ kind }) => kind !== 'unchanged')
}

const opposite = { created: 'absent', absent: 'created', deleted: 'created', changed: 'changed', unchanged: 'unchanged' } as const

const reversed = (line: PlanLine): PlanLine => ({
  ...line,
  kind: opposite[line.kind],
  changes: Object.fromEntries(Object.entries(line.changes).map(([field, [before, after]]) => [field, [after, before]])),
})
