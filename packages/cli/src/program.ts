import { Command, Option } from 'commander'
import { VERSION_LINE } from './build-info.ts'
import type { App } from './call.ts'
import { addApi } from './commands/api.ts'
import { addCall } from './commands/call.ts'
import { addChat } from './commands/chat.ts'
import { addCompany } from './commands/company.ts'
import { addCompletion } from './commands/completion.ts'
import { addConfig } from './commands/config.ts'
import { addDevice } from './commands/device.ts'
import { addEachCompany } from './commands/each-company.ts'
import { addDictionary } from './commands/dictionary.ts'
import { addEntities } from './commands/entities.ts'
import { addHelp } from './commands/help-topics.ts'
import { addImport } from './commands/import.ts'
import { addLint } from './commands/lint.ts'
import { addMailing } from './commands/mailing.ts'
import { addMan } from './commands/man.ts'
import { addOpen } from './commands/open.ts'
import { addOrders } from './commands/orders.ts'
import { addPrint } from './commands/print.ts'
import { addReport } from './commands/report.ts'
import { addSchema } from './commands/schema.ts'
import { addServer } from './commands/server.ts'
import { addUndo } from './commands/undo.ts'
import { addWebhook } from './commands/webhook.ts'
import { addWhere } from './commands/where.ts'
import { addWhichMerchant } from './commands/which-merchant.ts'
import { addTariff } from './commands/tariff.ts'
import { addWhy } from './commands/why.ts'
import { addToken } from './commands/token.ts'
import { addSession } from './commands/session.ts'
import { exitMeanings } from './failure.ts'
import { formats } from './global-options.ts'
import { helpIn, type HelpMessage, withExamples, wrapped } from './help.ts'
import type { CommandTranslateText } from './texts/command-key.ts'

const VARIABLES = 'TIFFIN_URL, TIFFIN_TOKEN, TIFFIN_PROFILE, TIFFIN_COMPANY, NO_COLOR, LANG'

const ending = (t: CommandTranslateText, wrap: (text: string) => string): string => `
${t('Exit codes:')}
${Object.entries(exitMeanings)
  .map(([code, meaning]) => `  ${code}  ${t(meaning)}`)
  .join('\n')}

${wrap(t('Environment: %1. More in docs/command-line.md.', [VARIABLES]))}
`

/** Repeated values as one list, which only some commands take. */
const joinList = (value: string, before?: string): string => (before === undefined ? value : `${before},${value}`)

/** Builds the whole commander program; `message` translates its help texts. */
export function createProgram(app: App, message: HelpMessage): Command {
  const t: CommandTranslateText = message
  const program = new Command('tiffin')
  program
    .description('Orders, boards and data of a delivery platform from the command line.')
    .version(VERSION_LINE, '-V, --version')
    .exitOverride()
    .configureHelp(helpIn(message))
    .configureOutput({ writeOut: (text) => app.io.out(text), writeErr: (text) => app.io.err(text) })
    .showHelpAfterError(t('(more with --help)'))
    .addOption(new Option('--json [fields]', 'output JSON, optionally only these fields (order_id,total)'))
    .addOption(new Option('--format <format>', 'output format (default: table on a terminal, otherwise tsv)').choices(formats))
    .addOption(new Option('--company <id>', 'company to act for, instead of the selected one').argParser(joinList))
    .option('--profile <name>', 'profile with the saved session to use')
    .option('--url <address>', 'server URL, such as http://127.0.0.1:4400')
    .option('--lang <code>', 'language of texts and messages')
    .option('-y, --yes', 'skip confirmation prompts')
    .option('--dry-run', 'only show what would change')
    .option('--web', 'print the link of its page in the console instead, and open it on a terminal')
    .addHelpText('after', ({ command }) => ending(t, (text) => wrapped(command, text)))
  withExamples(program, [
    ['tiffin login --url http://127.0.0.1:4400', 'sign in once'],
    ['tiffin orders list', 'the open orders'],
    ['tiffin orders move 42 --to Ready', 'move an order'],
    ['tiffin list courier --where courier_status=1 --json', 'any table, as JSON'],
    ['tiffin board', 'the board in this terminal'],
  ])
  addSession(program, app)
  addToken(program, app)
  addChat(program, app)
  addMailing(program, app)
  addWebhook(program, app)
  addCompany(program, app)
  addTariff(program, app)
  addOrders(program, app)
  addReport(program, app)
  addWhere(program, app)
  addCall(program, app)
  addWhichMerchant(program, app)
  addWhy(program, app)
  addDevice(program, app)
  addEntities(program, app)
  addImport(program, app)
  addSchema(program, app)
  addEachCompany(program, app)
  addDictionary(program, app)
  addConfig(program, app)
  addUndo(program, app)
  addLint(program, app)
  addPrint(program, app)
  addServer(program, app)
  addApi(program, app)
  addOpen(program, app)
  addHelp(program, app)
  addCompletion(program, app)
  addMan(program, app, async () => (await import('./services/man-page.ts')).manPage(program, t, VARIABLES))
  return program
}
