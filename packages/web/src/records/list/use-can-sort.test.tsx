import type { Actor } from '@tiffin/core/rules'
import { type Area, screens } from '@tiffin/core/screens'
import type { EntityName } from '@tiffin/sdk/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { RecordsProvider, type RecordsView } from '../records-context.ts'
import { useCanSort } from './use-can-sort.ts'

const platform: Actor = { admin_id: 1, role: 1, company: null, company_role: null, merchants: new Map(), dictionary_edit: [] }
const owner: Actor = { ...platform, role: 2, company: 1, company_role: 1 }
/**
 * A user with the given level for merchant 5's Main tab, which includes its sort order, and edit rights for its
 * products.
 */
const operator = (main: number): Actor => ({ ...owner, company_role: 2, merchants: new Map([[5, [0, 0, 0, main, 2]]]) })

function maySort(table: EntityName, actor: Actor, filters: Record<string, string>, count: number): boolean {
  const screen = screens.find(({ entity }) => entity.name === table)
  const area: Area = actor.role === 1 ? 'platform' : 'company'
  let said: boolean | undefined
  function List() {
    said = useCanSort({ search: '', filters, sort: { field: table, dir: 'asc' }, page: 1, size: 10 }, count)
    return null
  }
  renderToStaticMarkup(
    <RecordsProvider value={{ screen, area, actor } as RecordsView}>
      <List />
    </RecordsProvider>,
  )
  return said === true
}

it.each<[string, expected: boolean, EntityName, Actor, Record<string, string>, count: number]>([
  ['up to 100 rows that belong to no company', true, 'tariff', platform, {}, 100],
  ['not more than that', false, 'tariff', platform, {}, 101],
  ['any number of one company', true, 'cuisine', owner, {}, 101],
  ['not those of all companies, however few', false, 'cuisine', platform, {}, 3],
  ['those of the company that is chosen', true, 'cuisine', platform, { company: '1' }, 101],
  ['not merchants of all categories', false, 'merchant', owner, {}, 3],
  ['merchants of one category', true, 'merchant', owner, { type: '1' }, 101],
  ['not merchants of one category of all companies', false, 'merchant', platform, { type: '1' }, 3],
  ['merchants of one category of one company', true, 'merchant', platform, { company: '1', type: '1' }, 3],
  ['not by people who may not change them', false, 'cuisine', operator(2), {}, 3],
  ['not by people who may change them, but not their order', false, 'merchant', operator(1), { type: '1' }, 3],
  ['by people who may change their order', true, 'merchant', operator(2), { type: '1' }, 3],
  ['not by people outside the platform', false, 'tariff', owner, {}, 3],
  ['not rows without a sort order', false, 'user', owner, {}, 3],
])('LIST-09: lets rows be sorted: %s', (_, expected, table, actor, filters, count) => {
  expect(maySort(table, actor, filters, count)).toBe(expected)
})

it.each<[string, EntityName]>([
  ['TAG-02', 'cuisine'],
  ['CAT-02', 'merchant_type'],
  ['PAY-01', 'pay_type'],
  ['REF-01', 'order_status'],
  ['REF-09', 'order_step'],
])('%s: rows of %s can be sorted after choosing a company, or directly within a company', (_id, table) => {
  expect(maySort(table, { ...platform, company: 1 }, {}, 3)).toBe(false)
  expect(maySort(table, platform, {}, 3)).toBe(false)
  expect(maySort(table, platform, { company: '1' }, 3)).toBe(true)
  expect(maySort(table, owner, {}, 3)).toBe(true)
})
