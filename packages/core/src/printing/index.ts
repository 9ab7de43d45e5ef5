export { formatOfferedAddress, KITCHEN, type OfferedPrinter, parseOfferedAddress } from './offered-printers.ts'
export { createLastTickets } from './last-tickets.ts'
export { type PrintClient, printNext, type PrintNextOptions, type PrintOutcome, type PrinterSheet } from './print-next.ts'
export { printerAddress } from './printer-address.ts'
export { createPrintStation, type PrintStation, type PrintStationOptions } from './print-station.ts'
export { type FoundPrinter } from './printer-list.ts'
export { type PrintStationState } from './station-state.ts'
export {
  applyPrinterChange,
  cyrillicPages,
  MAX_COPIES,
  newPrinter,
  printerCuts,
  type PrinterSettings,
  printerUses,
  profileOf,
} from './printer-settings.ts'
export { type PrinterHealth } from './printer-health.ts'
export { needsPerson, type OpenTicket, type PrintAlarm } from './read-jobs.ts'
export { type RoutedTicket, routeTicket } from './route-ticket.ts'
