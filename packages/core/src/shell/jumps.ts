import { isBuilt, pages, type RouteName, routeNames } from '#rules/index'

/** The jump keys of a navigation's pages, by route; if both areas have a page, the company's (UX: `g`). */
export function jumpKeys(navigation: readonly string[]): ReadonlyMap<RouteName, string> {
  const byLetter = new Map<string, RouteName>()
  for (const route of routeNames) {
    const { jump } = pages[route]
    if (jump && !byLetter.has(jump) && navigation.includes(route) && isBuilt(route)) byLetter.set(jump, route)
  }
  return new Map([...byLetter].map(([letter, route]) => [route, `g ${letter}`]))
}
