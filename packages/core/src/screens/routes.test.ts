import { describe, expect, it } from 'vitest'
import { administratorRoutes, companyRoutes, type RouteName } from '#rules/index'
import { unbuiltRoutes } from '../shell/route-paths.ts'
import { screenIn, screens } from './index.ts'

/** Typed by hand: routes that the console serves by pages of their own (web/src/screens.ts). */
const pages: readonly RouteName[] = ['Administrator-Order', 'Company-Order', 'Company-Printer', 'Company-Tariff']
/** Typed by hand: what has neither a screen nor a page yet, the reports and the chat. */
const coming: readonly RouteName[] = ['Administrator-Report-Orders', 'Company-Report-Orders', 'Company-Chat']

const routes = Object.entries({ ...administratorRoutes, ...companyRoutes }) as [RouteName, string][]
const without = (wanted: readonly RouteName[]) => routes.filter(([name]) => !wanted.includes(name))

describe('documented routes', () => {
  it.each(without([...pages, ...coming]))('NAV-16 NAV-21 NAV-43: %s shows records at %s', (name, path) => {
    expect(screenIn(screens, path)?.routes).toContain(name)
  })

  it('no screen is declared for what has a page of its own, or is said to be missing', () => {
    const both = routes.filter(([name, path]) => [...pages, ...coming].includes(name) && screenIn(screens, path))
    expect(both.map(([name]) => name)).toEqual([])
  })

  it('those that are missing are known, so that nothing leads to them', () => {
    expect([...unbuiltRoutes].sort()).toEqual([...coming].sort())
  })

  it('no route has two screens', () => {
    const named = screens.flatMap((screen) => screen.routes)
    expect(named).toHaveLength(new Set(named).size)
  })
})
