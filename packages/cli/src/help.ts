import type { Command, HelpConfiguration } from 'commander'
import type { Translate } from '@tiffin/core/i18n'

/** Helps in the language of `t`; commands take it over from the one that they belong to. */
export const helpIn = (t: Translate): HelpConfiguration => ({
  showGlobalOptions: true,
  sortSubcommands: false,
  styleTitle: (title) => t(title),
  styleDescriptionText: (text) => t(text),
  optionDescription: ({ description, argChoices, defaultValue }) =>
    [
      t(description),
      ...(argChoices === undefined ? [] : [`(${argChoices.join(', ')})`]),
      ...(defaultValue === undefined ? [] : [`(${t('default: %1', [String(defaultValue)])})`]),
    ].join(' '),
  // Translated before choices and default came behind it.
  styleOptionDescription: (text) => text,
})

/** Puts examples at the head of a command's help: each a command line and what it does. */
export function withExamples(command: Command, examples: readonly (readonly [line: string, does: string])[]): Command {
  const widest = Math.max(...examples.map(([line]) => line.length))
  return command.addHelpText('before', () => {
    const help = command.createHelp()
    const lines = examples.map(([line, does]) => `  ${line.padEnd(widest)}  ${help.styleDescriptionText(does)}`)
    return `${help.styleTitle('Examples:')}\n${lines.join('\n')}\n`
  })
}
