import type { Command } from 'commander'
import { action } from '../action.ts'
import type { App } from '../call.ts'
import { withExamples } from '../help.ts'
import type { RankOptions } from '../services/rank-merchants.ts'

/** `which-merchant`: which merchant can take an order, with the reasons of the others. */
export function addWhichMerchant(program: Command, app: App): void {
  withExamples(program.command('which-merchant [item...]').description('rank merchants for an order, with reasons'), [
    ['tiffin which-merchant "2 Soup 4.50" --address "Lindenweg 5"', 'for a cart and an address'],
    ['tiffin which-merchant "Tea 2" --at 52.52,13.40', 'for coordinates'],
    ['tiffin which-merchant "Tea 2" --pickup', 'for a pickup'],
  ])
    .option('--address <text>', "customer's address")
    .option('--at <coordinates>', "customer's coordinates instead: latitude,longitude")
    .option('--pickup', 'the customer picks it up')
    .action(
      action<RankOptions>(app, async (call) => {
        const { rankMerchantsForOrder } = await import('../services/rank-merchants.ts')
        const result = await rankMerchantsForOrder(await call.connect(), call.args, call.options, call.t)
        return { ...result, remarks: result.rows.length === 0 ? [call.t('No results')] : [] }
      }),
    )
}
