import { type Command, Option } from 'commander'
import { reportGrains } from '@tiffin/sdk/contract'
import { action } from '../action.ts'
import type { App } from '../call.ts'
import { collect } from '../collect.ts'
import { withExamples } from '../help.ts'
import type { ReportOptions } from '../services/report.ts'

/** `report`: the order figures shown in the console's reports. */
export function addReport(program: Command, app: App): void {
  withExamples(
    program.command('report [name]').description('figures of orders: orders, couriers, merchants, promo, planned-actual'),
    [
      ['tiffin report orders', 'by day, the last seven days and today'],
      ['tiffin report merchants --from 2026-11-01 --to 2026-11-30 --compare', 'also the 30 days before'],
      ['tiffin report planned-actual --by hour --json', 'when orders are late, for scripts'],
      ["tiffin report orders --where 'type=1' --by merchant --format csv > deliveries.csv", 'deliveries only, as a sheet'],
      ['tiffin report couriers --from 2026-11-01 --to 2026-11-30 --out couriers.xlsx', 'one month of couriers, in Excel'],
      ["tiffin report planned-actual --fail-if 'late>10%'", 'exits with 5 if too many orders are late'],
      ['tiffin report --saved Monthly --watch', 'a report saved in the console, printed again when it changes'],
    ],
  )
    .option('--saved <name>', 'a report that you saved in the console; other options change it')
    .option('--from <day>', 'first day on which orders are due, such as 2026-11-01')
    .option('--to <day>', 'last day (default: today)')
    .option('--period <days>', 'a period of the console such as "Last month", 2026-11-01..2026-11-30, or all')
    .option('--merchant <ids>', 'only orders of these merchants')
    .option('--status <names>', 'only orders in these statuses, by name or ID')
    .addOption(new Option('-w, --where <filter>', 'field=value, field~text, field>=value; repeatable').argParser(collect))
    .option('-s, --search <text>', 'text to find in address and comment')
    .addOption(
      new Option('--by <grain>', "rows by day, hour of day or merchant instead of the report's own").choices(reportGrains),
    )
    .option('--compare', 'add the same number of days before')
    .addOption(
      new Option(
        '--fail-if <condition>',
        'exit with 5 if a total meets this condition: figure>number, also >=, <, <=, =, !=; repeatable',
      ).argParser(collect),
    )
    .option('--watch [seconds]', 'refresh every 10 seconds, or at this interval, and print changes')
    .option('--out <file>', 'write a sheet (.xlsx) as in the console, - for standard output')
    .action(
      action<ReportOptions>(app, async (call) => {
        const { prepareReport, reportToSheet } = await import('../services/report.ts')
        const { out, watch } = call.options
        if (out !== undefined) return reportToSheet(call, out)
        if (watch === undefined) return (await prepareReport(call))()
        const { readInterval, watchResult } = await import('../watch-result.ts')
        const seconds = readInterval(watch)
        return watchResult(call, seconds, await prepareReport(call))
      }),
    )
}
