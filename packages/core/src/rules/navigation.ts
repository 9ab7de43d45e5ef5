import { type Actor, managesCompany } from './actor.ts'
import { isGranted } from './merchant-access.ts'
import { isAdministratorRoute, isRouteName, pages, type RouteName, routeNames } from './pages/index.ts'

/**
 * Whether a role can use a route at all. In the administrator area, the dictionary can be given to anyone (AMB-008).
 */
export function canUseRoute({ role, company_role }: Pick<Actor, 'role' | 'company_role'>, route: string): route is RouteName {
  if (!isRouteName(route)) return false
  if (role === 1) return true
  if (isAdministratorRoute(route)) return route === 'Administrator-Dictionary'
  return company_role === 1 || !pages[route].ownersOnly
}

/** Whether an entry of a chosen navigation is a link to another site (NAV-63). */
export const isSiteLink = (entry: string): boolean => /^https?:\/\//i.test(entry) && URL.canParse(entry)

/** The links and routes chosen for a member of a company. */
export function chosenEntries(
  person: Pick<Actor, 'role' | 'company_role'>,
  stored: readonly string[],
): Pick<Actor, 'links' | 'navigation'> {
  const routes = stored.filter((entry) => !isSiteLink(entry))
  const links = stored.filter(isSiteLink)
  // If all chosen routes have become invalid, none remain, which is less than the role would give.
  return routes.length > 0 ? { links, navigation: routes.filter((route) => canUseRoute(person, route)) } : { links }
}

/** The routes open to the actor: the chosen ones, else those of the role (AMB-048, NAV-64). */
export function navigationFor(actor: Actor): RouteName[] {
  if (actor.device) return ['Company-Order', 'Company-Printer']
  const isEmpty = (route: RouteName): boolean => !managesCompany(actor) && !isGranted(actor, pages[route].operators ?? 'any')
  if (actor.navigation) return actor.navigation.filter((route) => !pages[route].emptyWithoutEntry || !isEmpty(route))
  if (actor.role === 1) return [...routeNames]
  const company = routeNames.filter((route) => !isAdministratorRoute(route))
  if (managesCompany(actor)) return company
  if (actor.company === null || actor.company_role === null) return []
  return company.filter((route) => pages[route].operators !== undefined && !isEmpty(route))
}
