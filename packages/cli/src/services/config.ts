import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { commandLine } from '@tiffin/core/command-line'
import {
  type ConfigurationFile,
  type ConfigurationPlan,
  formatConfiguration,
  type OnlineChange,
  onlineChanges,
  planConfiguration,
  readCompanyRecords,
  readConfiguration,
} from '@tiffin/core/configuration'
import { localized } from '@tiffin/core/rules'
import { apiError, isApiError, languageCode } from '@tiffin/sdk/contract'
import type { Call } from '../call.ts'
import type { Connection } from '../connection.ts'
import { exitCodes, failure, wrongUsage } from '../failure.ts'
import type { Result } from '../results/result.ts'
import { confirm } from '../prompt.ts'
import { readConfigCondition } from './config-condition.ts'
import { countChanges, type Planned, planResult, problemResult, savedResult, printPlan, showPlan } from './config-result.ts'
import { serverProblems } from './config-problems.ts'
import { writeToFile } from './local-server.ts'
import { readBytes } from './sheet-file.ts'

export interface PullOptions {
  out?: string
  names?: string
}

export interface ApplyOptions {
  prune?: boolean
  failIf?: string[]
  plan?: string
}

export async function companyOf(connection: Connection): Promise<{ id: number; name: string }> {
  const { company } = await connection.user()
  if (!company) throw apiError('company_required')
  return { id: company.company_id, name: localized(company.name, connection.lang) }
}

/** The configuration of a company as the text of a file. */
export async function pullText({ t }: Pick<Call<object>, 't'>, connection: Connection, language?: string): Promise<string> {
  const company = await companyOf(connection)
  // Read first: a change made in the meantime counts as changed online.
  const { data } = await connection.client.Config.changes({ since: Number.MAX_SAFE_INTEGER })
  const records = await readCompanyRecords(connection.client, company.id, language)
  const comment = [
    t('Configuration of %1', [company.name]),
    t('Edit it, look at the plan, then apply it:'),
    '  tiffin config plan company.yaml',
    '  tiffin config apply company.yaml',
    t('Fields with their default value are left out. Rename a record by changing its name and adding was: with the old one.'),
  ].join('\n')
  return formatConfiguration(records, { server: connection.url, company: company.id, change: data.newest }, comment)
}

export async function pullConfig(call: Call<PullOptions>): Promise<Result | void> {
  const { options, io, t } = call
  if (options.names !== undefined && !languageCode.safeParse(options.names).success)
    throw wrongUsage('Language not found: %1', { params: [options.names] })
  const out = options.out ?? '-'
  const text = await pullText(call, await call.connect(), options.names ?? languageOfFile(out))
  if (out === '-') return io.out(text)
  await writeToFile(out, options.yes === true, (stream) => pipeline(Readable.from([text]), stream as Writable))
  return {
    rows: [{ file: out }],
    single: true,
    remarks: [t('Look at the plan: %1', [commandLine(['tiffin', 'config', 'plan', out])])],
  }
}

/** A file that is pulled again keeps the names of its records. */
function languageOfFile(file: string): string | undefined {
  if (file === '-' || !existsSync(file)) return undefined
  const known = readConfiguration(readFileSync(file, 'utf8'))
  return known.problems.length === 0 ? known.language : undefined
}

export async function readConfigFile(name: string): Promise<ConfigurationFile> {
  const bytes = await readBytes(name)
  try {
    return readConfiguration(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    if (error instanceof TypeError)
      throw failure(exitCodes.failed, 'not_yaml')('The file %1 is not UTF-8 text', { params: [name] })
    throw error
  }
}

async function planNow(call: Call<ApplyOptions>, connection: Connection): Promise<Planned> {
  const file = await readConfigFile(call.args[0] ?? '')
  const { id: company } = await companyOf(connection)
  const records = await readCompanyRecords(connection.client, company, file.language)
  const plan = planConfiguration(file, records, { prune: call.options.prune === true })
  const online = await readOnline(call, connection, { file, company, plan })
  const canApply = plan.problems.length === 0 && countChanges(plan) > 0
  const problems = canApply ? await serverProblems(call, connection, plan) : plan.problems
  return { plan, problems, online, id: planId(company, plan) }
}

const planId = (company: number, { apply }: ConfigurationPlan): string =>
  createHash('sha256')
    .update(JSON.stringify([company, apply]))
    .digest('hex')
    .slice(0, 12)

async function readOnline(
  { say, t }: Call<ApplyOptions>,
  connection: Connection,
  { file, company, plan }: { file: ConfigurationFile; company: number; plan: ConfigurationPlan },
): Promise<OnlineChange[]> {
  const { pulled, language } = file
  if (!pulled || pulled.company !== company || pulled.server !== connection.url) {
    if (file.problems.length === 0) say(t('The file was not pulled from this company: changes made online are not shown'))
    return []
  }
  const { data } = await connection.client.Config.changes({ since: pulled.change })
  if (data.more) say(t('Only the newest %1 changes made online are compared', [data.changes.length]))
  return onlineChanges(plan.lines, data.changes, language)
}

/**
 * Shows the changes that a file would make. Exits with 0 for changes, 3 for none and 1 for a file with problems (AMB-228). With
 * `--fail-if`, exits with 5 if a condition is met, and with 0 for no changes.
 */
export async function planConfig(call: Call<ApplyOptions>): Promise<Result> {
  const conditions = (call.options.failIf ?? []).map(readConfigCondition)
  const planned = await planNow(call, await call.connect())
  printPlan(planned, call)
  const result = resultOfPlan(planned, call)
  const met = conditions.filter(({ holds }) => holds(planned))
  for (const { text, figure, valueIn } of met) call.say(call.t('Condition met: %1 (%2)', [text, `${figure} ${valueIn(planned)}`]))
  if (met.length > 0) return { ...result, exit: exitCodes.conditionMet }
  const isDone = conditions.length > 0 && result.exit === exitCodes.notFound
  return isDone ? { ...result, exit: exitCodes.done } : result
}

function resultOfPlan(planned: Planned, call: Call<ApplyOptions>): Result {
  if (planned.problems.length > 0) return problemResult(planned, call)
  const count = countChanges(planned.plan)
  const [file = ''] = call.args
  const prune = call.options.prune === true ? ['--prune'] : []
  const remark =
    count === 0
      ? call.t('No changes')
      : call.t('To apply exactly this: %1', [commandLine(['tiffin', 'config', 'apply', file, ...prune, '--plan', planned.id])])
  return planResult(planned, call, [remark], count === 0 ? exitCodes.notFound : exitCodes.done)
}

/** Applies exactly the changes in the plan as one change, or none if the data has changed since (MOON-06). */
export async function applyConfig(call: Call<ApplyOptions>): Promise<Result> {
  const { options, t } = call
  if (options.dryRun === true) return planConfig(call)
  const connection = await call.connect()
  const planned = await planNow(call, connection)
  printPlan(planned, call)
  if (planned.problems.length > 0) return problemResult(planned, call)
  if (options.plan !== undefined && options.plan !== planned.id) throw outdated()
  const count = countChanges(planned.plan)
  if (count === 0) return planResult(planned, call, [t('No changes')], exitCodes.notFound)
  if (options.yes !== true) {
    await showPlan(planned, call)
    await confirm(call, { text: 'Apply?' })
  }
  const change = await apply(connection, planned.plan)
  return savedResult(planned, call, change)
}

const outdated = () =>
  failure(exitCodes.failed, 'plan_outdated')('The configuration or the file has changed since the plan. Nothing was changed.', {
    next: ['Look at the new plan: tiffin config plan'],
  })

async function apply({ client }: Connection, plan: ConfigurationPlan): Promise<number> {
  try {
    const { data } = await client.Config.apply(plan.apply, { retryWrites: true, timeoutMs: 120_000 })
    return data.change
  } catch (error) {
    throw isApiError(error) && error.code === 'plan_outdated' ? outdated() : error
  }
}
