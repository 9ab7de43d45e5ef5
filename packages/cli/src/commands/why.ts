import type { Command } from 'commander'
import { action } from '../action.ts'
import type { App, Call } from '../call.ts'
import { withExamples } from '../help.ts'
import type { Result } from '../results/result.ts'

/** `why order` and `why promo`: explain an order step by step (MOON-03). */
export function addWhy(program: Command, app: App): void {
  const why = program.command('why').description('explain prices, times, promo codes, boards and moves')

  withExamples(why.command('order <id>').description('explain an order: price, time, board and moves'), [
    ['tiffin why order 42', 'each amount with its reason'],
    ['tiffin why order 42 --json price', 'the steps, for scripts'],
  ]).action(action(app, (call) => explained(call, { order: call.args[0] ?? '' })))

  withExamples(why.command('promo <code>').description('explain whether an order may use a promo code'), [
    ['tiffin why promo SUMMER --order 42', 'each check of the promo code'],
  ])
    .requiredOption('--order <id>', 'order ID')
    .action(
      action<{ order: string }>(app, (call) => explained(call, { order: call.options.order, promocode: call.args[0] ?? '' })),
    )
}

async function explained<O extends object>(call: Call<O>, asked: { order: string; promocode?: string }): Promise<Result | void> {
  const { explainOrder } = await import('../services/why.ts')
  const { data, parts } = await explainOrder(await call.connect(), asked, call.t)
  if (call.options.json !== undefined) return { rows: [data], single: true }
  if (call.options.format !== undefined)
    return { rows: parts.flatMap(({ title, lines }) => lines.map((line) => ({ part: title, line }))), columns: ['part', 'line'] }
  const { escapeLine } = await import('../results/format-value.ts')
  for (const { title, lines } of parts) {
    call.io.out(`${call.io.bold(escapeLine(title))}\n${lines.map((line) => `  ${escapeLine(line)}\n`).join('')}`)
  }
}
