import { describe, expect, it } from 'vitest'
import { administratorRoutes, companyRoutes, navigationFor } from '#rules/index'
import { createI18n } from '#i18n/create-i18n'
import { jumpKeys } from './jumps.ts'
import { menuFor, menuLabel, searchMenu } from './menu.ts'
import { pathOfRoute, routeAt } from './route-paths.ts'

const owner = navigationFor({ admin_id: 2, role: 2, company: 1, company_role: 1, merchants: new Map(), dictionary_edit: [] })
/** Written by hand: pages not built yet. */
const coming: string[] = []
const { t } = createI18n()
const routesOf = (navigation: readonly string[], company?: string) =>
  menuFor(navigation, company, t).flatMap(({ entries }) => entries.map(({ route }) => route))

describe('menu', () => {
  it('SHELL-20: contains exactly the pages that the navigation allows and that are built', () => {
    expect(routesOf(owner).sort()).toEqual(owner.filter((route) => !coming.includes(route)).sort())
    expect(routesOf(['Company-Order'])).toEqual(['Company-Order'])
    expect(routesOf(['Administrator-Order', 'Company-Order'])).toEqual(['Company-Order', 'Administrator-Order'])
    expect(menuFor([], 'Alpha', t)).toEqual([])
  })

  it('SHELL-20: contains every built route once', () => {
    const all = Object.keys({ ...administratorRoutes, ...companyRoutes })
    expect(routesOf(all).sort()).toEqual(all.filter((route) => !coming.includes(route)).sort())
  })

  it('no jump key leads to a page that is not built', () => {
    const jumps = [...jumpKeys(Object.keys({ ...administratorRoutes, ...companyRoutes })).keys()]
    expect(jumps).toContain('Company-Order')
    expect(jumps.filter((route) => coming.includes(route))).toEqual([])
  })

  it.each([
    ['%company', 'Alpha', 'Alpha'],
    ['%company', undefined, ''],
    ['Settings of %company', 'Alpha', 'Settings of Alpha'],
    ['%company settings', undefined, 'settings'],
  ])('NAV-66: %s with company %s is "%s"', (label, company, expected) => {
    expect(menuLabel(label, company)).toBe(expected)
  })

  it("NAV-66: shows the company's name above its entries", () => {
    expect(menuFor(owner, 'Alpha', t)[0]?.label).toBe('Alpha')
    expect(menuFor(owner, undefined, t)[0]?.label).toBe('')
  })

  it('NAV-63: includes links to other sites from the navigation', () => {
    expect(menuFor(['https://www.example.com/help'], undefined, t)).toEqual([
      {
        label: 'Links',
        entries: [{ route: 'https://www.example.com/help', path: 'https://www.example.com/help', label: 'example.com/help' }],
      },
    ])
    expect(menuFor(['javascript:alert(1)'], undefined, t)).toEqual([])
  })

  it('SHELL-18 SHELL-03: is filtered by the shown labels, ignoring case', async () => {
    const russian = createI18n()
    await russian.use('ru')
    const found = (text: string) =>
      searchMenu(menuFor(owner, 'Alpha', russian.t), text).flatMap(({ entries }) => entries.map(({ route }) => route))
    expect(found('ТАР')).toEqual(['Company-Tariff'])
    expect(found('alp')).toEqual(
      routesOf([
        'Company-Order',
        'Company-Chat',
        'Company-User',
        'Company-Merchant',
        'Company-Courier-List',
        'Company-Report-Orders',
      ]),
    )
    expect(found('заказ')).toContain('Company-Order')
    expect(found(' ')).toEqual(routesOf(owner))
    expect(found('xyz')).toEqual([])
  })

  it("NAV-12 NAV-64: returns a route's path only to people who may open it", () => {
    expect(pathOfRoute('Company-Tariff', owner)).toBe('/Company/Tariff')
    expect(pathOfRoute('Administrator-Order', owner)).toBeUndefined()
    expect(pathOfRoute('https://evil.example', ['https://evil.example'])).toBeUndefined()
    expect(pathOfRoute('constructor', ['constructor'])).toBeUndefined()
    expect(routeAt('/Company/CourierList')).toBe('Company-Courier-List')
    expect(routeAt('/nowhere')).toBeUndefined()
  })
})
