import { CommanderError } from 'commander'
import type { App } from './call.ts'
import { exitCodes } from './failure.ts'
import { separateJson } from './global-options.ts'
import type { HelpMessage } from './help.ts'
import { processIo } from './io.ts'
import { createProgram } from './program.ts'

/** Runs the command with these arguments and returns its exit code; `lang` applies until they have been parsed. */
export async function run(args: readonly string[], lang: string): Promise<number> {
  const app: App = { io: processIo(), exit: exitCodes.done }
  try {
    await createProgram(app, await helpLanguage(args, lang)).parseAsync(separateJson(args), { from: 'user' })
    return app.exit
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage
    throw error
  }
}

const english: HelpMessage = (text, params = []) =>
  text.replaceAll(/%([1-4])/g, (mark, at) => String(params[Number(at) - 1] ?? mark))

/** Help is written during parsing, so its texts are loaded first. English and `--version` need no loading. */
async function helpLanguage(args: readonly string[], lang: string): Promise<HelpMessage> {
  if (lang === 'en' || args.some((arg) => arg === '--version' || arg === '-V')) return english
  const { loadTexts } = await import('./language.ts')
  return (await loadTexts(lang)).t.message
}
