import { spawn } from 'node:child_process'
import { readCompanies } from '@tiffin/core'
import { localized } from '@tiffin/core/rules'
import type { Multilang } from '@tiffin/sdk/contract'
import type { Call } from '../call.ts'
import type { Connection } from '../connection.ts'
import { exitCodes, notFound, wrongUsage } from '../failure.ts'
import type { Result } from '../results/result.ts'

interface CompanyResult {
  company_id: number
  name: Multilang
  exit: number
  output?: unknown
}

/** Commands about the profile or this machine, not about a company. */
const withoutCompany: ReadonlySet<string> = new Set(['each-company', 'login', 'logout', 'serve', 'demo', 'board'])

/**
 * Runs a command in a separate process for each company, one after the other. Its output is passed on; with `--json` the
 * result has it instead. Exits with 1 if it failed for one company.
 */
export async function eachCompany(call: Call<object>, connection: Connection): Promise<Result> {
  const { args, options, io, lang, t } = call
  const [name = ''] = args
  if (withoutCompany.has(name)) throw wrongUsage("%1 can't be used with %2", { params: ['each-company', name] })
  const companies = await readCompanies(connection.client)
  if (companies.length === 0) throw notFound('No results')
  const isData = options.json !== undefined || options.format !== undefined
  const rows: CompanyResult[] = []
  for (const { company_id, name: texts } of companies) {
    const title = localized(texts, lang)
    if (!isData) io.err(`${t('Company %1: %2', [company_id, title])}\n`)
    const own = args.map((arg) => arg.replaceAll('{company}', String(company_id)))
    const { exit, output } = await runFor(call, [...passedOn(options), '--company', String(company_id), ...own], isData)
    rows.push({ company_id, name: texts, exit, ...(isData ? { output: parsed(output) } : {}) })
  }
  const failed = rows.filter(({ exit }) => exit !== exitCodes.done)
  return {
    ...(isData ? { rows: rows.map((row) => ({ ...row })), columns: ['company_id', 'name', 'exit', 'output'] } : { rows: [] }),
    remarks: [
      ...failed.map(({ company_id, name: texts, exit }) =>
        t('%1 %2: failed, exit code %3', [company_id, localized(texts, lang), exit]),
      ),
      t('Companies: %1, failed: %2', [rows.length, failed.length]),
    ],
    exit: failed.length > 0 ? exitCodes.failed : exitCodes.done,
  }
}

/** The server and user of this run; other global options belong to the command itself. */
const passedOn = ({ profile, url, lang }: Call<object>['options']): string[] =>
  Object.entries({ profile, url, lang }).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value]))

/** Runs this program with other arguments; its output is collected or passed on. */
function runFor(call: Call<object>, args: readonly string[], collects: boolean): Promise<{ exit: number; output: string }> {
  const program = process.argv[1] as string
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...process.execArgv, program, ...args], {
      env: { ...call.io.env },
      stdio: ['ignore', collects ? 'pipe' : 'inherit', 'inherit'],
    })
    let output = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.on('error', reject)
    child.on('close', (code) => resolve({ exit: code ?? exitCodes.failed, output }))
  })
}

/** JSON as data, other output as text. */
function parsed(output: string): unknown {
  try {
    return JSON.parse(output)
  } catch {
    return output
  }
}
