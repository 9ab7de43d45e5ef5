import { type Command, Option } from 'commander'
import { action } from '../action.ts'
import type { App, Call } from '../call.ts'
import { collect } from '../collect.ts'
import { withExamples } from '../help.ts'
import type { Result } from '../results/result.ts'
import type { OrdersOptions } from '../services/orders.ts'

/** `orders list`, `orders show` and `orders move`. */
export function addOrders(program: Command, app: App): void {
  const orders = program.command('orders').description('list, show and move orders')

  withExamples(orders.command('list').description('list open orders, newest first'), [
    ['tiffin orders list', 'open orders'],
    ['tiffin orders list --status Ready,"On the way"', 'only these statuses'],
    ["tiffin orders list --all --where 'time_create>=2026-11-01' --format csv", 'all orders since a date'],
  ])
    .option('--status <names>', 'only orders in these statuses, by name or ID')
    .option('--merchant <ids>', 'only orders of these merchants')
    .option('-a, --all', 'include finished and cancelled orders')
    .addOption(new Option('-w, --where <filter>', 'field=value, field~text, field>=value; repeatable').argParser(collect))
    .option('-s, --search <text>', 'text to find in address and comment')
    .addOption(new Option('-o, --order <field>', 'field, -field or field:desc; repeatable').argParser(collect))
    .option('-n, --limit <rows>', 'maximum number of rows; 0 for all (default on a terminal: 50)')
    .option('-f, --fields <names>', 'only these fields, separated by commas')
    .action(
      action<OrdersOptions>(app, async (call) => {
        const { listOrders } = await import('../services/orders.ts')
        const forScreen = call.io.outIsTerminal && call.options.format === undefined && call.options.json === undefined
        const found = await listOrders(await call.connect(), call.options, forScreen ? 50 : 0)
        const more = found.count > found.rows.length && call.options.limit === undefined
        const remarks = [
          ...(found.rows.length === 0 ? [call.t('No results')] : []),
          ...(more ? [call.t('%1 of %2 shown; --limit 0 shows all', [found.rows.length, found.total])] : []),
        ]
        return { ...found, remarks }
      }),
    )

  withExamples(orders.command('show <id>').description('show an order: fields, cart and history'), [
    ['tiffin orders show 42', 'human-readable'],
    ['tiffin orders show 42 --json order_id,total,timeline', 'for scripts'],
  ]).action(action(app, show))

  withExamples(orders.command('move <id...>').description('move orders to another status'), [
    ['tiffin orders move 42 --to Ready', 'by status name'],
    ['tiffin orders move 42 43 --to 5', 'several orders, by status ID'],
    ['tiffin orders move 42 --to Cancelled --reason "Customer called"', 'cancelling needs a reason'],
    ['tiffin orders move 42 --to Delivered --code 1234', "with the customer's hand-off code"],
    ['tiffin orders move 42 --to Closed --dry-run', 'only check whether the move is allowed'],
  ])
    .requiredOption('--to <status>', 'status name or ID')
    .option('--reason <text>', 'cancellation reason')
    .option('--code <digits>', "customer's hand-off code")
    .option('--without-code <reason>', 'why a delivery is handed over without its code')
    .action(
      action<{ to: string; reason?: string; code?: string; withoutCode?: string }>(app, async (call) => {
        const { moveOrders } = await import('../services/orders.ts')
        const { to, reason, code, withoutCode, dryRun } = call.options
        const options = { to, reason, code, withoutCode, dryRun }
        const result = await moveOrders(await call.connect(), call.args, options, call.t)
        const refused = result.rows.filter((row) => row['message'] !== '')
        const nameOf = (row: (typeof refused)[number]) => [row['order'], `(${String(row['order_id'])})`].filter(Boolean).join(' ')
        const words = refused.map((row) => `${nameOf(row)}: ${String(row['message'])} [${String(row['code'])}]`)
        return { ...result, remarks: [...words, ...(dryRun === true ? [call.t('Nothing was changed')] : [])] }
      }),
    )
}

async function show(call: Call<object>): Promise<Result | void> {
  const { showOrder } = await import('../services/orders.ts')
  const found = await showOrder(await call.connect(), call.args[0] ?? '')
  const isTable = call.io.outIsTerminal && (call.options.format ?? 'table') === 'table' && call.options.json === undefined
  if (!isTable) return found
  const { printResult } = await import('../results/print-result.ts')
  printResult(found, call.options, call.io, call.lang, call.t)
  const part = (rows: Result['rows'], columns: string[]) => {
    if (rows.length === 0) return
    call.io.out('\n')
    printResult({ rows, columns }, call.options, call.io, call.lang, call.t)
  }
  part(found.cart, ['qty', 'name', 'price', 'total', 'note'])
  part(
    found.events.map((event) => ({ ...event, admin: event['admin'] ?? '' })),
    ['date', 'action', 'table', 'admin', 'app'],
  )
}
