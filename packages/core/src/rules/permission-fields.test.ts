import { entities, type Entity, type EntityName } from '@tiffin/sdk/contract'
import { describe, expect, it } from 'vitest'
import type { Actor } from './actor.ts'
import { can, joinedFields, mayTranslate, readableFields, visibleRows, writableFields } from './permissions.ts'
import type { RouteName } from './pages/index.ts'
import { kitchen, viewer, operator, owner, platform, stranger, wholePlatform } from './sample.ts'

const asEntity = (name: EntityName): Entity => entities[name]
const chosenFor = (actor: Actor, ...navigation: RouteName[]): Actor => ({ ...actor, navigation })
const translator: Actor = { ...chosenFor(operator, 'Administrator-Dictionary', 'Company-User'), dictionary_edit: ['de'] }
const settings = chosenFor(operator, 'Company-Settings')
/** Board of 11, report of 10, the Main tab of 12; listed in descending order. */
const divided: Actor = {
  ...operator,
  merchants: new Map([
    [12, [0, 0, 0, 1]],
    [11, [0, 1, 0, 0]],
    [10, [0, 0, 1, 0]],
  ]),
}
const people = { platform, wholePlatform, owner, operator, viewer, stranger, kitchen, translator, settings, divided }
type Person = keyof typeof people

describe('readable fields', () => {
  it.each<[string, Person, EntityName, string, boolean]>([
    ['PERM-02', 'owner', 'company', 'overlimit_order_price', true],
    ['PERM-03', 'operator', 'company', 'name', true],
    ['PERM-03', 'operator', 'company', 'overlimit_order_price', false],
    ['PERM-03', 'settings', 'company', 'overlimit_order_price', true],
    ['PERM-03', 'settings', 'company', 'balance', false],
    ['PERM-01', 'owner', 'company', 'used_by', false],
    ['PERM-01', 'platform', 'company', 'used_by', true],
    ['PERM-04', 'operator', 'audit', 'audit_id', false],
    ['PERM-20', 'operator', 'merchant', 'cover', false],
    ['PERM-16', 'owner', 'merchant', 'cover', true],
  ])('%s: %s reads of %s the field %s: %s', (_ids, person, table, field, expected) => {
    expect(readableFields(people[person], asEntity(table)).has(field)).toBe(expected)
  })

  it.each<[string, Person, EntityName, string, boolean]>([
    ['PERM-02', 'owner', 'admin', 'login', true],
    ['PERM-02', 'owner', 'admin', 'email', true],
    ['PERM-03', 'operator', 'admin', 'login', true],
    ['PERM-03', 'operator', 'admin', 'email', false],
    ['PERM-02', 'owner', 'company', 'overlimit_order_price', true],
    ['PERM-03', 'operator', 'company', 'name', true],
    ['PERM-03', 'operator', 'company', 'overlimit_order_price', false],
    ['PERM-03', 'settings', 'company', 'overlimit_order_price', false],
    ['PERM-03', 'operator', 'cuisine', 'name', true],
    ['PERM-20', 'operator', 'merchant', 'name', true],
    ['PERM-20', 'operator', 'merchant', 'cover', false],
    // Readable for one of the operator's two merchants, and for the other user's only one.
    ['PERM-20', 'operator', 'merchant', 'description', false],
    ['PERM-18', 'operator', 'merchant', 'access', false],
    ['PERM-18', 'kitchen', 'merchant', 'access', false],
    ['PERM-18', 'owner', 'merchant', 'access', true],
  ])('%s: a row that %s reads joins of %s the field %s: %s', (_ids, person, table, field, expected) => {
    expect(joinedFields(people[person], asEntity(table)).has(field)).toBe(expected)
  })

  it("PERM-20: joins a merchant's field if its tab is open for every visible merchant", () => {
    const editor: Actor = { ...operator, merchants: new Map([[10, [0, 0, 0, 1]]]) }
    expect(joinedFields(editor, asEntity('merchant')).has('description')).toBe(true)
  })
})

describe('writable fields', () => {
  it.each<[string, Person, EntityName, Record<string, unknown> | undefined, string, boolean]>([
    ['PERM-10', 'operator', 'order', undefined, 'comment', true],
    ['PERM-12', 'viewer', 'order', undefined, 'comment', false],
    ['PERM-20', 'operator', 'merchant', undefined, 'description', true],
    ['PERM-20', 'operator', 'merchant', undefined, 'work_time', false],
    ['PERM-20', 'operator', 'merchant', undefined, 'company', false],
    ['PERM-03', 'operator', 'user', { user_id: 1 }, 'name', true],
    ['PERM-03', 'viewer', 'user', { user_id: 1 }, 'name', false],
    ['PERM-02', 'owner', 'courier', { courier_id: 1 }, 'name', true],
    ['PERM-02', 'owner', 'courier', { courier_id: 1 }, 'courier_id', false],
    // Write-only fields: they can be set but not read.
    ['PERM-02', 'owner', 'admin', { admin_id: 5, company_role: 2 }, 'password', true],
    ['PERM-02', 'owner', 'admin', { admin_id: 2, company_role: 1 }, 'password', true],
    ['PERM-02', 'owner', 'admin', { admin_id: 5, company_role: null }, 'name', false],
    ['PERM-02', 'owner', 'pay_type', { pay_type_id: 1 }, 'pay_system_settings', true],
    ['PERM-01', 'owner', 'admin', { admin_id: 5, company_role: 2 }, 'role', false],
    ['PERM-01', 'platform', 'admin', { admin_id: 5, company_role: 2 }, 'role', true],
    // Can be created but not changed.
    ['PERM-02', 'owner', 'payment', undefined, 'bill', true],
    ['PERM-02', 'owner', 'payment', { payment_id: 1 }, 'bill', false],
    ['KDS-25', 'kitchen', 'order', { merchant: 10 }, 'comment', true],
    ['KDS-25', 'kitchen', 'order', undefined, 'comment', true],
    ['KDS-25', 'kitchen', 'order', { merchant: 11 }, 'comment', false],
    ['KDS-25', 'kitchen', 'kanban_settings', undefined, 'settings', false],
    // A dictionary language grants only the dictionary, and removes no other right.
    ['PERM-24', 'translator', 'user', { user_id: 1 }, 'name', true],
    ['PERM-24', 'translator', 'dictionary', { dictionary_id: 1 }, 'texts', false],
  ])('%s: %s writes of %s %o the field %s: %s', (_ids, person, table, row, field, expected) => {
    expect(writableFields(people[person], asEntity(table), row).has(field)).toBe(expected)
  })

  it('KDS-25: a kitchen device stores no board settings', () => {
    expect(writableFields(kitchen, asEntity('kanban_settings')).size).toBe(0)
  })

  it('PERM-04: the platform writes every field of the dictionary, regardless of its languages', () => {
    const fields = writableFields({ ...platform, dictionary_edit: ['de'] }, asEntity('dictionary'))
    expect(fields).toEqual(writableFields(platform, asEntity('dictionary')))
    expect(fields.size).toBeGreaterThan(0)
  })
})

describe('the dictionary', () => {
  it.each<[string, Actor, EntityName, boolean]>([
    ['a translator', translator, 'dictionary', true],
    ['a translator', translator, 'country', false],
    ['a translator', translator, 'global_lang', false],
    ['without a language', { ...translator, dictionary_edit: [] }, 'dictionary', false],
    ['without the screen', { ...operator, dictionary_edit: ['de'] }, 'dictionary', false],
    ['a kitchen device', { ...translator, device: { merchants: [10] } }, 'dictionary', false],
  ])('PERM-04 PERM-24: %s changes %s: %s', (_who, actor, table, expected) => {
    expect(can(actor, 'update', asEntity(table)).allowed).toBe(expected)
  })

  it('PERM-24 KDS-25: a kitchen device has no dictionary language', () => {
    expect(mayTranslate({ ...kitchen, dictionary_edit: ['de'] }, 'de')).toBe(false)
  })
})

describe('row filters', () => {
  const merchants = (person: Person, table: EntityName) => visibleRows(people[person], asEntity(table)).merchants
  it.each<[string, Person, EntityName, { field: string; ids: number[] } | null]>([
    ['PERM-09', 'divided', 'print_job', { field: 'merchant', ids: [11] }],
    ['PERM-09 PERM-13', 'divided', 'order', { field: 'merchant', ids: [10, 11] }],
    ['PERM-19', 'divided', 'merchant', { field: 'merchant_id', ids: [10, 11, 12] }],
    ['KDS-25', 'kitchen', 'order', { field: 'merchant', ids: [10] }],
    ['KDS-25', 'kitchen', 'print_job', { field: 'merchant', ids: [10] }],
    ['KDS-25', 'kitchen', 'merchant', { field: 'merchant_id', ids: [10] }],
    ['PERM-15', 'owner', 'order', null],
    ['PERM-15', 'owner', 'merchant', null],
    ['PERM-03', 'operator', 'user', null],
  ])('%s: %s sees rows of %s by merchant: %o', (_ids, person, table, expected) => {
    expect(merchants(person, table)).toEqual(expected)
  })

  it.each<[string, Person, EntityName, object | null]>([
    ['PERM-05', 'owner', 'company', { field: 'company_id', id: 1 }],
    ['PERM-05', 'owner', 'courier', { field: 'company', id: 1 }],
    ['PERM-07', 'platform', 'courier', { field: 'company', id: 1 }],
    ['PERM-04', 'wholePlatform', 'courier', null],
    ['PERM-04', 'wholePlatform', 'company', null],
    ['PERM-06', 'owner', 'country', null],
    // Its company field is the user's default company at sign-in.
    ['COMP-17', 'owner', 'admin', null],
    ['COMP-16', 'owner', 'owner', null],
  ])('%s: %s sees rows of %s by company: %o', (_ids, person, table, expected) => {
    expect(visibleRows(people[person], asEntity(table)).company).toEqual(expected)
  })

  it.each<[string, Person, EntityName, object | null]>([
    ['COMP-16', 'operator', 'owner', { field: 'admin', id: 7 }],
    ['COMP-16', 'owner', 'owner', { field: 'admin', id: 2 }],
    ['COMP-16', 'platform', 'owner', null],
    ['PERM-03', 'operator', 'admin', { field: 'admin_id', id: 7 }],
    ['PERM-02', 'owner', 'admin', null],
    ['PERM-03', 'operator', 'order', null],
  ])('%s: %s sees own rows of %s: %o', (_ids, person, table, expected) => {
    expect(visibleRows(people[person], asEntity(table)).self).toEqual(expected)
  })

  it.each<[Person, number | null]>([
    ['owner', 1],
    ['platform', null],
    ['wholePlatform', null],
    ['operator', null],
  ])('PERM-04 PERM-05: %s sees administrators of company %s', (person, company) => {
    expect(visibleRows(people[person], asEntity('admin')).membersOf).toBe(company)
  })

  it('PERM-15: owners see all couriers, on orders or not', () => {
    for (const actor of [owner, chosenFor(owner, 'Company-Report-Orders'), platform])
      expect(visibleRows(actor, asEntity('courier')).namedByOrdersOf).toBeNull()
  })

  it("PERM-13: a person who sees couriers only through the report's orders can't read a single one", () => {
    const decision = can(chosenFor(divided, 'Company-Report-Orders'), 'read', asEntity('courier'), { courier_id: 1, company: 1 })
    expect(decision).toEqual({ allowed: false, code: 'forbidden' })
  })
})

describe('screens and gates', () => {
  const cuisines = (access: Entity['access']): Entity => ({ ...asEntity('cuisine'), access })
  const tags = chosenFor(viewer, 'Company-Tag')
  const gates = {
    nobody: false,
    platform: false,
    owners: true,
    editors: true,
    staff: true,
    signedIn: true,
    public: true,
  } as const
  it.each(Object.entries(gates) as [keyof typeof gates, boolean][])(
    'PERM-03 PERM-04: a chosen screen opens its table behind the gate %s: %s',
    (gate, expected) => {
      expect(can(tags, 'read', cuisines({ read: gate, write: 'owners' })).allowed).toBe(expected)
      expect(can(tags, 'update', cuisines({ read: 'staff', write: gate })).allowed).toBe(expected)
    },
  )

  it('PERM-03: the customers screen lets a person without other edit rights write customers', () => {
    expect(can(chosenFor(viewer, 'Company-User'), 'update', asEntity('user')).allowed).toBe(true)
    expect(can(chosenFor(viewer, 'Company-Tag'), 'update', asEntity('user')).allowed).toBe(false)
  })

  it('GATE-01: options restrict reads of a table; writes are checked separately', () => {
    const poor: Actor = { ...owner, options: { allow_courier_app: 0 } }
    expect(can(poor, 'read', asEntity('courier'))).toMatchObject({ code: 'option_required' })
    expect(can(poor, 'update', asEntity('courier'))).toEqual({ allowed: true })
  })
})
