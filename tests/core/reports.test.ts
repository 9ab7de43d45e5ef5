import { type Actor, quickPeriods, visibleMerchants } from '@tiffin/core/rules'
import { filterName, printedDocuments, screenIn, screens } from '@tiffin/core/screens'
import { platformSeeds } from '@tiffin/sdk/contract'
import { describe, expect, it } from 'vitest'
import * as expected from '../fixtures/reports.ts'

// Reports against the spec (tests/fixtures/reports.ts); server/lists.test.ts compares the rows of the orders report.
describe.each(['administrator', 'company'] as const)('the orders report of the %s area', (area) => {
  const screen = screenIn(screens, expected.reportRows[area] ?? '')
  if (!screen) throw new Error('no screen')

  it('REPORT-14 REPORT-17 REPORT-18: has the documented columns', () => {
    expect(screen.columns).toEqual(expected.ordersReport.columns)
    expect(Object.keys(screen.blank)).toEqual(expect.arrayContaining([...expected.ordersReport.blank]))
  })

  it('REPORT-03 REPORT-05 REPORT-07 REPORT-09 REPORT-10: has the documented filters', () => {
    const { filters, offered } = expected.ordersReport
    expect(screen.filters.map(filterName)).toEqual(expect.arrayContaining(Object.keys(filters)))
    for (const filter of screen.filters)
      expect('onPlatform' in filter, filterName(filter)).toBe(filters[filterName(filter)] === 'platform')
    for (const [field, number] of Object.entries(offered)) {
      const filter = screen.filters.find((item) => filterName(item) === field)
      // Without a number, the usual one of LIST-14.
      expect((filter && 'offered' in filter ? filter.offered : undefined) ?? 10, field).toBe(number)
    }
  })

  it('REPORT-12 REPORT-13: folds its filters, and searches 200 ms after the last letter', () => {
    const { typingDelay, folds } = expected.ordersReport
    expect([screen.typingDelay, screen.folds]).toEqual([typingDelay, folds])
  })

  it('REPORT-19: has the documented sums', () => {
    expect(screen.sums).toEqual(expected.ordersReport.sums)
  })
})

it('REPORT-16: the type column has the documented words', () => {
  const words = (platformSeeds().order_type ?? []).map(({ order_type_id, value }) => [order_type_id, value?.['en']] as const)
  expect(Object.fromEntries(words)).toEqual(expected.typeWords)
})

describe('rights to the report', () => {
  const merchant = 10
  const person = (who: (typeof expected.reportRights)[number]['who'], access: readonly number[] | null): Actor => ({
    admin_id: 1,
    role: who === 'platform' ? 1 : 2,
    company: 1,
    company_role: who === 'platform' ? null : who === 'owner' ? 1 : 2,
    merchants: new Map(access ? [[merchant, access]] : []),
    dictionary_edit: [],
  })

  it.each(expected.reportRights)('PERM-13 PERM-15: $who with $access', ({ who, access, sees }) => {
    const visible = visibleMerchants(person(who, access), 'report')
    expect(visible === 'all' || visible.includes(merchant)).toBe(sees)
  })
})

it('REPORT-20 REPORT-21: prints documents of so many rows', () => {
  const rows = Array.from({ length: 2 * expected.printedReport.rowsInDocument + 1 }, () => ['1.00'])
  const documents = printedDocuments({ columns: [{ title: 'Total', kind: 'money', blank: '', sum: true }], rows })
  expect(documents.map(({ rows: part, before, sums }) => [part.length, before[0], sums[0]])).toEqual([
    [5000, undefined, '5000.00'],
    [5000, '5000.00', '10000.00'],
    [1, '10000.00', '10001.00'],
  ])
})

it('LIST-20 LIST-21: date filters have the documented quick options', () => {
  expect(quickPeriods).toEqual(expected.quickPeriods)
})
