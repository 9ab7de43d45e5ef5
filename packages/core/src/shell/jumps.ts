import type { RouteName } from '#rules/index'
import { unbuiltRoutes } from './route-paths.ts'

/** The letter that leads to a screen after `g`. */
const letters: Readonly<Record<string, readonly RouteName[]>> = {
  o: ['Company-Order', 'Administrator-Order'],
  h: ['Company-Chat'],
  c: ['Company-User', 'Administrator-User'],
  m: ['Company-Merchant', 'Administrator-Merchant'],
  d: ['Company-Courier-List', 'Administrator-Courier-List'],
  r: ['Company-Report-Orders', 'Administrator-Report-Orders'],
  p: ['Company-Marketing-Promocode', 'Administrator-Marketing-Promocode'],
  n: ['Company-Marketing-Push', 'Administrator-Marketing-Push'],
  l: ['Company-Marketing-Mailing', 'Administrator-Marketing-Mailing'],
  b: ['Company-Marketing-Banner'],
  s: ['Company-Settings'],
  t: ['Company-Tariff'],
  y: ['Company-PaymentTypes', 'Administrator-PaymentTypes'],
  k: ['Company-Tag', 'Administrator-Tag'],
  w: ['Company-OrderStep', 'Administrator-OrderStep'],
  u: ['Company-OrderStatus', 'Administrator-OrderStatus'],
  x: ['Company-Printer'],
  f: ['Administrator-Company'],
  a: ['Administrator-Audit'],
  i: ['Administrator-Dictionary'],
}

/** The keys that lead to the screens of a navigation, by route; where both areas have a screen, the company's (UX: `g`). */
export function jumpKeys(navigation: readonly string[]): ReadonlyMap<RouteName, string> {
  const jumps = Object.entries(letters).flatMap(([letter, routes]): [RouteName, string][] => {
    const route = routes.find((name) => navigation.includes(name) && !unbuiltRoutes.has(name))
    return route ? [[route, `g ${letter}`]] : []
  })
  return new Map(jumps)
}
