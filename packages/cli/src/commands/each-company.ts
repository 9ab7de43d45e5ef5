import type { Command } from 'commander'
import { action } from '../action.ts'
import type { App } from '../call.ts'
import { withExamples } from '../help.ts'

/** `each-company`: one command for all companies of the user. */
export function addEachCompany(program: Command, app: App): void {
  withExamples(program.command('each-company <command...>').description('run a command for each of your companies'), [
    ['tiffin each-company -- orders list', 'one after another; failures are listed at the end'],
    ['tiffin each-company -- export order --out orders-{company}.csv', '{company} is the company ID'],
    ['tiffin each-company --json -- list courier --json name', 'the outputs as one JSON list'],
  ]).action(
    action(app, async (call) => {
      const { eachCompany } = await import('../services/each-company.ts')
      return eachCompany(call, await call.connect())
    }),
  )
}
