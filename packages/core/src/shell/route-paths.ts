import { isRouteName, pages, type RouteName, routeNames } from '#rules/index'

/** Routes open to everyone, by name (NAV-61); the unknown page has no address. */
export const publicRoutes = { login: '/', Reload: '/Reload', 'error404-page': '*' } as const

/** The path of a route that a user may open; undefined if it does not exist or is not allowed (NAV-64). */
export const pathOfRoute = (name: string, navigation: readonly string[]): string | undefined =>
  isRouteName(name) && navigation.includes(name) ? pages[name].path : undefined

/** The name of the route at a path. */
export const routeAt = (path: string): RouteName | undefined => routeNames.find((name) => pages[name].path === path)
