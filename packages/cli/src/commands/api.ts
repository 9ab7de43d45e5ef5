import { type Command, Option } from 'commander'
import { action } from '../action.ts'
import type { App } from '../call.ts'
import { collect } from '../collect.ts'
import { withExamples } from '../help.ts'
import { suggestionOr, wrongUsage } from '../failure.ts'
import { suggest } from '../suggest.ts'

type Method = (input: unknown) => Promise<Record<string, unknown>>

interface ApiOptions {
  field?: string[]
  value?: string[]
  jq?: string
}

/** `api`: any raw API call. */
export function addApi(program: Command, app: App): void {
  withExamples(program.command('api <api> <method> [json]').description('make any API call; prints JSON'), [
    ['tiffin api Auth checkAuth', 'shows who you are signed in as'],
    ['tiffin api Reference getData \'{"tables":[{"table":"courier"}]}\'', 'read a table'],
    ['tiffin api Order timeline - < call.json', 'reads the data from standard input'],
    [
      'tiffin api Audit timeline -f table=courier -F id=7 --jq ".data.events[].date"',
      'data from fields; the answer filtered by jq',
    ],
  ])
    .addOption(new Option('-f, --field <key=text>', 'a text in the data; repeatable').argParser(collect))
    .addOption(new Option('-F, --value <key=json>', 'another value in the data, as JSON; repeatable').argParser(collect))
    .option('--jq <filter>', 'filter the output with a jq expression')
    .action(
      action<ApiOptions>(app, async (call) => {
        const { calls } = await import('@tiffin/sdk/contract')
        const [apiName = '', methodName = '', given] = call.args
        const api = findName(apiName, Object.keys(calls), 'API not found: %1')
        const method = findName(methodName, Object.keys(calls[api as keyof typeof calls]), 'Method not found: %1')
        if (call.options.dryRun === true) throw wrongUsage("%1 can't be used with %2", { params: ['--dry-run', 'api'] })
        const { field, value, jq } = call.options
        const data = parse(given === '-' ? await call.io.readInput() : given)
        const { readFields } = await import('../services/read-fields.ts')
        const input = readFields(data, field, value)
        const { client } = await call.connect()
        const methods = client[api as keyof typeof calls] as unknown as Record<string, Method>
        const response = await (methods[method] as Method)(input)
        if (jq !== undefined) {
          const { runJq } = await import('../services/run-jq.ts')
          return call.io.out(await runJq(response, jq))
        }
        const { printResult } = await import('../results/print-result.ts')
        printResult(
          { rows: [response], single: true },
          call.options.format === undefined ? { ...call.options, json: call.options.json ?? true } : call.options,
          call.io,
          call.lang,
          call.t,
        )
      }),
    )
}

function findName(given: string, known: readonly string[], message: 'API not found: %1' | 'Method not found: %1'): string {
  const found = known.find((name) => name.toLowerCase() === given.toLowerCase())
  if (found !== undefined) return found
  const suggestion = suggest(given, known)
  throw wrongUsage(message, { params: [given], next: [suggestionOr(suggestion, { message: known.join(', ') })] })
}

function parse(text: string | undefined): unknown {
  if (text === undefined || text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    throw wrongUsage('The data is not JSON')
  }
}
