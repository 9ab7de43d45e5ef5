import { wrongUsage } from './failure.ts'

/** The default server address. */
export const DEFAULT_URL = 'http://127.0.0.1:4400'

export const formats = ['table', 'json', 'ndjson', 'csv', 'tsv'] as const
export type Format = (typeof formats)[number]

/** Options that every command takes, before or after its name. */
export interface GlobalOptions {
  /** `true` for all fields, or a list such as `order_id,total`. */
  json?: true | string
  format?: Format
  lang?: string
  profile?: string
  url?: string
  company?: string
  yes?: boolean
  dryRun?: boolean
  /** The link of its page in the console, instead of running the command. */
  web?: boolean
}

/** The output format, if one was given. */
export function readFormat(options: GlobalOptions): { format: Format | undefined; fields: string[] | undefined } {
  const fields = typeof options.json === 'string' && options.json !== '' ? readList(options.json) : undefined
  if (options.json !== undefined && options.format !== undefined && options.format !== 'json' && options.format !== 'ndjson') {
    throw wrongUsage("--json and --format %1 can't be used together", { params: [options.format] })
  }
  return { format: options.format ?? (options.json === undefined ? undefined : 'json'), fields }
}

export const readList = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)

/** Lets `--json` precede the command without reading the command's name as its list of fields. */
export function separateJson(args: readonly string[]): string[] {
  const first = args.findIndex((arg) => !arg.startsWith('-'))
  return args.map((arg, at) => (arg === '--json' && at + 1 === first ? '--json=' : arg))
}
