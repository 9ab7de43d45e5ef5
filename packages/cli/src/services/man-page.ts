import type { Command, Help } from 'commander'
import { VERSION } from '../build-info.ts'
import { exitMeanings } from '../failure.ts'
import { examplesOf } from '../help.ts'
import type { CommandTranslateText, PlainCommandKey } from '../texts/command-key.ts'

/** Escapes a text for roff, where a backslash begins an escape, a leading dot or apostrophe a macro, and - is a hyphen. */
const escapeRoff = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(/^[.']/gm, String.raw`\&$&`)

const bold = (text: string): string => `\\fB${escapeRoff(text)}\\fR`
const item = (term: string, text: string): string => `.TP\n${bold(term)}\n${escapeRoff(text)}\n`

/** The manual page of the whole command, for man, from the texts of its help. */
export function manPage(program: Command, t: CommandTranslateText, variables: string): string {
  const section = (title: PlainCommandKey, text: string): string => `.SH ${t(title).replace(/:$/, '').toUpperCase()}\n${text}`
  const help = program.createHelp()
  const codes = Object.entries(exitMeanings).map(([code, meaning]) => item(code, t(meaning)))
  return [
    `.TH TIFFIN 1 "" "tiffin ${escapeRoff(VERSION)}"\n`,
    section('Name', `tiffin \\- ${escapeRoff(help.styleDescriptionText(program.description()))}\n`),
    section('Usage:', `${bold('tiffin')} ${escapeRoff(program.usage())}\n`),
    section('Options:', options(program, help)),
    section('Commands:', subcommands(program, help, t).join('')),
    section('Exit codes:', codes.join('')),
    section('Environment', `${escapeRoff(variables)}\n`),
  ].join('')
}

const options = (command: Command, help: Help): string =>
  help
    .visibleOptions(command)
    .filter(({ long }) => long !== '--help' || command.parent === null)
    .map((option) => item(option.flags, help.optionDescription(option)))
    .join('')

/** The commands that do something, with those below them. */
function subcommands(command: Command, help: Help, t: CommandTranslateText, path = 'tiffin'): string[] {
  return help
    .visibleCommands(command)
    .filter((other) => other.name() !== 'help')
    .flatMap((entry) => {
      const own = `${path} ${entry.name()}`
      if (entry.commands.length > 0) return subcommands(entry, help, t, own)
      const examples = examplesOf(entry).map(([line, does]) => item(line, help.styleDescriptionText(does)))
      const usage = [own, ...entry.registeredArguments.map((argument) => help.argumentTerm(argument))].join(' ')
      return [
        `.SS "${escapeRoff(own)}"\n${escapeRoff(help.styleDescriptionText(entry.description()))}\n.PP\n${bold(usage)}\n`,
        options(entry, help),
        examples.length === 0 ? '' : `.PP\n${t('Examples:')}\n${examples.join('')}`,
      ]
    })
}
