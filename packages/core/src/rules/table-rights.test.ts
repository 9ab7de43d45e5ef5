import { entities, type Entity, type EntityName } from '@tiffin/sdk/contract'
import { describe, expect, it } from 'vitest'
import type { Actor } from './actor.ts'
import { can, joinedFields, readableFields, visibleRows } from './permissions.ts'
import { companyRoutes, type RouteName } from './routes.ts'
import { kitchen, operator, owner, platform } from './sample.ts'
import { personNames, tableRights } from './table-rights.ts'

const rightsOn = (...navigation: RouteName[]) => tableRights({ ...operator, navigation })
const base = new Set(rightsOn().reads)
/** Joined by name where a list shows them, and chosen by nobody. */
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
  ] as [RouteName, EntityName][])('PERM-03: of %s are %s and what its editor chooses from', (route, table) => {
    const { reads, writes } = rightsOn(route)
    expect([...writes]).toEqual([table])
    const chosen = Object.values((entities[table] as Entity).fields)
      .filter(({ kind, readonly }) => (kind === 'reference' || kind === 'referenceList') && readonly !== true)
      .map(({ to }) => to as string)
      .filter((to) => !namesAlone.has(to) && to !== 'mailing')
    expect(chosen.filter((to) => !reads.has(to))).toEqual([])
  })

  it.each(['Company-Tariff', 'Company-Chat', 'Administrator-Company'] as RouteName[])(
    'PERM-03: of %s is none for an operator',
    (route) => {
      expect([...rightsOn(route).reads].filter((table) => !base.has(table))).toEqual([])
    },
  )

  it('PERM-03: of people the report reads names alone, and no more of them than its orders name', () => {
    const reporter: Actor = { ...operator, merchants: new Map([[10, [0, 0, 1, 0]]]) }
    const courier: Entity = entities.courier
    const namesOfBoth = [
      ['user_id', 'name'],
      ['courier_id', 'name'],
    ]
    expect([entities.user, entities.courier].map((entity) => [...joinedFields(reporter, entity)])).toEqual(namesOfBoth)
    expect([entities.user, courier].map((entity) => [...readableFields(reporter, entity)])).toEqual([[], namesOfBoth[1]])
    expect(visibleRows(reporter, courier).namedByOrdersOf).toEqual([10])
    expect(can(reporter, 'read', courier, { courier_id: 1, company: 1 }).allowed).toBe(false)
  })

  it('PERM-03: the board calls customers and couriers', () => {
    for (const reader of [{ ...operator, merchants: new Map([[10, [0, 1, 1, 0]]]) }, kitchen, owner, platform]) {
      expect([entities.user, entities.courier].map((entity: Entity) => joinedFields(reader, entity).has('phone'))).toEqual([
        true,
        true,
      ])
      expect(visibleRows(reader, entities.courier).namedByOrdersOf).toBe(null)
    }
  })

  it.each(Object.keys(companyRoutes) as RouteName[])(
    'PERM-03: %s opens no field of people beyond their names unseen',
    (route) => {
      const reader: Actor = { ...operator, navigation: [route] }
      const { reads, names, shows } = tableRights(reader)
      for (const [table, fields] of Object.entries(personNames)) {
        const shown = [...joinedFields(reader, entities[table as EntityName])]
        if (!shows.has(table)) expect(shown).toEqual([...fields])
        if (!reads.has(table)) expect(readableFields(reader, entities[table as EntityName]).size).toBe(0)
        if (names.has(table)) expect([...readableFields(reader, entities[table as EntityName])]).toEqual([...fields])
      }
      // Typed by hand: whose work needs more than a name.
      const needed: Partial<Record<RouteName, readonly string[]>> = {
        'Company-Order': ['user', 'courier'],
        'Company-User': ['user'],
        'Company-Courier-List': ['courier'],
        'Company-Marketing-Push': ['user'],
      }
      expect(Object.keys(personNames).filter((table) => shows.has(table))).toEqual(needed[route] ?? [])
    },
  )

  it('PERM-03: what everybody reads is the own profile and what the shell needs', () => {
    expect([...base].toSorted()).toEqual(['admin', 'company', 'kanban_settings', 'owner'])
  })
})
