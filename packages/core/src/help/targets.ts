import type { RouteName } from '#rules/index'

/**
 * The controls that the tour and “Show me” point at, with the page they are on; null for those on every page. A front-end marks the
 * element by this name.
 */
export const targets = {
  menu: null,
  company: null,
  find: null,
  help: null,
  account: null,
  merchants: 'Company-Order',
  boardSearch: 'Company-Order',
  period: 'Company-Order',
  boards: 'Company-Order',
  compact: 'Company-Order',
  sound: 'Company-Order',
  printTickets: 'Company-Order',
  allDay: 'Company-Order',
  map: 'Company-Order',
  recall: 'Company-Order',
  availability: 'Company-Order',
  newOrder: 'Company-Order',
  connection: 'Company-Order',
  search: 'Company-User',
  columns: 'Company-User',
  refresh: 'Company-User',
  export: 'Company-User',
  add: 'Company-Merchant',
  views: 'Company-Report-Orders',
  settings: 'Company-Settings',
  addPrinter: 'Company-Printer',
  billing: 'Company-Tariff',
} as const satisfies Record<string, RouteName | null>

export type Target = keyof typeof targets
export const isTarget = (name: string): name is Target => Object.hasOwn(targets, name)
