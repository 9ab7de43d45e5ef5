import { describe, expect, it } from 'vitest'
import { isBuilt, pages, type RouteName, routeNames } from '#rules/index'
import { routesOf, screenIn, screens } from './index.ts'

/** Typed by hand: routes with pages of their own (web/src/screens.ts). */
const special: readonly RouteName[] = ['Administrator-Order', 'Company-Order', 'Company-Printer', 'Company-Tariff']
/** Typed by hand: pages that are still to be built, the reports and the chat. */
const coming: readonly RouteName[] = ['Administrator-Report-Orders', 'Company-Report-Orders', 'Company-Chat']

const others = routeNames.filter((name) => ![...special, ...coming].includes(name))

describe('documented routes', () => {
  it.each(others)('NAV-16 NAV-21 NAV-43: %s shows records', (name) => {
    expect(screenIn(screens, pages[name].path)).toBeDefined()
  })

  it('have a page of their own, are still to be built, or show records: one of these', () => {
    const shown = screens.flatMap(routesOf)
    expect(shown.toSorted()).toEqual(others.toSorted())
    expect(routeNames.filter((name) => !isBuilt(name)).toSorted()).toEqual(coming.toSorted())
  })
})
