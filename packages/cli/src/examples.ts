import type { Command } from 'commander'

/** Puts examples at the head of a command's help: each a command line and what it does. */
export function withExamples(command: Command, examples: readonly (readonly [line: string, does: string])[]): Command {
  const widest = Math.max(...examples.map(([line]) => line.length))
  const lines = examples.map(([line, does]) => `  ${line.padEnd(widest)}  ${does}`)
  return command.addHelpText('before', `Examples:\n${lines.join('\n')}\n`)
}
