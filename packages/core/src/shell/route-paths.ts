import { administratorRoutes, companyRoutes, type RouteName } from '#rules/index'

/** Where each screen is. */
export const paths: Readonly<Record<RouteName, string>> = { ...administratorRoutes, ...companyRoutes }

/** Pages that are still to be built: their addresses say so, and no menu, palette or key leads to them. */
export const unbuiltRoutes: ReadonlySet<string> = new Set<RouteName>([
  'Company-Chat',
  'Company-Report-Orders',
  'Administrator-Report-Orders',
])

/** The routes of everybody, by name (NAV-61); the unknown page has no address of its own. */
export const publicRoutes = { login: '/', Reload: '/Reload', 'error404-page': '*' } as const

/** The path of a route that a person may open; undefined for names that do not exist or are not theirs (NAV-64). */
export const pathOfRoute = (name: string, navigation: readonly string[]): string | undefined =>
  Object.hasOwn(paths, name) && navigation.includes(name) ? paths[name as RouteName] : undefined

/** The name of the route at a path. */
export const routeAt = (path: string): RouteName | undefined =>
  (Object.keys(paths) as RouteName[]).find((name) => paths[name] === path)
