import type { Command, HelpConfiguration } from 'commander'
import type { Translate } from '@tiffin/core/i18n'
import type { CommandSay, PlainCommandKey } from './texts/command-key.ts'

/** Commander hands the texts of helps back as any text; a test finds those without a translation. */
export type HelpMessage = Translate['message']

/** Helps in the language of `message`; commands take it over from the one that they belong to. */
export const helpIn = (message: HelpMessage, t: CommandSay = message): HelpConfiguration => ({
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
  // Translated before choices and default came behind it.
  styleOptionDescription: (text) => text,
})

/** Puts examples at the head of a command's help: each a command line and what it does. */
export function withExamples(command: Command, examples: readonly (readonly [line: string, does: PlainCommandKey])[]): Command {
  const widest = Math.max(...examples.map(([line]) => line.length))
  return command.addHelpText('before', () => {
    const help = command.createHelp()
    const lines = examples.map(([line, does]) => `  ${line.padEnd(widest)}  ${help.styleDescriptionText(does)}`)
    return `${help.styleTitle('Examples:')}\n${lines.join('\n')}\n`
  })
}
