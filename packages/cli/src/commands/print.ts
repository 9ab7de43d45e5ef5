import { type Command, InvalidArgumentError, Option } from 'commander'
import { action } from '../action.ts'
import type { App } from '../call.ts'
import { withExamples } from '../help.ts'
import type { TestFlags } from '../services/print.ts'

const families = ['epson', 'clone', 'rongta', 'plain']

function wholeNumber(text: string): number {
  if (!/^\d{1,3}$/.test(text)) throw new InvalidArgumentError('A number is needed.')
  return Number(text)
}

/** `print`: the receipt printers of this machine; needs no server. */
export function addPrint(program: Command, app: App): void {
  const print = program.command('print').description('find, check and test receipt printers')
  withExamples(print.command('list [address...]').description('list printers on USB or at network addresses'), [
    ['tiffin print list', 'on USB'],
    ['tiffin print list tcp://192.168.1.20-60', 'on USB and at these network addresses'],
  ]).action(
    action(app, async (call) => {
      const { listPrinters } = await import('../services/print.ts')
      return listPrinters(call.args)
    }),
  )
  withExamples(print.command('status <address>').description('show the status of a printer: paper, cover and errors'), [
    ['tiffin print status tcp://192.168.1.50', "exits with 1 if the printer can't print"],
  ]).action(
    action(app, async (call) => {
      const { printerStatus } = await import('../services/print.ts')
      return printerStatus(call.args[0] ?? '', call.t)
    }),
  )
  withExamples(print.command('test <address>').description('print a test page: a ruler and a line in every code page'), [
    ['tiffin print test tcp://192.168.1.50 --columns 48', 'on 80-mm paper'],
    ['tiffin print test usb://04b8:0202 --make rongta', "with another brand's code pages"],
  ])
    .option('--columns <number>', 'characters per line: 32, 42 or 48', wholeNumber, 32)
    .addOption(new Option('--make <make>', 'printer brand, which decides the code pages').choices(families).default('epson'))
    .action(
      action<TestFlags>(app, async (call) => {
        const { testPrinter } = await import('../services/print.ts')
        return testPrinter(call.args[0] ?? '', call.options, call)
      }),
    )
}
