import type { PlainKey } from '@tiffin/core/i18n'
import { type Command, keyTables, type ArgumentKind } from '../keys.ts'

export interface CommandWord {
  /** The word to type: `sign-out`. */
  name: string
  command: Command<'board'>
  about: PlainKey
  argument: ArgumentKind | undefined
}

/** Cursor steps work only by key. */
const keysOnly: ReadonlySet<string> = new Set<Command<'board'>>([
  'left',
  'right',
  'up',
  'down',
  'first',
  'last',
  'pageUp',
  'pageDown',
  'tile',
  'command',
  'back',
])

const nameOf = (command: string): string => command.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** The words of the command line, from the board's key table. */
export const boardCommands: readonly CommandWord[] = keyTables.board
  .filter(({ command }) => !keysOnly.has(command))
  .map(({ command, about, argument }) => ({ name: nameOf(command), command: command as Command<'board'>, about, argument }))
  .toSorted((a, b) => a.name.localeCompare(b.name))

const split = (line: string): { name: string; argument: string | undefined } => {
  const [, name = '', argument] = /^\s*(\S*)(?:\s+(.*))?$/.exec(line) ?? []
  return { name: name.toLowerCase(), argument }
}

/** The command of a line, by name or unique prefix, and its argument. */
export function parseCommand(line: string): { word: CommandWord | undefined; argument: string } {
  const { name, argument = '' } = split(line)
  const begun = name === '' ? [] : boardCommands.filter((word) => word.name.startsWith(name))
  const word = begun.find((candidate) => candidate.name === name) ?? (begun.length === 1 ? begun[0] : undefined)
  return { word, argument: argument.trim() }
}

export interface Completion {
  /** The line up to where the candidates differ. */
  line: string
  candidates: readonly string[]
}

/** Completions of a line: command names, or after a name its values. */
export function completeCommand(line: string, valuesOf: (kind: ArgumentKind) => readonly string[]): Completion {
  const { name, argument } = split(line)
  if (argument === undefined && !/\s$/.test(line)) {
    const names = boardCommands.filter((word) => word.name.startsWith(name)).map((word) => word.name)
    return { line: commonPrefix(name, names), candidates: names }
  }
  const { word } = parseCommand(name)
  if (!word?.argument) return { line, candidates: [] }
  const typed = argument ?? ''
  const values = valuesOf(word.argument).filter((value) => startsWithIgnoringCase(value, typed))
  return { line: `${word.name} ${commonPrefix(typed, values)}`, candidates: values }
}

const startsWithIgnoringCase = (value: string, typed: string): boolean =>
  value.toLocaleLowerCase().startsWith(typed.trimStart().toLocaleLowerCase())

/** The typed text, extended to the longest common prefix of the candidates. */
function commonPrefix(typed: string, candidates: readonly string[]): string {
  const [first, ...others] = candidates
  if (first === undefined) return typed
  const letters = [...first]
  const same = letters.findIndex((letter, index) => others.some((other) => [...other][index] !== letter))
  const common = same < 0 ? first : letters.slice(0, same).join('')
  return common.length >= typed.length ? common : typed
}

/** Finds a value by name, else by unique prefix. */
export function matchValue<V>(values: readonly V[], nameOfValue: (value: V) => string, typed: string): V | undefined {
  const needle = typed.trim().toLocaleLowerCase()
  if (needle === '') return undefined
  const exact = values.find((value) => nameOfValue(value).toLocaleLowerCase() === needle)
  if (exact !== undefined) return exact
  const begun = values.filter((value) => nameOfValue(value).toLocaleLowerCase().startsWith(needle))
  return begun.length === 1 ? begun[0] : undefined
}
