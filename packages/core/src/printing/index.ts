export { addressOfOffered, KITCHEN, type OfferedPrinter, readOffered } from './offered-printers.ts'
export { type PrintClient, printNext, type PrintNextOptions, type PrintOutcome, type Sheet } from './print-next.ts'
export {
  createPrintStation,
  type FoundPrinter,
  type PrintStation,
  type PrintStationOptions,
  type PrintStationState,
} from './print-station.ts'
export {
  changedPrinter,
  cyrillicPages,
  MOST_COPIES,
  newPrinter,
  printerCuts,
  type PrinterSettings,
  printerUses,
  profileOf,
} from './printer-settings.ts'
export { type PrinterHealth } from './printer-watch.ts'
export { needsPerson, type OpenTicket, type PrintAlarm } from './read-jobs.ts'
export { type Routed, routeTicket } from './route-ticket.ts'
