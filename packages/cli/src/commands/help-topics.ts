import type { Command } from 'commander'
import { action } from '../action.ts'
import type { App } from '../call.ts'
import { withExamples } from '../help.ts'

const findCommand = (program: Command, words: readonly string[]): Command | undefined =>
  words.reduce<Command | undefined>(
    (found, word) => found?.commands.find((one) => one.name() === word || one.aliases().includes(word)),
    program,
  )

/** `help`: the help of a command, or a page of the console's help; a command takes precedence over a topic of its name. */
export function addHelp(program: Command, app: App): void {
  program.helpCommand(false)
  withExamples(program.command('help [words...]').description('explain a command, or a page of the console'), [
    ['tiffin help orders move', 'the options of a command'],
    ['tiffin help promo-codes', 'the same text as in the console'],
    ['tiffin help', 'all commands and topics'],
  ]).action(
    action(app, async (call) => {
      const { describeTopic, listTopics } = await import('../services/help-topic.ts')
      const command = findCommand(program, call.args)
      if (command === program) {
        program.outputHelp()
        call.io.out(`\n${call.t('Topics:')}\n${listTopics(call)}\n`)
      } else if (command) command.outputHelp()
      else
        call.io.out(`${describeTopic(call.args.join('-'), call, (text, width) => program.createHelp().boxWrap(text, width))}\n`)
    }),
  )
}
