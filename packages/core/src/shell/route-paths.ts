import { isRouteName, pages, type RouteName, routeNames } from '#rules/index'

/** The routes of everybody, by name (NAV-61); the unknown page has no address of its own. */
export const publicRoutes = { login: '/', Reload: '/Reload', 'error404-page': '*' } as const

/** The path of a route that a person may open; undefined for names that do not exist or are not theirs (NAV-64). */
export const pathOfRoute = (name: string, navigation: readonly string[]): string | undefined =>
  isRouteName(name) && navigation.includes(name) ? pages[name].path : undefined

/** The name of the route at a path. */
export const routeAt = (path: string): RouteName | undefined => routeNames.find((name) => pages[name].path === path)
