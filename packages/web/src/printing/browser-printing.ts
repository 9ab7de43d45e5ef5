import type { Core } from '@tiffin/core'
import { createPrintStation, type PrintStation } from '@tiffin/core/printing'
import { createBrowserRaster } from './browser-raster.ts'
import type { DeviceNavigator } from './device-types.ts'
import { type BrowserPrinters, createBrowserPrinters } from './printers.ts'
import { createQuestion, type Question } from './question.ts'

/** Printing in this tab, which counts as a separate console on the server. */
export interface BrowserPrinting {
  station: PrintStation
  printers: BrowserPrinters
  question: Question
}

const made = new WeakMap<Core, BrowserPrinting>()

/** The printing of a core, created once on first use. */
export function printingOf(core: Core): BrowserPrinting {
  const known = made.get(core)
  if (known) return known
  const question = createQuestion()
  const browser = navigator as unknown as DeviceNavigator
  const printers = createBrowserPrinters({ browser, storage: core.ports.storage, ask: question.ask })
  const tab = Math.random().toString(36).slice(2, 6)
  const station = createPrintStation({
    ...core,
    console: `web#${tab}`,
    open: printers.open,
    find: printers.find,
    raster: () => Promise.resolve(createBrowserRaster()),
  })
  // Only one of several tabs prints automatically, even if the stored setting is on.
  station.setOn(false)
  window.addEventListener('storage', ({ key }) => key === 'tiffin.printers' && station.reload())
  const printing = { station, printers, question }
  made.set(core, printing)
  return printing
}
