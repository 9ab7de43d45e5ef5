import type { Command } from 'commander'
import { action } from '../action.ts'
import type { App, Call } from '../call.ts'
import { withExamples } from '../help.ts'
import type { Result } from '../results/result.ts'

interface Options {
  period?: string
  addOns?: string
}

/** `tariff`: the subscription of the company, its invoices, and changes of it. */
export function addTariff(program: Command, app: App): void {
  const tariff = withExamples(program.command('tariff').description("show the company's tariff, its balance and its next bill"), [
    ['tiffin tariff', 'the tariff, the balance, days left and the next bill'],
    ['tiffin tariff --json balance,days_left', 'for scripts'],
  ]).action(action(app, async (call) => (await import('../services/tariff.ts')).showTariff(await call.connect())))

  withExamples(tariff.command('invoices').description('list the invoices of the company, the latest first'), [
    ['tiffin tariff invoices --format csv', 'number, day and amount of each invoice, as a sheet'],
  ]).action(action(app, async (call) => (await import('../services/tariff.ts')).listInvoices(await call.connect())))

  withExamples(tariff.command('invoice <number>').description('print an invoice as it was issued, in HTML'), [
    ['tiffin tariff invoice 17 > invoice-17.html', 'to open or print in a browser'],
  ]).action(
    action(app, async (call) => {
      const { readInvoice } = await import('../services/tariff.ts')
      call.io.out(await readInvoice(await call.connect(), call.args[0] ?? ''))
    }),
  )

  withExamples(tariff.command('change <tariff>').description('change to a tariff, given by name or ID'), [
    ['tiffin tariff change Pro --dry-run', 'the bill step by step, and its effects'],
    ['tiffin tariff change Pro --period 12 --add-ons allow_push,allow_ai', 'for a year, with two add-ons'],
  ])
    .option('--period <months>', 'months of the subscription period (default: as now)')
    .option('--add-ons <names>', 'add-ons, separated by commas (default: as now)')
    .action(action<Options>(app, change))
}

async function change(call: Call<Options>): Promise<Result | void> {
  const { changeTariff, previewChange } = await import('../services/tariff.ts')
  const connection = await call.connect()
  const { card, lines } = await previewChange(connection, call.args[0] ?? '', call.options, call.t)
  const { dryRun, json, format } = call.options
  if (dryRun === true && (json !== undefined || format !== undefined)) return { rows: [{ ...card.bill }], single: true }
  const { escapeLine } = await import('../results/format-value.ts')
  const text = lines.map((line) => `${escapeLine(line)}\n`).join('')
  if (dryRun === true) {
    call.io.out(text)
    return call.say(call.t('Nothing was changed'))
  }
  call.io.err(text)
  const { confirm } = await import('../prompt.ts')
  await confirm(call, { text: 'Continue?' })
  return changeTariff(connection, card)
}
