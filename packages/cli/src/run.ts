import { CommanderError } from 'commander'
import type { Translate } from '@tiffin/core/i18n'
import type { App } from './call.ts'
import { chooseLanguage } from './choose-language.ts'
import { exits } from './failure.ts'
import { separateJson } from './global-options.ts'
import { processIo } from './io.ts'
import { createProgram } from './program.ts'

/** Runs the command with these arguments and answers its exit code. */
export async function run(args: readonly string[]): Promise<number> {
  const app: App = { io: processIo(), exit: exits.done }
  try {
    await createProgram(app, await helpLanguage(args, app.io.env)).parseAsync(separateJson(args), { from: 'user' })
    return app.exit
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exits.done : exits.usage
    throw error
  }
}

const english: Translate = (key, params = []) => key.replaceAll(/%([1-4])/g, (mark, at) => String(params[Number(at) - 1] ?? mark))

/** Helps are written while arguments are read, so their texts are there before; who wants English or the version waits for none. */
async function helpLanguage(args: readonly string[], env: App['io']['env']): Promise<Translate> {
  const at = args.findIndex((arg) => /^--lang(?:=|$)/.test(arg))
  const flag = at < 0 ? undefined : (args[at]?.split('=')[1] ?? args[at + 1])
  const lang = chooseLanguage(flag, env)
  if (lang === 'en' || args.some((arg) => arg === '--version' || arg === '-V')) return english
  const { loadTexts } = await import('./language.ts')
  return (await loadTexts(lang)).t
}
