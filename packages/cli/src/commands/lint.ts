import type { Command } from 'commander'
import { action } from '../action.ts'
import type { App } from '../call.ts'
import { withExamples } from '../help.ts'

/** `lint workflow`: finds problems in a company's settings before they disturb a busy day (MOON-09). */
export function addLint(program: Command, app: App): void {
  const lint = program.command('lint').description('find problems in the company settings')
  withExamples(lint.command('workflow').description('find dead ends and unreachable order statuses'), [
    ['tiffin lint workflow', 'exits with 1 if there are problems'],
    ['tiffin lint workflow --json code,order_status_id', 'for scripts'],
  ]).action(
    action(app, async (call) => {
      const { lintStatuses } = await import('../services/lint-workflow.ts')
      return lintStatuses(await call.connect(), call)
    }),
  )
}
