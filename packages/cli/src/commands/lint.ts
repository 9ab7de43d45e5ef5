import type { Command } from 'commander'
import { action, type App } from '../call.ts'
import { withExamples } from '../help.ts'

/** `lint workflow`: finds problems in a company's settings before a busy Friday does (MOON-09). */
export function addLint(program: Command, app: App): void {
  const lint = program.command('lint').description('look for faults in the settings of the company')
  withExamples(lint.command('workflow').description('dead ends and unreachable ones among the order statuses'), [
    ['tiffin lint workflow', 'ends with 1 if there is a fault'],
    ['tiffin lint workflow --json code,order_status_id', 'for scripts'],
  ]).action(
    action(app, async (call) => {
      const { lintStatuses } = await import('../services/lint-workflow.ts')
      return lintStatuses(await call.connect(), call)
    }),
  )
}
