import type { Command } from 'commander'
import { action } from '../action.ts'
import type { App } from '../call.ts'
import { withExamples } from '../help.ts'

/** `call`: for phone systems; announces a ringing phone. */
export function addCall(program: Command, app: App): void {
  withExamples(program.command('call <phone>').description('announce a ringing phone on the open boards'), [
    ['tiffin call +4915112345678', 'offers a new order for this caller'],
    ['tiffin call anonymous', 'the caller hides the number'],
  ]).action(
    action(app, async (call) => {
      const { client } = await call.connect()
      const phone = call.args[0] ?? ''
      if (call.options.dryRun === true) return { rows: [{ phone }], single: true, remarks: [call.t('Nothing was changed')] }
      const { data } = await client.Order.ring({ phone })
      return { rows: [{ phone: data.phone }], single: true }
    }),
  )
}
