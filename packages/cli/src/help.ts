import type { Command, HelpConfiguration } from 'commander'
import type { Translate } from '@tiffin/core/i18n'
import type { CommandTranslateText, PlainCommandKey } from './texts/command-key.ts'

/** Commander types help texts as plain strings; a test finds untranslated ones. */
export type HelpMessage = Translate['message']

/** Help in the language of `message`; subcommands inherit it. */
export const helpIn = (message: HelpMessage, t: CommandTranslateText = message): HelpConfiguration => ({
  showGlobalOptions: true,
  // Descriptions also wrap beside wide options in a narrow terminal.
  minWidthToWrap: 12,
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

/** A text in the width of the terminal; a pipe has no width. */
export const wrapped = (command: Command, text: string, indent = 0): string =>
  command.createHelp().boxWrap(text, (command.configureOutput().getOutHelpWidth?.() ?? Infinity) - indent)

type Example = readonly [line: string, does: PlainCommandKey]
const examplesByCommand = new WeakMap<Command, readonly Example[]>()
export const examplesOf = (command: Command): readonly Example[] => examplesByCommand.get(command) ?? []

/** Puts examples at the top of a command's help: each is a command line and a description. */
export function withExamples(command: Command, examples: readonly Example[]): Command {
  examplesByCommand.set(command, examples)
  const widest = Math.max(...examples.map(([line]) => line.length))
  return command.addHelpText('before', () => {
    const help = command.createHelp()
    const texts = examples.map(([line, does]) => [line, help.styleDescriptionText(does)] as const)
    // A pipe has no width.
    const columns = command.configureOutput().getOutHelpWidth?.() ?? Infinity
    const fits = texts.every(([, does]) => widest + does.length + 4 <= columns)
    const below = (does: string): string => help.boxWrap(does, columns - 6).replaceAll(/^/gm, '      ')
    const lines = texts.map(([line, does]) => (fits ? `  ${line.padEnd(widest)}  ${does}` : `  ${line}\n${below(does)}`))
    return `${help.styleTitle('Examples:')}\n${lines.join('\n')}\n`
  })
}
