import { entities, type Entity, type EntityName } from '@tiffin/sdk/contract'
import { describe, expect, it } from 'vitest'
import type { Actor } from './actor.ts'
import { can, joinedFields, readableFields, visibleRows, writableFields } from './permissions.ts'
import { companyRoutes, type RouteName } from './pages/index.ts'
import { kitchen, operator, owner, platform, viewer } from './sample.ts'
import { personNames, tableRights } from './table-rights.ts'

const rightsOn = (...navigation: RouteName[]) => tableRights({ ...operator, navigation })
const base = new Set(rightsOn().reads)
/** Joined by name in lists, but never offered in pickers. */
const namesAlone: ReadonlySet<string> = new Set(['global_lang', 'country', 'pay_system', 'admin', 'company', 'user', 'order'])

describe('the tables of a screen', () => {
  it.each([
    ['Company-User', 'user'],
    ['Company-Courier-List', 'courier'],
    ['Company-Category', 'merchant_type'],
    ['Company-Tag', 'cuisine'],
    ['Company-OrderStatus', 'order_status'],
    ['Company-OrderStep', 'order_step'],
    ['Company-PaymentTypes', 'pay_type'],
    ['Company-Marketing-Mailing', 'mailing'],
    ['Company-Marketing-Promocode', 'promocode'],
    ['Company-Marketing-Push', 'message'],
    ['Company-Marketing-Banner', 'banner'],
    ['Company-ChatAnswer', 'chat_answer'],
  ] as [RouteName, EntityName][])('PERM-03: of %s are %s and what its editor chooses from', (route, table) => {
    const { reads, writes } = rightsOn(route)
    expect([...writes]).toEqual([table])
    const chosen = Object.values((entities[table] as Entity).fields)
      .filter(({ kind, readonly }) => (kind === 'reference' || kind === 'referenceList') && readonly !== true)
      .map(({ to }) => to as string)
      .filter((to) => !namesAlone.has(to) && to !== 'mailing')
    expect(chosen.filter((to) => !reads.has(to))).toEqual([])
  })

  it('those who answer customers read the canned answers, and change them only with their page', () => {
    expect(rightsOn('Company-Chat').reads.has('chat_answer')).toBe(true)
    expect([...rightsOn('Company-Chat').writes]).toEqual([])
  })

  it.each(['Company-Tariff', 'Administrator-Company'] as RouteName[])('PERM-03: %s is not for operators', (route) => {
    expect([...rightsOn(route).reads].filter((table) => !base.has(table))).toEqual([])
  })

  it('PERM-03: the report reads only names of people, and only of those on its orders', () => {
    const reporter: Actor = { ...operator, merchants: new Map([[10, [0, 0, 1, 0]]]) }
    const namesOfBoth = [
      ['user_id', 'name'],
      ['courier_id', 'name'],
    ]
    expect([entities.user, entities.courier].map((entity) => [...joinedFields(reporter, entity)])).toEqual(namesOfBoth)
    expect([entities.user, entities.courier].map((entity) => [...readableFields(reporter, entity)])).toEqual(namesOfBoth)
    const people: readonly Entity[] = [entities.user, entities.courier]
    for (const entity of people) {
      expect(visibleRows(reporter, entity).namedByOrdersOf).toEqual([10])
      expect(can(reporter, 'read', entity, { [entity.key]: 1, company: 1 }).allowed).toBe(false)
    }
  })

  it('PERM-03: the board can call customers and couriers', () => {
    for (const reader of [{ ...operator, merchants: new Map([[10, [0, 1, 1, 0]]]) }, kitchen, owner, platform]) {
      expect([entities.user, entities.courier].map((entity: Entity) => joinedFields(reader, entity).has('phone'))).toEqual([
        true,
        true,
      ])
      expect(visibleRows(reader, entities.courier).namedByOrdersOf).toBe(null)
    }
  })

  it.each(Object.keys(companyRoutes) as RouteName[])('PERM-03: %s opens no personal fields beyond names', (route) => {
    const reader: Actor = { ...operator, navigation: [route] }
    const { reads, names, shows } = tableRights(reader)
    // Written by hand: the personal fields that boards and messages show.
    const parts: Partial<Record<string, readonly string[]>> =
      route === 'Company-Order'
        ? { courier: ['courier_id', 'name', 'phone', 'img', 'courier_status', 'working'] }
        : route === 'Company-Marketing-Push'
          ? { user: ['user_id', 'name', 'phone', 'img', 'lang'] }
          : route === 'Company-Chat'
            ? { user: ['user_id', 'name', 'phone', 'img', 'lang', 'chat_admin_unread', 'chat_date'] }
            : {}
    for (const [table, fields] of Object.entries(personNames)) {
      const shown = [...joinedFields(reader, entities[table as EntityName])]
      const read = [...readableFields(reader, entities[table as EntityName])]
      if (!shows.has(table)) expect(shown.toSorted()).toEqual([...(parts[table] ?? fields)].toSorted())
      if (!reads.has(table)) expect(read).toEqual([])
      if (names.has(table)) expect(read).toEqual([...fields])
      else if (parts[table]) expect(read.toSorted()).toEqual([...parts[table]].toSorted())
    }
    // Written by hand: the pages that need more than a name.
    const needed: Partial<Record<RouteName, readonly string[]>> = {
      'Company-Order': ['user'],
      'Company-User': ['user'],
      'Company-Courier-List': ['courier'],
    }
    expect(Object.keys(personNames).filter((table) => shows.has(table))).toEqual(needed[route] ?? [])
  })

  it.each<[RouteName, EntityName, boolean]>([
    ['Company-Marketing-Push', 'message', true],
    ['Company-Marketing-Push', 'user', false],
    ['Company-User', 'user', true],
    ['Company-Tag', 'cuisine', true],
    ['Company-Order', 'order', true],
    ['Company-Order', 'courier', false],
  ])('PERM-03: %s alone lets a person who edits a merchant write rows of %s: %s', (route, table, expected) => {
    const editor: Actor = { ...operator, merchants: new Map([[10, [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2]]]), navigation: [route] }
    const row = { company: editor.company, merchant: 10 }
    expect(can(editor, 'update', entities[table], row).allowed).toBe(expected)
  })

  it('PERM-03: a person with the customers screen sees full customers, whatever else was chosen', () => {
    const reader: Actor = { ...operator, navigation: ['Company-Marketing-Push', 'Company-User'] }
    expect(readableFields(reader, entities.user).has('bonus_score')).toBe(true)
  })

  it.each<[string, Actor, boolean]>([
    ['an owner', owner, true],
    ['an operator who edits orders', operator, false],
    ['an operator for whom the board was chosen', { ...operator, navigation: ['Company-Order'] }, false],
    [
      'an operator for whom the customers screen was chosen',
      { ...operator, navigation: ['Company-Order', 'Company-User'] },
      true,
    ],
    ['an operator with view access', viewer, false],
  ])('PERM-03: %s changes the bonus and status of customers: %s', (_who, actor, expected) => {
    const row = { user_id: 5, company: actor.company }
    for (const fields of [writableFields(actor, entities.user), writableFields(actor, entities.user, row)])
      for (const field of ['bonus_score', 'status']) expect([field, fields.has(field)]).toEqual([field, expected])
  })

  it('PERM-03: an operator who edits orders still creates and corrects customers', () => {
    const fields = writableFields(operator, entities.user)
    expect(['name', 'phone', 'comment', 'email', 'img'].filter((name) => !fields.has(name))).toEqual([])
  })

  it('PERM-03: everyone reads only their own profile, what the shell needs, and what the creation of a company shows', () => {
    const ownAndShell = ['access_token', 'admin', 'company', 'kanban_settings', 'owner', 'second_factor']
    expect([...base].toSorted()).toEqual([...ownAndShell, 'app_settings', 'subscribe_period', 'tariff'].toSorted())
  })
})
