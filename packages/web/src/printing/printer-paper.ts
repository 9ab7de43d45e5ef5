import type { Storage } from '@tiffin/core'
import type { PrinterSettings } from '@tiffin/core/printing'

const KEY = { columns: 'printer_line', copies: 'number_receipts' }

/** Settings made while no printer was chosen (AMB-129). */
export const readPaper = (storage: Storage): { columns: number; copies: number } => ({
  columns: Number(storage.get(KEY.columns) ?? 32),
  copies: Number(storage.get(KEY.copies) ?? 1),
})

export function storePrinterSettings(storage: Storage, change: Partial<Record<keyof typeof KEY, number>>): void {
  if (change.columns !== undefined) storage.set(KEY.columns, String(change.columns))
  if (change.copies !== undefined) storage.set(KEY.copies, String(change.copies))
}

/** Initial settings of a new printer: a page has its paper's line length, a device the earlier settings. */
export function paperOf(address: string, storage: Storage): Partial<PrinterSettings> {
  const { columns, copies } = readPaper(storage)
  const line = address === 'page:58mm' ? 32 : address.startsWith('page:') ? 48 : columns
  return { columns: line as PrinterSettings['columns'], copies }
}
