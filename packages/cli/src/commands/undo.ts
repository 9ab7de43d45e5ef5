import type { Command } from 'commander'
import { action } from '../action.ts'
import type { App } from '../call.ts'
import { withExamples } from '../help.ts'

/** `undo`: undoes one change of the history (MOON-01). */
export function addUndo(program: Command, app: App): void {
  withExamples(program.command('undo <change>').description('undo a change, such as an import'), [
    ['tiffin undo 1234', 'completely, or not at all'],
    ['tiffin undo 1234 --unchanged', 'except records that have changed since'],
  ])
    .option('--unchanged', 'leave out records that have changed since')
    .action(action<{ unchanged?: boolean }>(app, async (call) => (await import('../services/undo.ts')).undo(call)))
}
