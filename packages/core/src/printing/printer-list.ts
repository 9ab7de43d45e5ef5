import type { StoreApi } from 'zustand/vanilla'
import type { Storage } from '../ports.ts'
import { applyPrinterChange, storePrinters, newPrinter, type PrinterSettings, readPrinters } from './printer-settings.ts'
import { printerAddress } from './printer-address.ts'
import type { TicketRenderer } from './ticket-renderer.ts'
import { type PrintStationState, withPrinters } from './station-state.ts'

/** A printer that was found, plugged in or responding at an address (PRINT-11). */
export interface FoundPrinter {
  address: string
  name: string
}

/** The printers set up on this console. */
export interface PrinterSetup {
  /** Makes it the only printer of this console; throws PrinterError for an invalid address. */
  choose(address: string | undefined): void
  /** Uses a printer in addition to the others, or stops using it; throws PrinterError for an invalid address. */
  setActive(address: string, active: boolean): void
  /** Changes a printer's settings; stored at once (PRINT-03). */
  change(address: string, change: Partial<PrinterSettings>): void
  forget(address: string): void
  /** Reads changes made by another program with this storage, such as another tab. */
  reload(): void
}

export interface PrinterList extends PrinterSetup {
  active(): readonly PrinterSettings[]
  /** The printers of this console, without offered printers of other consoles. */
  own(): readonly PrinterSettings[]
  addFound(found: readonly FoundPrinter[]): void
}

export function createPrinterList(options: {
  store: StoreApi<PrintStationState>
  storage: Storage
  sheets: TicketRenderer
  /** Throws PrinterError for an invalid address. */
  open: (address: string) => unknown
  /** Called when the printers in use have changed. */
  onUse: () => void
}): PrinterList {
  const { store, storage, sheets, open, onUse } = options
  const all = () => store.getState().printers
  const known = (address: string) => all().find((item) => item.address === address)
  /** The address as it is stored, whichever form was typed. */
  const addressOf = (typed: string): string =>
    all().find((item) => printerAddress(item.address) === printerAddress(typed))?.address ?? printerAddress(typed)
  const keep = (printers: readonly PrinterSettings[]): void => store.setState(withPrinters(storePrinters(storage, printers)))
  const active = () => all().filter((printer) => printer.active)
  const change: PrinterSetup['change'] = (address, changes) =>
    keep(all().map((item) => (item.address === address ? applyPrinterChange(item, changes) : item)))

  return {
    active,
    own: () => active().filter(({ address }) => sheets.transportOf(address).kind !== 'elsewhere'),
    choose(typed) {
      const address = typed === undefined ? undefined : addressOf(typed)
      if (address !== undefined) open(address)
      const others = all().filter((entry) => entry.address !== address)
      const requested = address === undefined ? [] : [known(address) ?? newPrinter(address)]
      keep([
        ...requested.map((candidate) => ({ ...candidate, active: true })),
        ...others.map((one) => ({ ...one, active: false })),
      ])
      onUse()
    },
    setActive(typed, target) {
      const address = addressOf(typed)
      open(address)
      if (!known(address)) keep([...all(), newPrinter(address)])
      change(address, { active: target })
      onUse()
    },
    change,
    forget(address) {
      keep(all().filter((one) => one.address !== address))
      onUse()
    },
    reload: () => store.setState(withPrinters(readPrinters(storage))),
    addFound(found) {
      const names = new Map(found.map(({ address, name }) => [address, name]))
      const isUnnamed = ({ address, name }: PrinterSettings) => [address, sheets.transportOf(address).name].includes(name)
      // A name given by a user is kept.
      const before = all().map((one) => (isUnnamed(one) ? { ...one, name: names.get(one.address) ?? one.name } : one))
      for (const { address } of before) names.delete(address)
      keep([...before, ...[...names].map(([address, name]) => newPrinter(address, name))])
    },
  }
}
