import type { Command } from 'commander'
import type { App, Call } from './call.ts'
import { chooseLanguage } from './choose-language.ts'
import { exitCodes } from './failure.ts'
import type { GlobalOptions } from './global-options.ts'
import type { Result } from './results/result.ts'
import { isOutputBroken } from './watch-output.ts'

/**
 * Wraps a command: sets up language and connection before it, and prints its result or failure after it. Everything but
 * argument parsing is loaded here, once a command has been chosen.
 */
export function action<O extends object = object>(
  app: App,
  work: (call: Call<O>) => Promise<Result | void>,
  /** `--lang` is the language of the data; messages are in that of the environment. */
  { langIsData = false }: { langIsData?: boolean } = {},
) {
  return async (...given: unknown[]): Promise<void> => {
    const command = given.at(-1) as Command
    const { io } = app
    const options = command.optsWithGlobals<GlobalOptions & O>()
    const { loadTexts } = await import('./language.ts')
    const { escapeLine } = await import('./results/format-value.ts')
    const lang = chooseLanguage(langIsData ? undefined : options.lang, io.env)
    const { t } = await loadTexts(lang)
    try {
      const { readFormat } = await import('./global-options.ts')
      readFormat(options)
      const call: Call<O> = {
        io,
        options,
        args: command.args,
        lang,
        t,
        connect: async (without) => {
          const { company, ...others }: GlobalOptions = options
          const used = without === 'company' || company === undefined ? others : { ...others, company }
          return (await import('./connection.ts')).connect(used, io, lang)
        },
        say: (remark) => io.err(`${escapeLine(remark)}\n`),
      }
      // Signing in has an option of that name with another meaning.
      const asksForLink = options.web === true && !command.options.some(({ long }) => long === '--web')
      const result = asksForLink ? await (await import('./services/web-link.ts')).openPage(call, command) : await work(call)
      if (!result) return
      const { printResult } = await import('./results/print-result.ts')
      printResult(result, options, io, lang, t)
      result.printed?.()
      app.exit = result.exit ?? exitCodes.done
    } catch (error) {
      // `watchOutput` then reports the reason and ends the run.
      if (isOutputBroken()) return
      const { explain } = await import('./explain.ts')
      const { exit, lines } = explain(error, t, lang)
      io.err(`${lines.join('\n')}\n`)
      app.exit = exit
    }
  }
}
