import { spawn } from 'node:child_process'
import { readCompanies } from '@tiffin/core'
import { localized } from '@tiffin/core/rules'
import type { Multilang } from '@tiffin/sdk/contract'
import type { Call } from '../call.ts'
import type { Connection } from '../connection.ts'
import { type Exit, exitCodes, exitMeanings, notFound, wrongUsage } from '../failure.ts'
import type { Result } from '../results/result.ts'

interface CompanyResult {
  company_id: number
  name: Multilang
  exit: Exit
  output?: unknown
}

/** Commands about the profile or this machine, not about a company. */
const withoutCompany: ReadonlySet<string> = new Set(['each-company', 'login', 'logout', 'serve', 'demo', 'board'])

/**
 * Runs a command in a separate process for each company, one after the other, until one is interrupted. Its output is passed on;
 * with `--json` the result has it instead.
 */
export async function eachCompany(call: Call<object>, connection: Connection): Promise<Result> {
  const { args, options, io, lang, t } = call
  const [name = ''] = args
  if (withoutCompany.has(name)) throw wrongUsage("%1 can't be used with %2", { params: ['each-company', name] })
  // It would act for the same company every time.
  const company = args.find((arg) => /^--company(=|$)/.test(arg))
  if (company !== undefined) throw wrongUsage("%1 can't be used with %2", { params: ['each-company', '--company'] })
  const shared = sharedFile(args)
  if (shared !== undefined)
    throw wrongUsage('%1 needs {company} in the name of the file, which each company would overwrite', { params: [shared] })
  const companies = await readCompanies(connection.client)
  if (companies.length === 0) throw notFound('No results')
  const isData = options.json !== undefined || options.format !== undefined
  const rows: CompanyResult[] = []
  for (const { company_id, name: texts } of companies) {
    if (!isData) io.err(`${t('Company %1: %2', [company_id, localized(texts, lang)])}\n`)
    const own = args.map((arg) => arg.replaceAll('{company}', String(company_id)))
    const { exit, output } = await runFor(call, [...passedOn(options), '--company', String(company_id), ...own], isData)
    rows.push({ company_id, name: texts, exit, ...(isData ? { output: parsed(output) } : {}) })
    if (exit === exitCodes.interrupted) break
  }
  const others = rows.filter(({ exit }) => exit !== exitCodes.done)
  return {
    ...(isData ? { rows: rows.map((row) => ({ ...row })), columns: ['company_id', 'name', 'exit', 'output'] } : { rows: [] }),
    remarks: [
      ...others.map(({ company_id, name: texts, exit }) =>
        t('%1 %2: %3, exit code %4', [company_id, localized(texts, lang), t(exitMeanings[exit]), exit]),
      ),
      t('Companies: %1, failed: %2', [rows.length, rows.filter(({ exit }) => failures.has(exit)).length]),
    ],
    exit: exitOf(rows.map(({ exit }) => exit)),
  }
}

/** Elsewhere, `-o` is the order of rows. */
const withShortOut: ReadonlySet<string> = new Set(['export', 'config', 'dictionary'])

/** The option whose file would be the same for all companies. */
function sharedFile(args: readonly string[]): string | undefined {
  const given = args.flatMap((arg, at) => {
    const [, flag, value = args[at + 1] ?? ''] = /^(-o|--(?:out|rejected|html)(?==|$))=?(.+)?$/s.exec(arg) ?? []
    const isFile = flag !== undefined && (flag !== '-o' || withShortOut.has(args[0] ?? ''))
    return isFile ? [{ flag, value }] : []
  })
  if (args[0] === 'export' && !given.some(({ flag }) => flag === '-o' || flag === '--out')) return '--out'
  return given.find(({ value }) => value !== '-' && !value.startsWith('/dev/') && !value.includes('{company}'))?.flag
}

const failures: ReadonlySet<Exit> = new Set([exitCodes.failed, exitCodes.usage, exitCodes.signIn, exitCodes.interrupted])

/** A failure counts most, then a condition that is met; "nothing" only if it is so for all companies. */
function exitOf(exits: readonly Exit[]): Exit {
  if (exits.includes(exitCodes.interrupted)) return exitCodes.interrupted
  if (exits.some((exit) => failures.has(exit))) return exitCodes.failed
  if (exits.includes(exitCodes.conditionMet)) return exitCodes.conditionMet
  return exits.every((exit) => exit === exitCodes.notFound) ? exitCodes.notFound : exitCodes.done
}

/** Options passed to the run of each company: server, user and confirmation. The output format applies to this run only. */
const passedOn = ({ profile, url, lang, yes, dryRun }: Call<object>['options']): string[] => [
  ...Object.entries({ profile, url, lang }).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value])),
  ...(yes === true ? ['--yes'] : []),
  ...(dryRun === true ? ['--dry-run'] : []),
]

/** Runs this program with other arguments; its output is collected or passed on. Signals to stop are passed on too. */
function runFor(call: Call<object>, args: readonly string[], collects: boolean): Promise<{ exit: Exit; output: string }> {
  const program = process.argv[1] as string
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...process.execArgv, program, ...args], {
      env: { ...call.io.env },
      stdio: ['ignore', collects ? 'pipe' : 'inherit', 'inherit'],
    })
    let output = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text))
    const stop = (signal: NodeJS.Signals): void => void child.kill(signal)
    process.on('SIGINT', stop).on('SIGTERM', stop)
    child.on('error', reject)
    child.on('close', (code, signal) => {
      process.off('SIGINT', stop).off('SIGTERM', stop)
      const isStopped = signal === 'SIGINT' || signal === 'SIGTERM'
      resolve({ exit: isStopped ? exitCodes.interrupted : known(code), output })
    })
  })
}

const known = (code: number | null): Exit => Object.values(exitCodes).find((exit) => exit === code) ?? exitCodes.failed

/** JSON as data, other output as text. */
function parsed(output: string): unknown {
  try {
    return JSON.parse(output)
  } catch {
    return output
  }
}
