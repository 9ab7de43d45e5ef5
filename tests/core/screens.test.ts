import { can, type Actor } from '@tiffin/core/rules'
import {
  contactParts,
  fieldLabel,
  type Filter,
  filterName,
  initialFilter,
  newRow,
  profile,
  type Screen,
  screenIn,
  screens,
  spansCompanies,
  valueLabel,
} from '@tiffin/core/screens'
import { platformSeeds } from '@tiffin/sdk/contract'
import { describe, expect, it } from 'vitest'
import { type Area, type ExpectedEditor, expectedScreens, type First, type ScreenName } from '../fixtures/screens.ts'
import { saySame } from '../fixtures/words.ts'

// Each screen's declaration against the spec; journeys/screens.spec.ts checks the rendered ones.
const today = { now: Date.parse('2026-01-31T12:00:00Z'), timezone: 'UTC' }
const platform: Actor = {
  admin_id: 1,
  role: 1,
  company: 1,
  company_role: null,
  merchants: new Map(),
  dictionary_edit: [],
}
const kinds: Record<ExpectedEditor['kind'], readonly string[]> = {
  // The documents don't say how large it is.
  dialog: ['dialog', 'full'],
  'full size': ['full'],
  'dialog of 95vw by 90dvh': ['full'],
  page: ['page'],
}

function labelOf({ entity }: Screen, filter: Filter): string {
  return filter.label ?? fieldLabel(entity, filterName(filter)) ?? filterName(filter)
}

function checkColumns({ entity, columns }: Screen, expected: readonly string[]): void {
  const named = expected.filter((heading) => heading !== '').map((heading) => (heading === 'avatar' ? 'photo' : heading))
  const shown = columns.map((column) => fieldLabel(entity, column) ?? column)
  expect(shown.map((heading, at) => (saySame(heading, named[at] ?? '') ? named[at] : heading))).toEqual(named)
}

/** The words for a value: those of the choice, or of the referenced row that every installation starts with. */
function wordOf({ entity }: Screen, name: string, value: unknown): string {
  const field = entity.fields[name]
  if (field?.kind !== 'reference') return valueLabel(entity, name, value) ?? String(value)
  const rows: readonly object[] = Object.entries(platformSeeds()).find(([table]) => table === field.to)?.[1] ?? []
  const row: { name?: { en?: string }; value?: { en?: string } } | undefined = rows.find(
    (item) => Object.values(item)[0] === value,
  )
  return (row?.name ?? row?.value)?.en ?? 'no such row'
}

function checkStart(screen: Screen, name: string, first: First): void {
  const started = newRow(screen.entity, today)[name]
  if (first === 'new' || first === 'first category') return
  if (first === 'today') return expect(started, name).toBe('2026-01-31')
  if (first === 'one month later') return expect(started, name).toBe('2026-02-28')
  if (first === '10:00-22:00 on all seven days') {
    const days = Array.from({ length: 7 }, (_, day) => ({ day, work: 1, periods: [{ start: '10:00', end: '22:00' }] }))
    return expect(started, name).toMatchObject(days)
  }
  const [value, word] = first
  expect(typeof value === 'number' ? Number(started) : started, name).toEqual(value)
  if (word !== undefined) expect(wordOf(screen, name, value), name).toBe(word)
}

function checkEditor(screen: Screen, area: Area, expected: ExpectedEditor): void {
  const { entity, editor } = screen
  expect(kinds[expected.kind]).toContain(editor.kind)
  const names = editor.tabs.map(({ name }) => name)
  const left = expected.without?.[area] ?? []
  if (expected.tabs)
    expect(names.filter((name) => expected.tabs?.includes(name))).toEqual(expected.tabs.filter((name) => !left.includes(name)))
  const fieldsOf = (tab: string): readonly string[] =>
    editor.tabs.filter(({ name }) => tab === '' || name === tab).flatMap(({ fields }) => fields)
  for (const [tab, fields] of Object.entries(expected.fields ?? {})) {
    if (left.includes(tab)) continue
    // The parts of a contact are in one field, and the company comes first.
    const wanted = fields.map((name) => (name in contactParts ? 'contact' : name)).filter((name) => name !== 'company')
    expect(fieldsOf(tab), `fields of ${tab}`).toEqual(expect.arrayContaining(wanted))
  }
  for (const [name, first] of Object.entries(expected.starts ?? {})) checkStart(screen, name, first)
  for (const name of expected.protected ?? [])
    expect(
      entity.fields[name]?.readonly === true || screen.readonly.includes(name) || name === entity.key,
      `${name} is closed`,
    ).toBe(true)
  const closed = new Set([...(expected.protected ?? []), entity.key])
  const open = expected.readonly
    ? []
    : Object.values(expected.fields ?? {})
        .flat()
        .filter((name) => !closed.has(name))
  expect(open.filter((name) => screen.readonly.includes(name) || entity.fields[name]?.readonly === true)).toEqual([])
  for (const name of expected.multilanguage ?? []) expect(entity.fields[name]?.kind, name).toBe('multilang')
  for (const [name, choices] of Object.entries(expected.choices ?? {}))
    for (const [value, word] of Object.entries(choices))
      if (word !== '') expect(wordOf(screen, name, Number(value)).toLowerCase(), `${name} ${value}`).toBe(word.toLowerCase())
  if (!expected.readonly) return
  expect([screen.create, screen.remove]).toEqual([false, false])
  // Orders are changed on the board and in the order editor.
  if (can(platform, 'update', entity).allowed) expect(fieldsOf('').filter((name) => !screen.readonly.includes(name))).toEqual([])
}

function checkList(screen: Screen, area: Area, name: ScreenName): void {
  const { list = { ids: '' } } = expectedScreens[name]
  const { entity } = screen
  if (list.title !== undefined) expect(screen.title).toBe(list.title)
  if (list.columns && name !== 'languages') checkColumns(screen, list.columns)
  const company: Filter[] = spansCompanies(screen, area === 'administrator' ? 'platform' : 'company')
    ? [{ field: 'company' }]
    : []
  const filters = [...company, ...screen.filters]
  const wanted = (list.filters ?? []).filter((filter) => (filter.area ?? area) === area)
  for (const { name: label, choices, after, lastDays } of wanted) {
    const found = filters.find((filter) => saySame(labelOf(screen, filter), label) || filterName(filter) === label.toLowerCase())
    expect(found, `the filter ${label}`).toBeDefined()
    if (!found) continue
    // In the company's area, a company is always chosen.
    expect(area === 'administrator' && 'afterCompany' in found, `${label} waits`).toBe(after === 'Company')
    if (choices && 'name' in found) expect(['All', ...found.choices.map((choice) => choice.label)]).toEqual(choices)
    if (lastDays !== undefined) {
      const [from = ''] = initialFilter(found, today).split('..')
      expect(Date.parse('2026-01-31') - Date.parse(from)).toBe((lastDays - 1) * 86_400_000)
    }
  }
  if (list.search) expect(entity.search).toBeDefined()
  expect(entity.search ?? []).toEqual(expect.arrayContaining([...(list.searches ?? [])]))
  if (list.add === false) expect(screen.create && screen.createAfter === undefined).toBe(false)
  if (list.sort) expect(entity.sort).toBeDefined()
  if (list.sort === 'category' && area === 'company') expect(screen.sortWithin).toBe('type')
  if (list.refresh) expect(screen.refresh).toBe(list.refresh[1])
  if (list.statistic) expect(screen.sums).toEqual(list.statistic.split(', '))
}

describe('screen declarations', () => {
  it.each([
    ['NAV-16 REF-14: access levels', 'access'],
    ['COUR-01 COUR-03 COUR-04 COUR-06 COUR-07: couriers', 'couriers'],
    ['COUR-02 COUR-08 COUR-09 NAV-18 NAV-53: couriers', 'couriers'],
    ['NAV-19 REF-19: courier statuses', 'courierStatuses'],
    ['NAV-20 REF-20: administrators', 'administrators'],
    ['NAV-24 COMP-02 COMP-03 COMP-04 COMP-05: companies', 'companies'],
    ['COMP-23: companies', 'companies'],
    ['NAV-43: the own company', 'ownCompany'],
    ['NAV-25 NAV-51 MERCH-01 MERCH-02 MERCH-03: merchants', 'merchants'],
    ['MERCH-08 MERCH-12 MERCH-15: merchants', 'merchants'],
    ['MERCH-23 MERCH-24 MERCH-25 MERCH-26 MERCH-27: merchants', 'merchants'],
    ['NAV-26 REF-15: countries', 'countries'],
    ['NAV-27 REF-17: cities', 'cities'],
    ['NAV-28 DICT-01: texts', 'dictionary'],
    ['NAV-29 NAV-47 CAT-03 CAT-04 CAT-05: categories', 'categories'],
    ['CAT-01 CAT-02 CAT-06: categories', 'categories'],
    ['NAV-30 NAV-46 USER-01 USER-02 USER-03: customers', 'users'],
    ['USER-04 USER-05: customers', 'users'],
    ['NAV-31 NAV-48 TAG-01 TAG-02 TAG-03: cuisines', 'tags'],
    ['NAV-32 NAV-52 PAY-02 PAY-03 PAY-04: payment types', 'paymentTypes'],
    ['NAV-33 NAV-49 REF-04 REF-07 REF-08: order statuses', 'orderStatuses'],
    ['REF-02 REF-03: order statuses', 'orderStatuses'],
    ['NAV-17 ORDER-01 ORDER-02: orders', 'orders'],
    ['NAV-34 NAV-50 REF-10 REF-11 REF-13: order paths', 'orderPaths'],
    ['NAV-36 NAV-56 PUSH-02 PUSH-03: push messages', 'pushMessages'],
    ['NAV-37 NAV-54 MAIL-03 MAIL-04: mailings', 'mailings'],
    ['NAV-57 BANNER-01 BANNER-02 BANNER-03 BANNER-05: banners', 'banners'],
    ['NAV-35 NAV-55 PROMO-04 PROMO-05 PROMO-06 PROMO-11: promo codes', 'promoCodes'],
    ['PROMO-01 PROMO-02 PROMO-07 PROMO-08: promo codes', 'promoCodes'],
    ['NAV-38 NAV-60 REPORT-11 REPORT-14: orders report', 'ordersReport'],
    ['REPORT-01 REPORT-02 REPORT-04 REPORT-06 REPORT-08: orders report', 'ordersReport'],
    ['NAV-39 PAY-11 PAY-12 PAY-13: payments', 'payments'],
    ['NAV-40 AUDIT-01 AUDIT-03 AUDIT-04 AUDIT-05: the audit log', 'audit'],
    ['NAV-41 TARIFF-02 TARIFF-03 TARIFF-09 TARIFF-10: tariffs', 'tariffs'],
    ['NAV-42 TARIFF-11 TARIFF-12: subscription periods', 'subscriptionPeriods'],
  ] as const)('%s: is as documented', (_title, name) => {
    const { table, editor, ...expected } = expectedScreens[name]
    for (const area of ['administrator', 'company'] as const) {
      const path = expected[area]?.path
      if (path === undefined) continue
      const screen = screenIn(screens, path)
      if (!screen) throw new Error(`no screen at ${path}`)
      expect(screen.entity.name).toBe(table)
      if (editor?.kind !== 'page') checkList(screen, area, name)
      if (editor) checkEditor(screen, area, editor)
    }
  })
})

it('PROF-01: the profile edits a person as documented, and only displays the login', () => {
  const fields = ['name', 'surname', 'phone', 'email', 'img', 'hide_menu', 'password']
  expect(profile.entity.name).toBe('admin')
  expect(profile.editor.tabs.flatMap((tab) => tab.fields).toSorted()).toEqual(['login', ...fields].toSorted())
  expect(profile.readonly).toEqual(['login'])
})
