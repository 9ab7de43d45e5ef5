import { type ErrorCode, type ErrorDetails, isApiError } from '@tiffin/sdk/contract'
import { isSheetError, type SheetErrorCode } from '@tiffin/core/import'
import { refusalOf } from '@tiffin/core/screens'
import { VERSION_LINE } from './build-info.ts'
import { type Exit, exitCodes, isFailure } from './failure.ts'
import { escapeLine } from './results/format-value.ts'
import type { CommandTranslate, PlainCommandKey } from './texts/command-key.ts'

/** An error as reported to users and scripts. */
export interface Explanation {
  exit: Exit
  code: string
  lines: string[]
}

/** Advice for each error code. */
const advice: Partial<Record<ErrorCode, PlainCommandKey>> = {
  server_error: 'Try again. If it fails again, look for the error in the log of the server',
  session_required: 'Sign in: tiffin login',
  session_expired: 'Sign in: tiffin login',
  account_blocked: 'Ask an owner of the company to unblock the account',
  company_required: 'Choose one: tiffin company list, then tiffin company use <id>',
  token_malformed: 'Copy the whole token, or create one: tiffin token create',
  token_revoked: 'Create another one: tiffin token create',
  token_expired: 'Create another one: tiffin token create',
  token_factor_required: 'Its owner sets it up in the console, or with tiffin login; then the token works again',
  token_company: 'Choose one of its companies with --company; tiffin whoami shows them',
  token_not_allowed: 'Sign in: tiffin login',
  foreign_company: 'List your companies: tiffin company list',
  network: 'Is the server running? Start it with tiffin serve, or set another with --url',
  bad_answer: 'No Tiffin server at this address: check it, or set another with --url',
  timeout_client: 'Try again, or request less data',
  conflict: 'Get the current version, then make your change again',
  in_use: 'First change or delete the records that use it, listed above',
  export_busy: 'Try again when one of them has finished',
  export_broken: 'Try again, or request less data',
  client_outdated: 'Update tiffin',
  reason_required: 'Pass a reason with --reason',
  handoff_required: 'Pass the code with --code, or a reason with --without-code',
  pairing_code_unknown: 'Check the code on the terminal: it changes every 10 minutes',
  bad_credentials: 'Check login and password',
  import_refused: 'Correct them, or import the others with --skip-refused',
  already_imported: 'To change these records, use --key. To create them again: --again',
  plan_outdated: 'Run the import again to see the new plan',
  not_in_status: 'See its current state: tiffin orders show <id>',
}
const exitOf: Partial<Record<ErrorCode, Exit>> = {
  session_required: exitCodes.signIn,
  session_expired: exitCodes.signIn,
  token_malformed: exitCodes.signIn,
  token_revoked: exitCodes.signIn,
  token_expired: exitCodes.signIn,
  token_factor_required: exitCodes.signIn,
  token_not_allowed: exitCodes.signIn,
  not_found: exitCodes.notFound,
  cancelled: exitCodes.interrupted,
  unknown_call: exitCodes.usage,
  unknown_field: exitCodes.usage,
  unknown_operator: exitCodes.usage,
  unknown_table: exitCodes.usage,
}

/** The file is good, but not the sheet, column or encoding chosen by an option. */
const wrongChoices: ReadonlySet<SheetErrorCode> = new Set([
  'no_such_sheet',
  'no_such_column',
  'ambiguous_column',
  'no_such_rows',
  'no_columns',
  'no_such_field',
  'repeated_field',
  'no_key_column',
  'unknown_encoding',
])

/** Turns any error into a message in the reader's language, a code and an exit code. Quoted data is escaped for the terminal. */
export function explain(error: unknown, t: CommandTranslate, lang: string): Explanation {
  const explanation = toExplanation(error, t, lang)
  return { ...explanation, lines: explanation.lines.map(escapeLine) }
}

function toExplanation(error: unknown, t: CommandTranslate, lang: string): Explanation {
  if (isFailure(error)) {
    return {
      exit: error.exit,
      code: error.code,
      lines: [
        `${t.sentence(error)}${codeMark(error.code)}`,
        ...error.next.map((line) => (typeof line === 'string' ? t(line) : t.sentence(line))),
      ],
    }
  }
  if (isSheetError(error)) {
    const exit = wrongChoices.has(error.code) ? exitCodes.usage : exitCodes.failed
    return { exit, code: error.code, lines: [`${t.sentence(error)}${codeMark(error.code)}`] }
  }
  if (isApiError(error)) {
    // Tiffin includes a code in every response; a bare HTTP status comes from another server.
    const isForeign = error.because?.['http'] !== undefined
    const next = advice[isForeign ? 'bad_answer' : error.code]
    const scope = error.code === 'scope_required' ? error.params?.[0] : undefined
    const exit = exitOf[error.code] ?? exitCodes.failed
    const explanation = (error.refused ?? [error]).flatMap((item) => [sentence(item, t, lang), ...reasonLines(item.because)])
    const last = next ? t(next) : scope && t('Create a token with this scope: %1', [`tiffin token create --scope ${scope}`])
    return { exit, code: error.code, lines: [...explanation, ...(last ? [last] : [])] }
  }
  // The server's start-up errors have a code and say what to do.
  if (error instanceof Error && 'code' in error && typeof error.code === 'string' && /^[a-z_]+$/.test(error.code)) {
    return { exit: exitCodes.failed, code: error.code, lines: `${error.message}${codeMark(error.code)}`.split('\n') }
  }
  if (error instanceof Error && 'syscall' in error && 'code' in error) {
    return { exit: exitCodes.failed, code: String(error.code), lines: [`${error.message}${codeMark(String(error.code))}`] }
  }
  return {
    exit: exitCodes.failed,
    code: 'bug',
    lines: [
      t('This is a bug in Tiffin. Please report it with these lines:'),
      VERSION_LINE,
      ...(error instanceof Error ? (error.stack ?? error.message) : String(error)).split('\n'),
    ],
  }
}

const codeMark = (code: string): string => ` [${code}]`

function sentence(error: ErrorDetails, t: CommandTranslate, lang: string): string {
  const place = [
    error.table === undefined ? [] : [error.table],
    error.row === undefined ? [] : [`#${error.row + 1}`],
    error.field === undefined ? [] : [error.field],
  ].flat()
  return `${t.sentence(refusalOf(error, t, lang))}${place.length > 0 ? ` (${place.join(' ')})` : ''}${codeMark(error.code)}`
}

function reasonLines(details: Record<string, unknown> | undefined): string[] {
  if (!details) return []
  return Object.entries(details).map(([name, value]) => `  ${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
}
