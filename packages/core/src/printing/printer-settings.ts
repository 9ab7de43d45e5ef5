import {
  type PaperColumns,
  paperColumns,
  type PrinterFamily,
  printerFamilies,
  type PrinterProfile,
  printerProfile,
} from '#receipt/index'
import type { Storage } from '../ports.ts'

/** Which tickets are sent to a printer. */
export const printerUses = ['all', 'kitchen', 'receipt'] as const
export const printerCuts = ['partial', 'full', 'none'] as const
export const cyrillicPages = ['cp866', 'windows1251'] as const
export const MAX_COPIES = 9

/** A printer as stored on this console (PRINT-09). */
export interface PrinterSettings {
  address: string
  /** The printer's own name or one given by a user; else the address. */
  name: string
  /** Whether this console prints on it; several printers can be active. */
  active: boolean
  columns: PaperColumns
  copies: number
  family: PrinterFamily
  /** The code page for Cyrillic; some printers support only one of the two correctly. */
  cyrillic: (typeof cyrillicPages)[number]
  cut: PrinterProfile['cut']
  drawer: boolean
  /** Draws characters that no code page has; otherwise they become "?". */
  raster: boolean
  use: (typeof printerUses)[number]
  /** Prints only items of these stations; empty means all. */
  stations: readonly string[]
  /** Whether it has ever reported its state. If such a printer is silent, sent bytes may not have been printed. */
  answers: boolean
}

const KEY = { address: 'printer', printers: 'printers', columns: 'printer_line', copies: 'number_receipts' }
const MAX_PRINTERS = 16

/** The defaults of a new printer: 32 characters, one receipt (PRINT-01, PRINT-02). */
export const newPrinter = (address: string, name = address): PrinterSettings => ({
  address,
  name,
  active: false,
  columns: 32,
  copies: 1,
  family: 'epson',
  cyrillic: 'cp866',
  cut: 'partial',
  drawer: false,
  raster: true,
  use: 'all',
  stations: [],
  answers: false,
})

export const profileOf = ({ family, columns, cut, drawer, cyrillic }: PrinterSettings): PrinterProfile =>
  printerProfile(family, { columns, cut, drawer, cyrillic })

const oneOf = <T>(options: readonly T[], value: unknown, other: T): T => options.find((option) => option === value) ?? other
const flag = (value: unknown, other: boolean): boolean => (typeof value === 'boolean' ? value : other)

/** Applies a change to settings; invalid values are ignored and numbers are rounded (PRINT-03). */
export function applyPrinterChange(
  settings: PrinterSettings,
  change: Partial<Record<keyof PrinterSettings, unknown>>,
): PrinterSettings {
  const { name, copies, stations } = change
  const count = Math.trunc(Number(copies ?? settings.copies))
  return {
    address: settings.address,
    name: typeof name === 'string' && name.trim() !== '' ? name.trim() : settings.name,
    active: flag(change.active, settings.active),
    columns: oneOf(paperColumns, Number(change.columns), settings.columns),
    copies: count >= 1 && count <= MAX_COPIES ? count : settings.copies,
    family: oneOf(printerFamilies, change.family, settings.family),
    cyrillic: oneOf(cyrillicPages, change.cyrillic, settings.cyrillic),
    cut: oneOf(printerCuts, change.cut, settings.cut),
    drawer: flag(change.drawer, settings.drawer),
    raster: flag(change.raster, settings.raster),
    use: oneOf(printerUses, change.use, settings.use),
    stations: Array.isArray(stations) ? stations.filter((station) => typeof station === 'string') : settings.stations,
    answers: flag(change.answers, settings.answers),
  }
}

function parseList(text: string | undefined): unknown[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(list) ? list : []
  } catch {
    return []
  }
}

/** The stored printers; unexpected values count as unset. */
export function readPrinters(storage: Storage): PrinterSettings[] {
  const main = storage.get(KEY.address)
  const stored = parseList(storage.get(KEY.printers)).flatMap((entry): PrinterSettings[] => {
    if (typeof entry === 'string') return [newPrinter(entry)]
    if (typeof entry !== 'object' || entry === null || !('address' in entry) || typeof entry.address !== 'string') return []
    return [applyPrinterChange(newPrinter(entry.address), entry)]
  })
  const known = main === undefined || stored.some(({ address }) => address === main) ? stored : [newPrinter(main), ...stored]
  const paper = { columns: storage.get(KEY.columns), copies: storage.get(KEY.copies) ?? undefined }
  return known.map((printer) => (printer.address === main ? { ...applyPrinterChange(printer, paper), active: true } : printer))
}

/** Stores the printers, the first active one at the head. The least recently used ones beyond the limit are dropped. */
export function storePrinters(storage: Storage, printers: readonly PrinterSettings[]): PrinterSettings[] {
  const active = printers.filter((printer) => printer.active)
  const stored = [...active, ...printers.filter((printer) => !printer.active)].slice(0, MAX_PRINTERS)
  const [main] = active
  storage.set(KEY.address, main?.address)
  storage.set(KEY.printers, JSON.stringify(stored))
  // Without a printer both values are kept for the next printer (AMB-129).
  if (main) storage.set(KEY.columns, String(main.columns))
  if (main) storage.set(KEY.copies, String(main.copies))
  return stored
}
