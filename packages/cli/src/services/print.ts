import { applyPrinterChange, newPrinter, printerAddress, profileOf } from '@tiffin/core/printing'
import { isPrinterError, layoutTestPage, printerObstacle, paperColumns, printerErrors, renderEscpos } from '@tiffin/core/receipt'
import { exitCodes, failure, notFound, wrongUsage } from '../failure.ts'
import type { Result } from '../results/result.ts'
import type { CommandTranslate } from '../texts/command-key.ts'

export interface TestFlags {
  columns: number
  make: string
}

const printing = () => import('@tiffin/tui/printing')

const badAddresses = new Set(['printer_bad_address', 'printer_bad_range'])
const ADDRESS_EXAMPLES = 'tcp://192.168.1.50, tcp://192.168.1.20-60, usb://04b8:0202, file:///dev/usb/lp0, virtual:'

/** Turns a printer error into a failure of the command. */
async function withPrinterErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isPrinterError(error)) throw error
    if (!badAddresses.has(error.code)) throw failure(exitCodes.failed, error.code)(printerErrors[error.code])
    throw failure(exitCodes.usage, error.code)(printerErrors[error.code], {
      next: [{ text: 'Example: %1', params: [ADDRESS_EXAMPLES] }],
    })
  }
}

/** Printers on USB and at the addresses that respond, with the status they report (PRINT-10, PRINT-11). */
export async function listPrinters(scan: readonly string[]): Promise<Result> {
  const { findPrinters, openPrinter } = await printing()
  const found = await withPrinterErrors(() => findPrinters({ scan }))
  if (found.length === 0) {
    throw notFound('No printers found', { next: ['Enter addresses to scan: tiffin print list tcp://192.168.1.20-60'] })
  }
  const rows = await Promise.all(found.map(async (printer) => ({ ...printer, ...(await openPrinter(printer.address).status()) })))
  return { rows, columns: ['address', 'name', 'online', 'paper', 'cover'] }
}

/** The status that a printer reports; exits with 1 if it prevents printing. */
export async function printerStatus(typed: string, t: CommandTranslate): Promise<Result> {
  const address = printerAddress(typed)
  const { openPrinter } = await printing()
  const status = await withPrinterErrors(() => openPrinter(address).status())
  const obstacle = printerObstacle(status)
  return {
    rows: [{ address, ...status }],
    single: true,
    ...(obstacle ? { remarks: [t(printerErrors[obstacle])], exit: exitCodes.failed } : {}),
  }
}

/** Prints the test page (PRINT-06). */
export async function testPrinter(
  typed: string,
  { columns, make }: TestFlags,
  { t, lang }: { t: CommandTranslate; lang: string },
): Promise<Result> {
  if (!paperColumns.some((paperColumn) => paperColumn === columns))
    throw wrongUsage('Invalid value for %1', { params: ['--columns'] })
  const address = printerAddress(typed)
  const { createRaster, openPrinter } = await printing()
  const profile = profileOf(applyPrinterChange(newPrinter(address), { columns, family: make }))
  const bytes = renderEscpos(layoutTestPage(profile, { name: address, lang, t }), profile, await createRaster())
  const { sent } = await withPrinterErrors(() => openPrinter(address).send(bytes))
  return { rows: [{ address, bytes: sent }], single: true, remarks: [t('Test page printed')] }
}
