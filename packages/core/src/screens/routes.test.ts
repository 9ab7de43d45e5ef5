import { describe, expect, it } from 'vitest'
import { isBuilt, pages, type RouteName, routeNames } from '#rules/index'
import { routesOf, screenIn, screens } from './index.ts'

/** Written by hand: routes with their own pages (web/src/screens.ts). */
const special: readonly RouteName[] = [
  'Company-Order',
  'Company-Chat',
  'Company-Printer',
  'Company-Tariff',
  'Company-Import',
  'Administrator-Report-Subscriptions',
  'Administrator-Import',
]
/** Written by hand: pages not built yet. */
const coming: readonly RouteName[] = []

const others = routeNames.filter((name) => ![...special, ...coming].includes(name))

describe('documented routes', () => {
  it.each(others)('NAV-16 NAV-21 NAV-43: %s shows records', (name) => {
    expect(screenIn(screens, pages[name].path)).toBeDefined()
  })

  it('are exactly one of: a page of their own, not built yet, or a records screen', () => {
    const shown = screens.flatMap(routesOf)
    expect(shown.toSorted()).toEqual(others.toSorted())
    expect(routeNames.filter((name) => !isBuilt(name)).toSorted()).toEqual(coming.toSorted())
  })
})
