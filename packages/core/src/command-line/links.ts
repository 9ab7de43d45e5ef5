import { isAdministratorRoute, isBuilt, pages, type RouteName, routeNames } from '#rules/index'
import { defaultPageSize, type ListState } from '../screens/list-query.ts'
import { writeListState } from '../screens/list-address.ts'
import { type Area, type Screen, screenIn } from '../screens/screen.ts'
import { screens } from '../screens/declared/index.ts'

export type CommandPage = { shows: 'list' } | { shows: 'record' } | { shows: 'report' } | { shows: 'page'; route: RouteName }

const list: CommandPage = { shows: 'list' }
const record: CommandPage = { shows: 'record' }
const page = (route: RouteName): CommandPage => ({ shows: 'page', route })

/** The page of the console for each command that has one: of its rows, its record, its report, or always the same page. */
export const commandPages: Readonly<Record<string, CommandPage>> = {
  list,
  export: list,
  import: page('Company-Import'),
  schema: list,
  get: record,
  save: record,
  delete: record,
  report: { shows: 'report' },
  'orders list': page('Company-Order'),
  'orders show': page('Company-Order'),
  'orders move': page('Company-Order'),
  board: page('Company-Order'),
  where: page('Company-Order'),
  call: page('Company-Order'),
  'which-merchant': page('Company-Order'),
  'why order': page('Company-Order'),
  'why promo': page('Company-Marketing-Promocode'),
  'lint workflow': page('Company-OrderStatus'),
  'print list': page('Company-Printer'),
  'print status': page('Company-Printer'),
  'print test': page('Company-Printer'),
  'company list': page('Administrator-Company'),
  'company use': page('Administrator-Company'),
  'company create': page('Administrator-Company'),
  tariff: page('Company-Tariff'),
  'tariff change': page('Company-Tariff'),
  'tariff invoices': page('Company-Tariff'),
  'tariff invoice': page('Company-Tariff'),
  'dictionary import': page('Administrator-Dictionary'),
  'dictionary export': page('Administrator-Dictionary'),
  'dictionary missing': page('Administrator-Dictionary'),
  'dictionary translate': page('Administrator-Dictionary'),
  undo: page('Administrator-Audit'),
  'config pull': page('Company-Settings'),
  'config plan': page('Company-Settings'),
  'config apply': page('Company-Settings'),
  'config diff': page('Company-Settings'),
  'chat list': page('Company-Chat'),
  'chat read': page('Company-Chat'),
  'chat send': page('Company-Chat'),
  'mailing list': page('Company-Marketing-Mailing'),
  'mailing count': page('Company-Marketing-Mailing'),
  'mailing test': page('Company-Marketing-Mailing'),
  'mailing start': page('Company-Marketing-Mailing'),
  'mailing schedule': page('Company-Marketing-Mailing'),
  'mailing pause': page('Company-Marketing-Mailing'),
  'mailing resume': page('Company-Marketing-Mailing'),
  'mailing stop': page('Company-Marketing-Mailing'),
  'mailing why': page('Company-Marketing-Mailing'),
  outbox: page('Company-Marketing-Push'),
  'webhook list': page('Company-Webhook'),
  'webhook create': page('Company-Webhook'),
  'webhook rotate': page('Company-Webhook'),
  'webhook test': page('Company-Webhook'),
  'webhook delete': page('Company-Webhook'),
  'webhook listen': page('Company-Webhook'),
  'webhook deliveries': page('Company-Webhook-Delivery'),
  'webhook replay': page('Company-Webhook-Delivery'),
}

/** Pages of a table: those of the company first, unless the whole platform is acted for. */
const routesOfTable = (table: string, area: Area): RouteName[] => {
  const found = routeNames.filter((route) => isBuilt(route) && pages[route].table === table)
  const platform = found.filter(isAdministratorRoute)
  const company = found.filter((route) => !isAdministratorRoute(route))
  return area === 'platform' ? [...platform, ...company] : [...company, ...platform]
}

/** The path of the page that opens a record of a table. */
export function recordPath(table: string, area: Area): string | undefined {
  const [route] = routesOfTable(table, area)
  return route && pages[route].path
}

/** The page with a list of a table, and its screen. */
export function listPage(table: string, area: Area): { path: string; screen: Screen; area: Area } | undefined {
  for (const route of routesOfTable(table, area)) {
    const { path } = pages[route]
    const screen = screenIn(screens, path)
    if (screen && ['dialog', 'full'].includes(screen.editor.kind))
      return { path, screen, area: isAdministratorRoute(route) ? 'platform' : 'company' }
  }
  return undefined
}

/** The query of a list's address. */
export const listQueryText = (
  { screen, area }: { screen: Screen; area: Area },
  { search, filters, sort }: { search: string; filters: ListState['filters']; sort: ListState['sort'] | undefined },
): URLSearchParams =>
  writeListState(new URLSearchParams(), screen, area, {
    search,
    filters,
    sort: sort ?? screen.order,
    page: 1,
    size: defaultPageSize,
  })
