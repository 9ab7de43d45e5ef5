import { type Action, type Actor, type AnyRow, can, readableFields, writableFields } from '@tiffin/core/rules'
import { type Entity, entities } from '@tiffin/sdk/contract'
import { describe, expect, it } from 'vitest'
import {
  type Allowed,
  chosenNavigation,
  type MerchantName,
  merchants,
  neverReadable,
  oneTabAccess,
  operatorAccess,
  optionGated,
  ownersReadable,
  ownersWritable,
  permissions,
  type Person,
  persons,
  platformWritable,
  viewerAccess,
} from '../fixtures/permissions.ts'

const registry: Partial<Record<string, Entity>> = entities
const companyA = 1
const companyB = 2
const merchantIds: Record<MerchantName, number> = { M1: 10, M2: 11, M3: 12 }

const accessOf = (lists: Record<MerchantName, readonly number[]>): Actor['merchants'] =>
  new Map(merchants.map((name) => [merchantIds[name], lists[name]]))

const staff: Actor = { admin_id: 0, role: 2, company: companyA, company_role: 2, merchants: new Map(), dictionary_edit: [] }
const actors: Record<Person, Actor> = {
  platform: { ...staff, admin_id: 1, role: 1, company_role: null },
  owner: { ...staff, admin_id: 2, company_role: 1 },
  operator: { ...staff, admin_id: 3, merchants: accessOf(operatorAccess) },
  viewer: { ...staff, admin_id: 4, merchants: accessOf(viewerAccess) },
  ownerB: { ...staff, admin_id: 5, company: companyB, company_role: 1 },
  noEntry: { ...staff, admin_id: 6 },
  oneTab: { ...staff, admin_id: 7, merchants: accessOf(oneTabAccess) },
  chosen: { ...staff, admin_id: 8, merchants: accessOf(operatorAccess), navigation: chosenNavigation },
}
const somebodyOfA = 50
const operators = ['operator', 'viewer', 'noEntry', 'oneTab', 'chosen'] as const

const letters = { read: 'r', create: 'c', update: 'u', delete: 'd' } as const satisfies Record<Action, string>
const actions = ['read', 'create', 'update', 'delete'] as const

/** Whether the letters allow the action; undefined if the spec don't say. */
function expected(allowed: string, action: Action): boolean | undefined {
  const at = allowed.indexOf(letters[action])
  return at < 0 ? false : allowed[at + 1] === '?' ? undefined : true
}

interface PermissionCase {
  what: string
  row: AnyRow
  allowed: string
}

/** A row of company A for the rules, with the columns they use. */
function rowOf(entity: Entity, adminId: number, actor: Actor, merchant: number): AnyRow {
  return {
    [entity.key]: entity.name === 'merchant' ? merchant : 1,
    ...(entity.scope === 'company' && { company: companyA, company_id: companyA }),
    ...(entity.name === 'order' && { merchant }),
    ...('admin' in entity.fields && { admin: adminId }),
    ...(entity.name === 'admin' && {
      admin_id: adminId,
      role: 2,
      // derived for the company that the actor acts for
      company_role: actor.company === companyA ? 2 : null,
    }),
  }
}

function permissionCases(entity: Entity, person: Person, allowed: Allowed): PermissionCase[] {
  const actor = actors[person]
  if (typeof allowed === 'string') {
    return [{ what: 'a row', row: rowOf(entity, somebodyOfA, actor, merchantIds.M1), allowed }]
  }
  return Object.entries(allowed).map(([name, text]) => ({
    what: `a row of ${name}`,
    row: rowOf(entity, name === 'own' ? actor.admin_id : somebodyOfA, actor, merchantIds[name as MerchantName] ?? 0),
    allowed: text,
  }))
}

function problems(entity: Entity | undefined, table: string): string[] {
  const line = permissions[table]
  if (!entity || !line) return [`${table} is not declared`]
  return persons.flatMap((person) =>
    permissionCases(entity, person, line.may[person]).flatMap(({ what, row, allowed }) =>
      actions.flatMap((action) => {
        const should = expected(allowed, action)
        const may = can(actors[person], action, entity, row).allowed
        if (should === undefined || should === may) return []
        return [`${person} ${may ? 'may' : 'may not'} ${action} ${what} of ${table}; ${line.because}`]
      }),
    ),
  )
}

const listed = (byTable: Record<string, readonly string[]>): { entity: Entity; field: string }[] =>
  Object.entries(byTable).flatMap(([table, names]) => {
    const entity = registry[table]
    if (!entity) throw new Error(`${table} is not declared`)
    return names.map((field) => ({ entity, field }))
  })

/** Users who may read, or write, any of these fields in the row most accessible to them. */
function reached(byTable: Record<string, readonly string[]>, who: readonly Person[], how: 'read' | 'write'): string[] {
  return listed(byTable).flatMap(({ entity, field }) =>
    who
      .filter((person) => {
        const row = rowOf(entity, somebodyOfA, actors[person], merchantIds.M1)
        const open = how === 'read' ? readableFields(actors[person], entity) : writableFields(actors[person], entity, row)
        return open.has(field)
      })
      .map((person) => `${person} can ${how} ${entity.name}.${field}`),
  )
}

describe('rows of company A', () => {
  it.each(Object.keys(permissions))(
    'PERM-02 PERM-03 PERM-04 PERM-05: %s is open only to the people of the hand-typed table',
    (table) => {
      expect(problems(registry[table], table)).toEqual([])
    },
  )

  it('PERM-08 PERM-09 PERM-10: follow the table for every served table and every person', () => {
    expect(Object.values(permissions).every(({ may }) => persons.every((person) => may[person] !== undefined))).toBe(true)
  })

  it.each(Object.entries(permissions).filter(([, { gate }]) => gate !== undefined))(
    'GATE-05 GATE-06 GATE-07 GATE-08 GATE-09: %s needs its option',
    (table, { gate }) => {
      expect(registry[table]?.gate).toBe(gate)
    },
  )
})

describe('fields', () => {
  it('PERM-05: secrets are never returned', () => {
    expect(reached(neverReadable, persons, 'read')).toEqual([])
  })

  it('PERM-03: sign-in codes are readable only by owners and the platform', () => {
    expect(reached(ownersReadable, operators, 'read')).toEqual([])
    expect(reached(ownersReadable, ['platform', 'owner'], 'read')).toHaveLength(2 * listed(ownersReadable).length)
  })

  it('PERM-01 GATE-03 GATE-04: subscription fields are changed only by the platform or the server', () => {
    expect(reached(platformWritable, ['owner', 'ownerB', ...operators], 'write')).toEqual([])
  })

  it('PERM-18: access lists and roles within a company are changed only by owners', () => {
    expect(reached(ownersWritable, operators, 'write')).toEqual([])
    expect(reached(ownersWritable, ['platform', 'owner'], 'write')).toHaveLength(2 * listed(ownersWritable).length)
  })

  it('PERM-23 GATE-01: fields that need a company option declare it', () => {
    const wrong = Object.entries(optionGated).flatMap(([table, byField]) =>
      Object.entries(byField)
        .filter(([field, option]) => (registry[table]?.fields[field] as { option?: string } | undefined)?.option !== option)
        .map(([field, option]) => `${table}.${field} does not need ${option}`),
    )
    expect(wrong).toEqual([])
  })
})
