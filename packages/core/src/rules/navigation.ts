import { type Actor, managesCompany } from './actor.ts'
import { isGranted, type MerchantPurpose } from './merchant-access.ts'
import { type AdministratorRoute, administratorRoutes, type CompanyRoute, companyRoutes, type RouteName } from './routes.ts'

/** What operators have by the entries of merchants: the purpose that opens each route. */
const operatorRoutes: Partial<Record<RouteName, MerchantPurpose>> = {
  'Company-Order': 'board',
  'Company-User': 'board',
  'Company-Merchant': 'editor',
  'Company-Courier-List': 'board',
  'Company-Report-Orders': 'report',
}
/** Without an entry there is nothing on them, also where they were chosen. */
const emptyWithoutEntry: ReadonlySet<RouteName> = new Set<RouteName>([
  'Company-Order',
  'Company-Merchant',
  'Company-Report-Orders',
])
/** The tariff is the owner's to choose (COMP-27), and the chat is opened for owners (PERM-22). */
const ownersOnly: ReadonlySet<RouteName> = new Set<RouteName>(['Company-Tariff', 'Company-Chat'])

const areRoutes: ReadonlySet<string> = new Set([...Object.keys(administratorRoutes), ...Object.keys(companyRoutes)])
export const isAdministratorRoute = (route: string): route is AdministratorRoute => Object.hasOwn(administratorRoutes, route)

/** Whether a role can use a route at all; of the administrator area everybody may be given the dictionary (AMB-008). */
export function canUseRoute({ role, company_role }: Pick<Actor, 'role' | 'company_role'>, route: string): route is RouteName {
  if (!areRoutes.has(route)) return false
  if (role === 1) return true
  if (isAdministratorRoute(route)) return route === 'Administrator-Dictionary'
  return company_role === 1 || !ownersOnly.has(route as RouteName)
}

/** The route names that are open to the actor: the chosen ones, else those that the role gives (AMB-048, NAV-64). */
export function navigationFor(actor: Actor): RouteName[] {
  if (actor.device) return ['Company-Order', 'Company-Printer']
  const isEmpty = (route: RouteName): boolean => !managesCompany(actor) && !isGranted(actor, operatorRoutes[route] ?? 'any')
  if (actor.navigation) return actor.navigation.filter((route) => !emptyWithoutEntry.has(route) || !isEmpty(route))
  const company = Object.keys(companyRoutes) as CompanyRoute[]
  if (actor.role === 1) return [...(Object.keys(administratorRoutes) as AdministratorRoute[]), ...company]
  if (managesCompany(actor)) return company
  if (actor.company === null || actor.company_role === null) return []
  return company.filter((route) => operatorRoutes[route] !== undefined && !isEmpty(route))
}
