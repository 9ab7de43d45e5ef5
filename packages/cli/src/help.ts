import type { Command, HelpConfiguration } from 'commander'
import type { Translate } from '@tiffin/core/i18n'
import type { CommandTranslateText, PlainCommandKey } from './texts/command-key.ts'

/** Commander types help texts as plain strings; a test finds untranslated ones. */
export type HelpMessage = Translate['message']

/** Help in the language of `message`; subcommands inherit it. */
export const helpIn = (message: HelpMessage, t: CommandTranslateText = message): HelpConfiguration => ({
  showGlobalOptions: true,
  sortSubcommands: false,
  styleTitle: (title) => message(title),
  styleDescriptionText: (text) => message(text),
  optionDescription: ({ description, argChoices, defaultValue }) =>
    [
      message(description),
      ...(argChoices === undefined ? [] : [`(${argChoices.join(', ')})`]),
      ...(defaultValue === undefined ? [] : [`(${t('default: %1', [String(defaultValue)])})`]),
    ].join(' '),
  // These texts were already translated, before choices and defaults were appended.
  styleOptionDescription: (text) => text,
})

type Example = readonly [line: string, does: PlainCommandKey]
const examplesByCommand = new WeakMap<Command, readonly Example[]>()
export const examplesOf = (command: Command): readonly Example[] => examplesByCommand.get(command) ?? []

/** Puts examples at the top of a command's help: each is a command line and a description. */
export function withExamples(command: Command, examples: readonly Example[]): Command {
  examplesByCommand.set(command, examples)
  const widest = Math.max(...examples.map(([line]) => line.length))
  return command.addHelpText('before', () => {
    const help = command.createHelp()
    const lines = examples.map(([line, does]) => `  ${line.padEnd(widest)}  ${help.styleDescriptionText(does)}`)
    return `${help.styleTitle('Examples:')}\n${lines.join('\n')}\n`
  })
}
