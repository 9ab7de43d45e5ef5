import { entities, type Entity, type Gate, gates } from '@tiffin/sdk/contract'
import { describe, expect, it } from 'vitest'
import type { Action, Actor } from './actor.ts'
import { readOption, type ReadUse } from './gating.ts'
import {
  accessPositions,
  boardLevel,
  type MerchantTab,
  merchantsReadBy,
  merchantTabLevel,
  merchantTabOf,
  visibleAccessEntries,
  visibleMerchants,
} from './merchant-access.ts'
import { canUseRoute, navigationFor } from './navigation.ts'
import { companyRoutes, type RouteName } from './pages/index.ts'
import {
  can,
  importLanguages,
  joinedFields,
  mayTranslate,
  passesGate,
  readableFields,
  visibleRows,
  writableFields,
} from './permissions.ts'
import { kitchen, viewer, operator, owner, platform, stranger, wholePlatform } from './sample.ts'

const people = { platform, wholePlatform, owner, operator, viewer, stranger, kitchen }
type Person = keyof typeof people
const asEntity = (name: keyof typeof entities): Entity => entities[name]

describe('gates', () => {
  const opens: Record<Gate, (Person | 'nobody')[]> = {
    nobody: [],
    public: ['nobody', 'platform', 'wholePlatform', 'owner', 'operator', 'viewer', 'stranger', 'kitchen'],
    signedIn: ['platform', 'wholePlatform', 'owner', 'operator', 'viewer', 'stranger', 'kitchen'],
    staff: ['platform', 'wholePlatform', 'owner', 'operator', 'viewer', 'kitchen'],
    editors: ['platform', 'wholePlatform', 'owner', 'operator'],
    owners: ['platform', 'wholePlatform', 'owner'],
    platform: ['platform', 'wholePlatform'],
  }
  it.each(gates)('PERM-01 PERM-02 PERM-03: the gate %s opens only for those it names', (gate) => {
    const actors: [string, Actor | null][] = [['nobody', null], ...Object.entries(people)]
    expect(actors.filter(([, actor]) => passesGate(actor, gate)).map(([name]) => name)).toEqual(opens[gate])
  })

  const halves: [string, Actor, Gate][] = [
    ['staff of no company', { ...operator, company: null }, 'staff'],
    ['a person without a role in the company', { ...operator, company_role: null }, 'staff'],
    ['an owner of no company', { ...owner, company: null }, 'owners'],
    ['a device of the platform', { ...platform, device: { merchants: [10] } }, 'platform'],
    ['a device of an owner', kitchen, 'owners'],
    ['the platform', platform, 'nobody'],
  ]
  it.each(halves)('PERM-01 PERM-05: %s does not pass a higher gate', (_who, actor, gate) => {
    expect(passesGate(actor, gate)).toBe(false)
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
    ['PERM-06', 'stranger', 'read', 'country', true],
    ['PERM-06', 'operator', 'read', 'global_lang', true],
    ['PERM-04', 'wholePlatform', 'delete', 'company', false],
    ['PERM-04', 'wholePlatform', 'delete', 'global_settings', false],
    ['PERM-02', 'owner', 'delete', 'user', true],
    ['PERM-03', 'operator', 'delete', 'user', false],
    ['PERM-12', 'operator', 'update', 'user', true],
    ['PERM-12', 'viewer', 'update', 'user', false],
    ['PERM-12', 'viewer', 'create', 'user', false],
    ['PERM-12', 'viewer', 'read', 'user', true],
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

  it('PERM-07: the platform must choose a company before writing', () => {
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
    ['PERM-05 COMP-27', 'owner', 'read', 'company', { company_id: 2 }, foreign],
    ['PERM-05 COMP-27', 'owner', 'update', 'company', { company_id: 2 }, foreign],
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
    ['BOARD-31', 'operator', 'delete', 'order', { ...order(10), admin: 7 }, yes],
    ['BOARD-31', 'operator', 'delete', 'order', { ...order(10), admin: 8 }, forbidden],
    ['BOARD-31', 'operator', 'delete', 'order', { ...order(11), admin: 7 }, viewOnly],
    ['BOARD-31', 'owner', 'delete', 'order', { ...order(12), admin: 8 }, yes],
    ['BOARD-31', 'platform', 'delete', 'order', { ...order(12), admin: 8 }, yes],
    ['companies of others', 'owner', 'read', 'owner', { admin: 7, company_id: 3 }, forbidden],
    ['companies of nobody', 'owner', 'read', 'owner', { company_id: 3 }, forbidden],
    ['companies of others', 'platform', 'read', 'owner', { admin: 7, company_id: 3 }, yes],
    ['board settings', 'operator', 'update', 'kanban_settings', {}, forbidden],
    ['board settings', 'operator', 'create', 'kanban_settings', { admin: 8 }, forbidden],
    ['PERM-09', 'operator', 'create', 'order', order(12), forbidden],
    ['PERM-01', 'platform', 'update', 'admin', { admin_id: 5, role: 1, company_role: 2 }, yes],
    ['PERM-03', 'operator', 'delete', 'admin', { admin_id: 7, role: 2, company_role: 2 }, forbidden],
    ['KDS-25', 'kitchen', 'update', 'admin', { admin_id: 2, role: 2, company_role: 1 }, forbidden],
    ['KDS-25', 'kitchen', 'create', 'order', order(10), forbidden],
    ['KDS-25', 'kitchen', 'update', 'kanban_settings', { admin: 2 }, forbidden],
  ])('%s: %s may %s %s %o according to the rule', (_ids, person, action, table, row, decision) => {
    expect(can(people[person], action, asEntity(table), row)).toEqual(decision)
  })

  it('PERM-05 PERM-09: filters lists by the same rule as single rows', () => {
    const table = asEntity('order')
    expect(visibleRows(operator, table)).toEqual({
      company: { field: 'company', id: 1 },
      merchants: { field: 'merchant', ids: [10, 11] },
      self: null,
      membersOf: null,
      namedByOrdersOf: null,
    })
    expect(visibleRows(owner, table).merchants).toBeNull()
    expect(visibleRows(wholePlatform, table).company).toBeNull()
    expect(visibleRows(stranger, table).company).toEqual({ field: 'company', id: 0 })
    expect(visibleRows(owner, asEntity('admin')).membersOf).toBe(1)
    expect(visibleRows(operator, asEntity('admin')).self).toEqual({ field: 'admin_id', id: 7 })
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

  it('KDS-25: a kitchen device works only on the orders of its merchants', () => {
    expect([10, 11, 12, 99].map((merchant) => boardLevel(kitchen, merchant))).toEqual([2, 0, 0, 0])
  })

  it('PERM-19: a grant of only Plugins does not open the merchant screen', () => {
    const plugins: Actor = { ...operator, merchants: new Map([[10, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2]]]) }
    expect(visibleMerchants(plugins, 'editor')).toEqual([])
  })

  // Positions: board, report, then the tabs from 3 on.
  const only = (position: number): Actor => ({
    ...operator,
    merchants: new Map([[10, Array.from({ length: 11 }, (_, at) => (at === position ? 1 : 0))]]),
  })
  it.each(Array.from({ length: 10 }, (_, at) => at + 1))(
    'PERM-09 PERM-13 PERM-19 PERM-20: position %i of an access entry opens only its own screen or tab',
    (position) => {
      const actor = only(position)
      expect(visibleMerchants(actor, 'board')).toEqual(position === 1 ? [10] : [])
      expect(visibleMerchants(actor, 'report')).toEqual(position === 2 ? [10] : [])
      expect(visibleMerchants(actor, 'editor')).toEqual(position >= 3 && position <= 9 ? [10] : [])
      expect(boardLevel(actor, 10)).toBe(position === 1 ? 1 : 0)
      for (const [tab, own] of Object.entries(accessPositions))
        if (tab !== 'board' && tab !== 'report')
          expect(merchantTabLevel(actor, 10, tab as MerchantTab), tab).toBe(own === position ? 1 : 0)
    },
  )

  it.each(['owner', 'platform'] as const)('PERM-16 PERM-18: %s edits every tab of every merchant', (person) => {
    const tabs = Object.keys(accessPositions).filter((tab) => tab !== 'board' && tab !== 'report')
    for (const tab of [...tabs, 'Access'] as MerchantTab[]) expect(merchantTabLevel(people[person], 12, tab), tab).toBe(2)
  })

  it('PERM-18: only owners and administrators read the whole access list; others read their own entry', () => {
    const entries = [{ user: operator.admin_id }, { user: 99 }]
    for (const actor of [owner, platform]) expect(visibleAccessEntries(actor, entries)).toEqual(entries)
    expect(visibleAccessEntries(operator, entries)).toEqual(entries.slice(0, 1))
    expect(visibleAccessEntries(kitchen, entries)).toEqual([])
  })

  it('PERM-20: tabs open by level, Access only for owners', () => {
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

  it('every editable field of a merchant belongs to a tab', () => {
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

  it('PERM-12 PERM-10: a viewer writes no field of an order, an editor no read-only field', () => {
    expect(writableFields(operator, asEntity('order'), { merchant: 11 }).size).toBe(0)
    const fields = writableFields(operator, asEntity('order'), { merchant: 10 })
    expect(fields.has('comment')).toBe(true)
    for (const locked of ['order_id', 'time_create', 'time_delivery', 'pay_date', 'total', 'revision'])
      expect(fields.has(locked), locked).toBe(false)
  })

  it.each(Object.keys(entities) as (keyof typeof entities)[])('PERM-01: a secret of %s can’t be read by anyone', (name) => {
    const hidden = Object.entries(asEntity(name).fields).filter(([, { kind, read }]) => kind === 'secret' || read === 'nobody')
    for (const actor of Object.values(people))
      for (const [field] of hidden) expect(readableFields(actor, asEntity(name)).has(field), field).toBe(false)
  })

  it('PERM-02: fields with their own gate are closed to operators', () => {
    expect(readableFields(owner, asEntity('company')).has('balance')).toBe(true)
    expect(readableFields(operator, asEntity('company')).has('balance')).toBe(false)
    expect(readableFields(operator, asEntity('company')).has('name')).toBe(true)
    expect(writableFields(owner, asEntity('company'), { company_id: 1 }).has('enable')).toBe(false)
    expect(writableFields(platform, asEntity('company'), { company_id: 1 }).has('enable')).toBe(true)
    expect(readableFields(operator, asEntity('membership')).size).toBe(0)
  })

  it('an operator changes only the default company in their own row', () => {
    expect([...writableFields(operator, asEntity('admin'), { admin_id: 7, company_role: 2 })]).toEqual(['company'])
    expect(writableFields(operator, asEntity('admin'), { admin_id: 5, company_role: 2 }).size).toBe(0)
    expect(writableFields(owner, asEntity('admin'), { admin_id: 1, role: 1, company_role: 2 }).size).toBe(0)
  })

  it('PERM-24: only the languages of dictionary_edit may be edited, even by the platform', () => {
    const translator: Actor = { ...operator, dictionary_edit: ['de', ' fr '] }
    expect(['de', 'DE', 'fr', 'en', 'de-AT', 'd'].map((code) => mayTranslate(translator, code))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ])
    expect(mayTranslate(platform, 'de')).toBe(false)
  })

  it('imports are for the languages of dictionary_edit, except English (AMB-180)', () => {
    const translator: Actor = { ...operator, dictionary_edit: ['en', 'de', ' fr '] }
    expect(importLanguages(translator)).toEqual(['de', 'fr'])
    expect(importLanguages({ ...translator, device: { merchants: [1] } })).toEqual([])
    expect(importLanguages({ ...platform, dictionary_edit: [] })).toEqual([])
  })
})

it.each(['owner', 'operator'] as const)('PROMO-10: %s sees only promo codes of their own company', (person) => {
  const codes = asEntity('promocode')
  const actor: Actor = { ...people[person], navigation: ['Company-Marketing-Promocode'], options: { allow_promocode: 1 } }
  expect(visibleRows(actor, codes).company).toEqual({ field: 'company', id: 1 })
  for (const action of ['read', 'update', 'create', 'delete'] as const) {
    expect(can(actor, action, codes, { promocode_id: 3, company: 1 })).toEqual({ allowed: true })
    expect(can(actor, action, codes, { promocode_id: 3, company: 2 })).toMatchObject({ code: 'foreign_company' })
  }
})

describe('closed tabs', () => {
  const merchant = asEntity('merchant')

  it("PERM-20: a merchant's field is readable if its tab is open, and basic fields always are", () => {
    const open = (id?: number) => readableFields(operator, merchant, id === undefined ? undefined : { merchant_id: id })
    expect([open().has('description'), open(10).has('description'), open(11).has('description')]).toEqual([true, true, false])
    expect([open().has('cover'), open().has('access')]).toEqual([false, true])
    const entries = [{ user: 7 }, { user: 8 }]
    expect([operator, owner, kitchen].map((actor) => visibleAccessEntries(actor, entries).length)).toEqual([1, 2, 0])
    expect([open(11).has('name'), open(11).has('address')]).toEqual([true, true])
    expect(readableFields(owner, merchant, { merchant_id: 11 }).has('access')).toBe(true)
    expect(readableFields(kitchen, merchant).has('description')).toBe(false)
    expect(merchantsReadBy(operator, 'description')).toEqual([10])
    const taker = {
      ...operator,
      merchants: new Map([
        [10, [0, 2]],
        [11, [0, 1, 2]],
      ]),
    }
    expect([merchantsReadBy(taker, 'work_time'), merchantsReadBy(taker, 'cover')]).toEqual([[10], []])
  })

  it('merchant fields that every order includes are readable on the merchant too', () => {
    for (const name of entities.order.joins['merchant']?.fields ?? []) expect(merchantsReadBy(viewer, name), name).toBe('all')
  })
})

describe('navigation', () => {
  const chosenFor = (actor: Actor, ...navigation: RouteName[]): Actor => ({ ...actor, navigation })

  it('PERM-03: rights to tables follow the navigation', () => {
    const marketing = chosenFor(operator, 'Company-Marketing-Promocode', 'Company-Courier-List')
    const may = (actor: Actor, action: Action, name: keyof typeof entities) => can(actor, action, asEntity(name)).allowed
    expect([may(operator, 'read', 'user'), may(operator, 'read', 'promocode'), may(operator, 'read', 'mailing')]).toEqual([
      true,
      false,
      false,
    ])
    expect([may(operator, 'update', 'courier'), may(marketing, 'update', 'courier')]).toEqual([false, true])
    expect([may(marketing, 'delete', 'promocode'), may(marketing, 'read', 'order'), may(marketing, 'read', 'user')]).toEqual([
      true,
      false,
      false,
    ])
    expect(boardLevel(marketing, 10)).toBe(0)
    expect(may({ ...operator, merchants: new Map() }, 'read', 'courier')).toBe(false)
    expect(may(chosenFor(operator, 'Company-Settings'), 'delete', 'company')).toBe(false)
  })

  it.each(Object.keys(entities) as (keyof typeof entities)[])(
    'PERM-03: with %s no field is writable but unreadable, except secrets',
    (name) => {
      const entity = asEntity(name)
      const routes = Object.keys(companyRoutes) as RouteName[]
      for (const actor of [owner, platform, operator, kitchen, chosenFor(operator, ...routes)]) {
        const readable = readableFields(actor, entity)
        const blind = [...writableFields(actor, entity)].filter((field) => !readable.has(field))
        const isWriteOnly = (field: string) => entity.fields[field]?.kind === 'secret' || entity.fields[field]?.read === 'nobody'
        expect(blind.filter((field) => !isWriteOnly(field))).toEqual([])
      }
    },
  )

  it('PERM-03: joins names from closed tables', () => {
    const reporter: Actor = { ...operator, merchants: new Map([[10, [0, 0, 1]]]) }
    expect(readableFields(reporter, asEntity('user')).has('phone')).toBe(false)
    expect([...joinedFields(reporter, asEntity('user'))]).toEqual(['user_id', 'name'])
    expect([...joinedFields(reporter, asEntity('admin'))].sort()).toEqual(['admin_id', 'img', 'login', 'name', 'surname'])
  })

  it("NAV-64: a chosen navigation omits routes that the role can't use, and entry screens without an entry", () => {
    const routes = ['Company-Order', 'Company-Tag', 'Company-Tariff', 'Administrator-Dictionary', 'Administrator-Company']
    const usable = (role: 1 | 2, company_role: 1 | 2) => routes.filter((route) => canUseRoute({ role, company_role }, route))
    expect(usable(2, 2)).toEqual(['Company-Order', 'Company-Tag', 'Administrator-Dictionary'])
    expect(usable(2, 1)).toEqual(['Company-Order', 'Company-Tag', 'Company-Tariff', 'Administrator-Dictionary'])
    expect(usable(1, 2)).toEqual(routes)
    expect(canUseRoute(platform, 'Company-Nowhere')).toBe(false)
    const nobody: Actor = { ...operator, merchants: new Map() }
    expect(navigationFor(chosenFor(nobody, 'Company-Order', 'Company-User'))).toEqual(['Company-User'])
  })

  it('PERM-04 PERM-24: a translator changes only texts of their languages', () => {
    const dictionary = {
      ...asEntity('dictionary'),
      fields: { ...entities.dictionary.fields, de: entities.dictionary.fields.texts },
    }
    for (const person of [operator, owner]) {
      const translator = { ...chosenFor(person, 'Administrator-Dictionary'), dictionary_edit: ['de'] }
      expect(can(translator, 'update', dictionary).allowed).toBe(true)
      expect(can(translator, 'create', dictionary).allowed || can(translator, 'delete', dictionary).allowed).toBe(false)
      expect([...writableFields(translator, dictionary)]).toEqual(['de'])
      expect(can({ ...person, dictionary_edit: ['de'] }, 'update', dictionary).allowed).toBe(false)
    }
  })

  it('GATE-10: without allow_report, orders are readable but their report is not', () => {
    const plain: Actor = { ...owner, options: { allow_report: 0 } }
    const codeOf = (use: ReadUse) => readOption(plain, asEntity('order'), use)
    const refused = { allowed: false, code: 'option_required', params: ['allow_report'] }
    expect(codeOf({ mode: 'board' })).toEqual({ allowed: true })
    const reports: ReadUse[] = [{ mode: 'report' }, { statistic: ['total'] }, { group: ['merchant'] }, { exported: true }]
    for (const use of reports) expect(codeOf(use)).toEqual(refused)
    expect(visibleMerchants({ ...operator, options: { allow_report: 0 } }, 'report')).toEqual([])
    expect(can({ ...owner, options: { allow_courier_app: 0 } }, 'read', asEntity('courier')).allowed).toBe(false)
  })

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
    expect(navigationFor(owner)).toHaveLength(23)
    expect(navigationFor(platform)).toHaveLength(55)
  })
})
