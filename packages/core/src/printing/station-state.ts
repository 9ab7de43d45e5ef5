import type { Storage } from '../ports.ts'
import type { PrinterHealth } from './printer-health.ts'
import { type PrinterSettings, readPrinters } from './printer-settings.ts'
import type { OpenTicket, PrintAlarm } from './read-jobs.ts'

export interface PrintStationState {
  /** `tcp://…`, `usb://…`, `file://…` or `virtual:…`; undefined when no printer is chosen (PRINT-09). */
  address: string | undefined
  /** Prints queued tickets of the shown merchants automatically (BOARD-10, BOARD-49). */
  on: boolean
  /** Known printers, those in use first (PRINT-04). */
  printers: readonly PrinterSettings[]
  /** Health by address; a printer that has not been asked yet is missing. */
  health: Readonly<Record<string, PrinterHealth>>
  searching: boolean
  busy: boolean
  /** Why nothing can be printed, as a dictionary key; undefined if printing works. */
  obstacle: string | undefined
  tickets: readonly OpenTicket[]
  alarms: readonly PrintAlarm[]
}

export const ON = 'printer_on'

/** The main printer is the first one in use. */
export const withPrinters = (printers: readonly PrinterSettings[]): Pick<PrintStationState, 'printers' | 'address'> => ({
  printers,
  address: printers.find(({ active }) => active)?.address,
})

export const storedState = (storage: Storage): PrintStationState => ({
  ...withPrinters(readPrinters(storage)),
  on: storage.get(ON) === '1',
  health: {},
  searching: false,
  busy: false,
  obstacle: undefined,
  tickets: [],
  alarms: [],
})
