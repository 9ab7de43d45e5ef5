import type { Storage } from '../ports.ts'
import type { PrinterHealth } from './printer-health.ts'
import { type PrinterSettings, readPrinters } from './printer-settings.ts'
import type { OpenTicket, PrintAlarm } from './read-jobs.ts'

export interface PrintStationState {
  /** `tcp://…`, `usb://…`, `file://…` or `virtual:…`; undefined when no printer is chosen (PRINT-09). */
  address: string | undefined
  /** Prints what is queued for the shown merchants by itself (BOARD-10, BOARD-49). */
  on: boolean
  /** Printers used or found before, those in use first (PRINT-04). */
  printers: readonly PrinterSettings[]
  /** By address; a printer that was not asked yet is missing. */
  health: Readonly<Record<string, PrinterHealth>>
  searching: boolean
  busy: boolean
  /** What stands in the way of printing, as a key of the dictionary; undefined when nothing does. */
  trouble: string | undefined
  tickets: readonly OpenTicket[]
  alarms: readonly PrintAlarm[]
}

export const ON = 'printer_on'

/** The main printer is the first in use. */
export const withPrinters = (printers: readonly PrinterSettings[]): Pick<PrintStationState, 'printers' | 'address'> => ({
  printers,
  address: printers.find(({ active }) => active)?.address,
})

export const keptState = (storage: Storage): PrintStationState => ({
  ...withPrinters(readPrinters(storage)),
  on: storage.get(ON) === '1',
  health: {},
  searching: false,
  busy: false,
  trouble: undefined,
  tickets: [],
  alarms: [],
})
