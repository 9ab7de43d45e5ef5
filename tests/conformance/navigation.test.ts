import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { type MenuEntry, menuFor, pathOfRoute, publicRoutes } from '@tiffin/core'
import { createI18n } from '@tiffin/core/i18n'
import { administratorRoutes, companyRoutes, missingOption, navigationFor, pages, type RouteName } from '@tiffin/core/rules'
import { companyOptions, entities } from '@tiffin/sdk/contract'
import {
  expectedAdministratorRoutes,
  expectedCompanyRoutes,
  expectedPublicNames,
  expectedUnbuilt,
} from '../fixtures/navigation.ts'

const all = [...expectedCompanyRoutes, ...expectedAdministratorRoutes]
const pathsOf = (routes: typeof all) => Object.fromEntries(routes.map(({ name, path }) => [name, path]))
const namesOf = (routes: typeof all) => routes.map(({ name }) => name).sort()
const someone = { admin_id: 2, company: 1, dictionary_edit: [] } as const

const packages = path.join(import.meta.dirname, '..', '..', 'packages')
const sources = readdirSync(packages)
  .flatMap((name) => {
    const folder = path.join(packages, name, 'src')
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file))
  })
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

describe('routes', () => {
  it.each(all)('$name is declared once, with its address', ({ name, path: address }) => {
    expect(sources.split(`'${name}': {`)).toHaveLength(2)
    expect(sources.split(`'${name}':`)).toHaveLength(2)
    expect(sources.split(`'${address}'`)).toHaveLength(2)
  })

  it('NAV-61: have exactly the documented names and addresses', () => {
    expect(companyRoutes).toEqual(pathsOf(expectedCompanyRoutes))
    expect(administratorRoutes).toEqual(pathsOf(expectedAdministratorRoutes))
    expect(publicRoutes).toEqual(expectedPublicNames)
  })

  it.each([
    ['platform administrators', { role: 1, company_role: null, merchants: new Map() }, namesOf(all)],
    ['owners', { role: 2, company_role: 1, merchants: new Map() }, namesOf(expectedCompanyRoutes)],
    [
      'operators with access to a merchant',
      { role: 2, company_role: 2, merchants: new Map([[1, [1, 2, 3, 4, 5, 6, 7, 8, 9]]]) },
      namesOf(expectedCompanyRoutes.filter(({ operators }) => operators)),
    ],
    ['operators without', { role: 2, company_role: 2, merchants: new Map() }, []],
  ] as const)('NAV-64 SHELL-20: %s have theirs, and their menu those that are built', (_who, actor, expected) => {
    const navigation = navigationFor({ ...someone, ...actor })
    expect([...navigation].sort()).toEqual(expected)
    const entries: readonly MenuEntry[] = menuFor(navigation, 'Alpha', createI18n().t).flatMap((group) => group.entries)
    expect(entries.map(({ route }) => route).sort()).toEqual(expected.filter((name) => !expectedUnbuilt.includes(name)))
    expect(entries.every(({ route, path }) => pathOfRoute(route, navigation) === path)).toBe(true)
  })
})

describe('gates', () => {
  const none = Object.fromEntries(companyOptions.map((option) => [option, 0]))

  it.each(all)('GATE-01: $name needs "$option"', ({ name, option }) => {
    expect(missingOption(none, name as RouteName) ?? '').toBe(option)
    expect(missingOption({ ...none, [option]: 1 }, name as RouteName)).toBeNull()
    expect(missingOption(null, name as RouteName)).toBeNull()
  })

  it('GATE-10: the orders report needs allow_report in the company area, and nothing on the platform', () => {
    expect(missingOption({ ...none, allow_report: 0 }, 'Company-Report-Orders')).toBe('allow_report')
    expect(missingOption({ ...none, allow_report: 1 }, 'Company-Report-Orders')).toBeNull()
    expect(missingOption(none, 'Administrator-Report-Orders')).toBeNull()
  })

  it('GATE-01: a company page is closed if the rows of its table can’t be written', () => {
    const gated = expectedCompanyRoutes.flatMap(({ name, option }) => {
      const { table } = pages[name as RouteName]
      const { gate = '' }: { gate?: string } = table ? entities[table] : {}
      return table === undefined || table === 'order' ? [] : { name, option, gate }
    })
    expect(gated.filter(({ option, gate }) => option !== gate)).toEqual([])
  })
})
