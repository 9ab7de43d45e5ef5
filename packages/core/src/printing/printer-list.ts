import type { StoreApi } from 'zustand/vanilla'
import type { Storage } from '../ports.ts'
import { changedPrinter, keepPrinters, newPrinter, type PrinterSettings, readPrinters } from './printer-settings.ts'
import type { Sheets } from './sheets.ts'
import { type PrintStationState, withPrinters } from './station-state.ts'

/** A printer that was found: plugged in, or at an address that answers (PRINT-11). */
export interface FoundPrinter {
  address: string
  name: string
}

/** The printers that a person sets up at this console. */
export interface PrinterSetup {
  /** Makes it the one printer of this console; throws PrinterError for an address that cannot be read. */
  choose(address: string | undefined): void
  /** Uses a printer beside the others, or no longer; throws PrinterError for an address that cannot be read. */
  setActive(address: string, active: boolean): void
  /** Changes what is known of a printer; kept at once (PRINT-03). */
  change(address: string, change: Partial<PrinterSettings>): void
  forget(address: string): void
  /** Takes over what another program with this storage has set, such as another tab. */
  reread(): void
}

export interface PrinterList extends PrinterSetup {
  active(): readonly PrinterSettings[]
  /** Without those that stand for other consoles. */
  own(): readonly PrinterSettings[]
  addFound(found: readonly FoundPrinter[]): void
}

export function createPrinterList(options: {
  store: StoreApi<PrintStationState>
  storage: Storage
  sheets: Sheets
  /** Throws PrinterError for an address that cannot be read. */
  open: (address: string) => unknown
  /** Other printers are in use. */
  onUse: () => void
}): PrinterList {
  const { store, storage, sheets, open, onUse } = options
  const all = () => store.getState().printers
  const known = (address: string) => all().find((one) => one.address === address)
  const keep = (printers: readonly PrinterSettings[]): void => store.setState(withPrinters(keepPrinters(storage, printers)))
  const active = () => all().filter((printer) => printer.active)
  const change: PrinterSetup['change'] = (address, changes) =>
    keep(all().map((one) => (one.address === address ? changedPrinter(one, changes) : one)))

  return {
    active,
    own: () => active().filter(({ address }) => sheets.wayTo(address).kind !== 'elsewhere'),
    choose(address) {
      if (address !== undefined) open(address)
      const others = all().filter((one) => one.address !== address)
      const wanted = address === undefined ? [] : [known(address) ?? newPrinter(address)]
      keep([...wanted.map((one) => ({ ...one, active: true })), ...others.map((one) => ({ ...one, active: false }))])
      onUse()
    },
    setActive(address, wanted) {
      open(address)
      if (!known(address)) keep([...all(), newPrinter(address)])
      change(address, { active: wanted })
      onUse()
    },
    change,
    forget(address) {
      keep(all().filter((one) => one.address !== address))
      onUse()
    },
    reread: () => store.setState(withPrinters(readPrinters(storage))),
    addFound(found) {
      const names = new Map(found.map(({ address, name }) => [address, name]))
      const isUnnamed = ({ address, name }: PrinterSettings) => [address, sheets.wayTo(address).name].includes(name)
      // A name that a person gave stays.
      const before = all().map((one) => (isUnnamed(one) ? { ...one, name: names.get(one.address) ?? one.name } : one))
      for (const { address } of before) names.delete(address)
      keep([...before, ...[...names].map(([address, name]) => newPrinter(address, name))])
    },
  }
}
