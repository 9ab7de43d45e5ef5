import { type Command, InvalidArgumentError, Option } from 'commander'
import { action, type App } from '../call.ts'
import { withExamples } from '../help.ts'
import type { TestFlags } from '../services/print.ts'

const families = ['epson', 'clone', 'rongta', 'plain']

function wholeNumber(text: string): number {
  if (!/^\d{1,3}$/.test(text)) throw new InvalidArgumentError('A number is needed.')
  return Number(text)
}

/** `print`: the receipt printers of this machine; needs no server. */
export function addPrint(program: Command, app: App): void {
  const print = program.command('print').description('receipt printers: find them, ask them, try them')
  withExamples(print.command('list [address...]').description('printers that are plugged in, or answer at an address'), [
    ['tiffin print list', 'on USB'],
    ['tiffin print list tcp://192.168.1.20-60', 'and those of these network addresses that answer'],
  ]).action(
    action(app, async (call) => {
      const { listPrinters } = await import('../services/print.ts')
      return listPrinters(call.args)
    }),
  )
  withExamples(print.command('status <address>').description('what a printer says of its paper, its cover and itself'), [
    ['tiffin print status tcp://192.168.1.50', 'ends with 1 if something stands in the way of printing'],
  ]).action(
    action(app, async (call) => {
      const { printerStatus } = await import('../services/print.ts')
      return printerStatus(call.args[0] ?? '', call.t)
    }),
  )
  withExamples(print.command('test <address>').description('a page with a ruler and a line on every code page'), [
    ['tiffin print test tcp://192.168.1.50 --columns 48', 'on 80-mm paper'],
    ['tiffin print test usb://04b8:0202 --make rongta', 'with the code pages of another make'],
  ])
    .option('--columns <number>', 'characters in a line: 32, 42 or 48', wholeNumber, 32)
    .addOption(new Option('--make <make>', 'whose code pages it has').choices(families).default('epson'))
    .action(
      action<TestFlags>(app, async (call) => {
        const { testPrinter } = await import('../services/print.ts')
        return testPrinter(call.args[0] ?? '', call.options, call)
      }),
    )
}
