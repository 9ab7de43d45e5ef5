import { entities, type Entity, type Gate, gates } from '@tiffin/sdk/contract'
import { describe, expect, it } from 'vitest'
import type { Action, Actor } from './actor.ts'
import { accessPositions, boardLevel, merchantTabLevel, merchantTabOf, visibleMerchants } from './merchant-access.ts'
import { navigationFor } from './navigation.ts'
import { can, mayTranslate, passes, readableFields, visibleRows, writableFields } from './permissions.ts'
import { kitchen, lookerOn, operator, owner, platform, stranger, wholePlatform } from './sample.ts'

const people = { platform, wholePlatform, owner, operator, lookerOn, stranger, kitchen }
type Person = keyof typeof people
const asEntity = (name: keyof typeof entities): Entity => entities[name]

describe('gates', () => {
  const opens: Record<Gate, (Person | 'nobody')[]> = {
    nobody: [],
    public: ['nobody', 'platform', 'wholePlatform', 'owner', 'operator', 'lookerOn', 'stranger', 'kitchen'],
    signedIn: ['platform', 'wholePlatform', 'owner', 'operator', 'lookerOn', 'stranger', 'kitchen'],
    staff: ['platform', 'wholePlatform', 'owner', 'operator', 'lookerOn', 'kitchen'],
    editors: ['platform', 'wholePlatform', 'owner', 'operator'],
    owners: ['platform', 'wholePlatform', 'owner'],
    platform: ['platform', 'wholePlatform'],
  }
  it.each(gates)('PERM-01 PERM-02 PERM-03: the gate %s opens for those it names', (gate) => {
    const actors: [string, Actor | null][] = [['nobody', null], ...Object.entries(people)]
    expect(actors.filter(([, actor]) => passes(actor, gate)).map(([name]) => name)).toEqual(opens[gate])
  })
})

describe('tables', () => {
  const cases: [string, Person, Action, keyof typeof entities, boolean][] = [
    ...(['country', 'global_lang', 'tariff', 'subscribe_period', 'global_settings', 'dictionary'] as const).flatMap(
      (table): [string, Person, Action, keyof typeof entities, boolean][] => [
        ['PERM-04 PERM-06', 'wholePlatform', 'update', table, true],
        ['PERM-04 PERM-06', 'owner', 'update', table, false],
        ['PERM-04 PERM-06', 'operator', 'update', table, false],
      ],
    ),
    ['PERM-04', 'platform', 'read', 'audit', true],
    ['PERM-04', 'owner', 'read', 'audit', false],
    ['PERM-02', 'owner', 'update', 'order_status', true],
    ['PERM-03', 'operator', 'update', 'order_status', false],
    ['PERM-02', 'owner', 'update', 'membership', true],
    ['PERM-03', 'operator', 'read', 'membership', false],
    ['PERM-17', 'owner', 'delete', 'merchant', true],
    ['PERM-17', 'platform', 'delete', 'merchant', true],
    ['PERM-17', 'operator', 'delete', 'merchant', false],
    ['PERM-02', 'owner', 'create', 'payment', true],
    ['PERM-02', 'owner', 'update', 'payment', false],
    ['PERM-07', 'wholePlatform', 'update', 'courier', false],
    ['PERM-07', 'platform', 'update', 'courier', true],
    ['PERM-05', 'stranger', 'read', 'order', false],
    ['PERM-12', 'operator', 'update', 'user', true],
    ['PERM-12', 'lookerOn', 'update', 'user', false],
    ['PERM-12', 'lookerOn', 'create', 'user', false],
    ['PERM-12', 'lookerOn', 'read', 'user', true],
    ['kitchen device', 'kitchen', 'read', 'order', true],
    ['kitchen device', 'kitchen', 'update', 'order', true],
    ['kitchen device', 'kitchen', 'create', 'order', false],
    ['kitchen device', 'kitchen', 'delete', 'order', false],
    ['kitchen device', 'kitchen', 'read', 'print_job', true],
    ['kitchen device', 'kitchen', 'read', 'order_type', true],
    ['kitchen device', 'kitchen', 'read', 'user', false],
    ['kitchen device', 'kitchen', 'read', 'admin', false],
    ['kitchen device', 'kitchen', 'update', 'merchant', false],
    ['kitchen device', 'kitchen', 'update', 'order_status', false],
  ]
  it.each(cases)('%s: %s may %s %s: %s', (_ids, person, action, table, allowed) => {
    expect(can(people[person], action, asEntity(table)).allowed).toBe(allowed)
  })

  it('PERM-07: the platform must choose a company before it writes there', () => {
    expect(can(wholePlatform, 'update', asEntity('courier'))).toEqual({ allowed: false, code: 'company_required' })
  })
})

describe('rows', () => {
  const order = (merchant: number, company = 1) => ({ order_id: 1, company, merchant })
  const foreign = { allowed: false, code: 'foreign_company' }
  const forbidden = { allowed: false, code: 'forbidden' }
  const viewOnly = { allowed: false, code: 'view_only' }
  const yes = { allowed: true }
  it.each<[string, Person, Action, keyof typeof entities, Record<string, unknown>, object]>([
    ['PERM-05', 'owner', 'read', 'order', order(10, 2), foreign],
    ['PERM-05', 'operator', 'read', 'order', order(10, 2), foreign],
    ['PERM-05', 'owner', 'update', 'company', { company_id: 2 }, foreign],
    ['PERM-07', 'platform', 'update', 'order', order(10, 2), foreign],
    ['PERM-04', 'wholePlatform', 'read', 'order', order(10, 2), yes],
    ['PERM-08', 'owner', 'update', 'order', order(12), yes],
    ['PERM-08', 'platform', 'update', 'order', order(12), yes],
    ['PERM-09', 'operator', 'read', 'order', order(12), forbidden],
    ['PERM-09', 'operator', 'read', 'order', order(99), forbidden],
    ['PERM-09', 'operator', 'read', 'order', order(11), yes],
    ['PERM-10 PERM-12', 'operator', 'update', 'order', order(11), viewOnly],
    ['PERM-10', 'operator', 'update', 'order', order(10), yes],
    ['PERM-10 PERM-12', 'operator', 'create', 'order', order(11), viewOnly],
    ['PERM-10', 'operator', 'create', 'order', order(10), yes],
    ['kitchen device', 'kitchen', 'update', 'order', order(10), yes],
    ['kitchen device', 'kitchen', 'update', 'order', order(11), forbidden],
    ['merchant tabs', 'operator', 'update', 'merchant', { merchant_id: 10, company: 1 }, yes],
    ['merchant tabs', 'operator', 'update', 'merchant', { merchant_id: 11, company: 1 }, forbidden],
    ['merchant tabs', 'operator', 'read', 'merchant', { merchant_id: 12, company: 1 }, forbidden],
    ['PERM-02', 'owner', 'create', 'merchant', { company: 1 }, yes],
    ['PERM-05', 'owner', 'update', 'admin', { admin_id: 5, role: 2, company_role: null }, foreign],
    ['PERM-02', 'owner', 'update', 'admin', { admin_id: 5, role: 2, company_role: 2 }, yes],
    ['PERM-01', 'owner', 'update', 'admin', { admin_id: 1, role: 1, company_role: 2 }, forbidden],
    ['PERM-01', 'owner', 'create', 'admin', { role: 1 }, forbidden],
    ['default company', 'operator', 'update', 'admin', { admin_id: 7, role: 2, company_role: 2 }, yes],
    ['PERM-03', 'operator', 'update', 'admin', { admin_id: 5, role: 2, company_role: 2 }, forbidden],
    ['board settings', 'operator', 'update', 'kanban_settings', { admin: 7 }, yes],
    ['board settings', 'operator', 'create', 'kanban_settings', {}, yes],
    ['board settings', 'owner', 'update', 'kanban_settings', { admin: 7 }, forbidden],
    ['companies of others', 'owner', 'read', 'owner', { admin: 7, company_id: 3 }, forbidden],
  ])('%s: %s may %s %s %o as the rule says', (_ids, person, action, table, row, decision) => {
    expect(can(people[person], action, asEntity(table), row)).toEqual(decision)
  })

  it('PERM-05 PERM-09: lists get the same filter as single rows', () => {
    const table = asEntity('order')
    expect(visibleRows(operator, table)).toEqual({
      company: { field: 'company', id: 1 },
      merchants: { field: 'merchant', ids: [10, 11] },
      self: null,
      membersOf: null,
    })
    expect(visibleRows(owner, table).merchants).toBeNull()
    expect(visibleRows(wholePlatform, table).company).toBeNull()
    expect(visibleRows(stranger, table).company).toEqual({ field: 'company', id: 0 })
    expect(visibleRows(operator, asEntity('admin')).membersOf).toBe(1)
    expect(visibleRows(operator, asEntity('print_job')).merchants).toEqual({ field: 'merchant', ids: [10, 11] })
  })
})

describe('merchants', () => {
  it.each<[string, Person, 'board' | 'report' | 'editor' | 'any', 'all' | number[]]>([
    ['PERM-08', 'owner', 'board', 'all'],
    ['PERM-08', 'platform', 'board', 'all'],
    ['PERM-09', 'operator', 'board', [10, 11]],
    ['report', 'operator', 'report', [11]],
    ['report', 'owner', 'report', 'all'],
    ['PERM-19', 'operator', 'editor', [10]],
    ['PERM-09', 'stranger', 'board', []],
    ['kitchen device', 'kitchen', 'board', [10]],
    ['kitchen device', 'kitchen', 'report', []],
  ])('%s: %s sees on the %s %j', (_ids, person, purpose, merchants) => {
    expect(visibleMerchants(people[person], purpose)).toEqual(merchants)
  })

  it.each<[Person, number, 0 | 1 | 2]>([
    ['owner', 12, 2],
    ['platform', 12, 2],
    ['operator', 10, 2],
    ['operator', 11, 1],
    ['operator', 12, 0],
    ['operator', 99, 0],
    ['stranger', 10, 0],
    ['kitchen', 10, 2],
    ['kitchen', 11, 0],
  ])('PERM-08 PERM-09 PERM-10: %s has on the board of merchant %i level %i', (person, merchant, level) => {
    expect(boardLevel(people[person], merchant)).toBe(level)
  })

  it('PERM-19: a grant of Plugins alone does not open the merchant screen', () => {
    const plugins: Actor = { ...operator, merchants: new Map([[10, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2]]]) }
    expect(visibleMerchants(plugins, 'editor')).toEqual([])
  })

  it('tabs open by level, Access for owners alone', () => {
    expect(merchantTabLevel(operator, 10, 'Main')).toBe(2)
    expect(merchantTabLevel(operator, 10, 'Store hours')).toBe(1)
    expect(merchantTabLevel(operator, 10, 'Image')).toBe(0)
    expect(merchantTabLevel(operator, 10, 'Access')).toBe(0)
    expect(merchantTabLevel(owner, 10, 'Access')).toBe(2)
    expect(merchantTabLevel(kitchen, 10, 'Main')).toBe(0)
  })

  it('PERM-21: the positions of an access entry', () => {
    expect(accessPositions).toEqual({
      board: 1,
      report: 2,
      Main: 3,
      Products: 4,
      'Store hours': 5,
      Image: 6,
      Settings: 7,
      Contacts: 8,
      Delivery: 9,
      Plugins: 10,
    })
  })

  it('every field of a merchant that can be edited belongs to a tab', () => {
    const editable = Object.entries(entities.merchant.fields)
      .filter(([name, { readonly, kind }]) => !readonly && kind !== 'id' && name !== 'company')
      .map(([name]) => name)
    expect(editable.filter((name) => merchantTabOf(name) === undefined)).toEqual([])
  })
})

describe('fields', () => {
  it('an operator writes the fields of the tabs with level 2', () => {
    const fields = writableFields(operator, asEntity('merchant'), { merchant_id: 10 })
    expect([...fields].sort()).toEqual(
      ['address', 'cuisine', 'delivery', 'delivery_mode', 'description', 'name', 'order', 'status', 'type'].sort(),
    )
    expect(writableFields(owner, asEntity('merchant'), { merchant_id: 10 }).has('access')).toBe(true)
  })

  it('PERM-12 PERM-10: a viewer writes no field of an order, an editor none that is read-only', () => {
    expect(writableFields(operator, asEntity('order'), { merchant: 11 }).size).toBe(0)
    const fields = writableFields(operator, asEntity('order'), { merchant: 10 })
    expect(fields.has('comment')).toBe(true)
    for (const locked of ['order_id', 'time_create', 'time_delivery', 'pay_date', 'total', 'revision'])
      expect(fields.has(locked), locked).toBe(false)
  })

  it.each(Object.keys(entities) as (keyof typeof entities)[])('PERM-01: nobody reads a secret of %s', (name) => {
    const hidden = Object.entries(asEntity(name).fields).filter(([, { kind, read }]) => kind === 'secret' || read === 'nobody')
    for (const actor of Object.values(people))
      for (const [field] of hidden) expect(readableFields(actor, asEntity(name)).has(field), field).toBe(false)
  })

  it('PERM-02: fields of their own gate are closed to operators', () => {
    expect(readableFields(owner, asEntity('company')).has('balance')).toBe(true)
    expect(readableFields(operator, asEntity('company')).has('balance')).toBe(false)
    expect(readableFields(operator, asEntity('company')).has('name')).toBe(true)
    expect(writableFields(owner, asEntity('company'), { company_id: 1 }).has('enable')).toBe(false)
    expect(writableFields(platform, asEntity('company'), { company_id: 1 }).has('enable')).toBe(true)
    expect(readableFields(operator, asEntity('membership')).size).toBe(0)
  })

  it('an operator changes of the own row the default company only', () => {
    expect([...writableFields(operator, asEntity('admin'), { admin_id: 7, company_role: 2 })]).toEqual(['company'])
    expect(writableFields(operator, asEntity('admin'), { admin_id: 5, company_role: 2 }).size).toBe(0)
    expect(writableFields(owner, asEntity('admin'), { admin_id: 1, role: 1, company_role: 2 }).size).toBe(0)
  })

  it('dictionary: only the languages of dictionary_edit may be edited, by the platform too', () => {
    const translator: Actor = { ...operator, dictionary_edit: ['de', ' fr '] }
    expect(['de', 'DE', 'fr', 'en'].map((code) => mayTranslate(translator, code))).toEqual([true, true, true, false])
    expect(mayTranslate(platform, 'de')).toBe(false)
  })
})

describe('navigation', () => {
  it('each role gets the routes it may open', () => {
    expect(navigationFor(operator)).toEqual([
      'Company-Order',
      'Company-User',
      'Company-Merchant',
      'Company-Courier-List',
      'Company-Report-Orders',
    ])
    expect(navigationFor(stranger)).toEqual([])
    expect(navigationFor(kitchen)).toEqual(['Company-Order', 'Company-Printer'])
    expect(navigationFor(owner).every((name) => name.startsWith('Company-'))).toBe(true)
    expect(navigationFor(owner)).toHaveLength(18)
    expect(navigationFor(platform)).toHaveLength(45)
  })
})
