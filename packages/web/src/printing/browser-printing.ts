import type { Core, ListedStorage } from '@tiffin/core'
import { createPrintStation, type PrintStation } from '@tiffin/core/printing'
import { createBrowserRaster } from './browser-raster.ts'
import type { DeviceNavigator } from './device-types.ts'
import { type BrowserPrinters, createBrowserPrinters } from './printers.ts'
import { createQuestion, type Question } from './question.ts'

/** What prints in this tab: one more console before the server. */
export interface BrowserPrinting {
  station: PrintStation
  printers: BrowserPrinters
  question: Question
}

const made = new WeakMap<Core, BrowserPrinting>()

/** Browsers keep what the core keeps for them under a name of its own; this finds it again by the beginning of a key. */
const listed = (storage: Core['ports']['storage'], prefix = 'tiffin.'): ListedStorage => ({
  ...storage,
  keys(start) {
    try {
      const all = Object.keys(localStorage).filter((key) => key.startsWith(prefix))
      return all.map((key) => key.slice(prefix.length)).filter((key) => key.startsWith(start))
    } catch {
      return []
    }
  },
})

/** The printing of a core, made when it is first asked for and the same from then on. */
export function printingOf(core: Core): BrowserPrinting {
  const known = made.get(core)
  if (known) return known
  const { ports } = core
  const question = createQuestion()
  const browser = navigator as unknown as DeviceNavigator
  const printers = createBrowserPrinters({ browser, storage: ports.storage, ask: question.ask })
  const tab = Math.random().toString(36).slice(2, 6)
  const station = createPrintStation({
    ...core,
    ports: { ...ports, moves: listed(ports.storage) },
    console: `web#${tab}`,
    open: printers.open,
    find: printers.find,
    raster: () => Promise.resolve(createBrowserRaster()),
  })
  // Of several tabs one prints by itself, whatever was kept.
  station.setOn(false)
  window.addEventListener('storage', ({ key }) => key === 'tiffin.printers' && station.reread())
  const printing = { station, printers, question }
  made.set(core, printing)
  return printing
}
