import {
  calls,
  type Condition,
  entities,
  type Entity,
  type FieldKind,
  type Operator,
  operators,
  type TableQuery,
  type TableResult,
} from '@tiffin/sdk/contract'
import { Client } from 'pg'
import type { Actor } from '@tiffin/core/rules'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#db/database'
import { actorsOf, insertOrder, insertRow, seedWorld, type World } from '../test/seed.ts'
import { createTestDatabase, type TestDatabase } from '../test/test-database.ts'
import { operatorsOf } from './compile-condition.ts'
import { readTables, scopeOf } from './read-tables.ts'
import { streamRows } from './stream-rows.ts'

let test: TestDatabase
let db: Database
let world: World
let actors: ReturnType<typeof actorsOf>
const orders: number[] = []

beforeAll(async () => {
  test = await createTestDatabase()
  db = test.open()
  world = await seedWorld(test)
  actors = actorsOf(world)
  const of = (values: Record<string, unknown>) => insertOrder(test, world, values).then((id) => orders.push(id))
  await of({
    comment: 'Ring twice',
    destination_address: 'Unter den Linden 5',
    total: '10.00',
    courier: world.courierA,
    pay_type: world.payType,
  })
  await of({ comment: '100% sure', destination_address: 'Улица Ленина 7', total: '20.50', merchant: world.merchants[1] })
  await of({ total: '30.25', merchant: world.merchants[2], time_delivery: '2026-11-20T10:30:00.123Z' })
  await of({ total: '99.00', delete: 1 })
  await insertOrder(test, world, {
    company: world.b,
    user: world.userB,
    merchant: world.merchantB,
    order_status: world.statusB,
    total: '7.77',
  })
})
afterAll(() => test.drop())

const read = async (actor: Actor, ...queries: TableQuery[]): Promise<Record<string, TableResult>> => {
  const parsed = calls.Reference.getData.input.parse({ tables: queries }).tables
  const { json } = await db.read(scopeOf(actor), (tx) => readTables(tx, actor, parsed, { lang: 'ru', now: new Date() }))
  return JSON.parse(json) as Record<string, TableResult>
}
const item = async (actor: Actor, query: TableQuery): Promise<TableResult> =>
  (await read(actor, query))[query.as ?? query.table] ?? { data: [], count: -1 }
const ids = async (search: TableQuery['search'], actor: Actor = actors.ownerA) =>
  (await item(actor, { table: 'order', include: ['order_id'], search })).data.map((row) =>
    orders.indexOf(Number(row['order_id'])),
  )

it('API-10: uses the same prepared statement whatever the search and sort order', async () => {
  const texts = new Set<string>()
  const include = ['order_id', 'total', 'user']
  for (const query of [
    { search: [{ key: 'total', prm: '10' }] },
    { search: [{ text: 'ring' }], order: [{ field: 'total', dir: 'desc' as const }] },
    { order: [{ field: 'comment' }], limit: [1, 1] as [number, number] },
  ]) {
    const { tables } = calls.Reference.getData.input.parse({ tables: [{ table: 'order', include, join: ['user'], ...query }] })
    await db.read(scopeOf(actors.ownerA), (tx) => {
      const heard: typeof tx = { ...tx, rows: (statement) => (statement.recurs && texts.add(statement.sql), tx.rows(statement)) }
      return readTables(heard, actors.ownerA, tables, { lang: 'en', now: new Date() })
    })
  }
  expect(texts.size).toBe(1)
})

describe('search', () => {
  const cases: [string, TableQuery['search'], number[]][] = [
    ['a pair of key and prm', [{ key: 'total', prm: '10' }], [0]],
    ['an in-list without operator', [{ key: 'total', prm: ['10.00', 30.25] }], [0, 2]],
    ['an empty list finds nothing', [{ key: 'total', op: 'in', prm: [] }], []],
    ['not in an empty list finds all', [{ key: 'total', op: 'notin', prm: [] }], [0, 1, 2]],
    ['not in a list', [{ key: 'total', op: 'notin', prm: ['10.00'] }], [1, 2]],
    ['greater', [{ key: 'total', op: '>', prm: '20.50' }], [2]],
    ['greater or equal', [{ key: 'total', op: '>=', prm: '20.50' }], [1, 2]],
    ['less', [{ key: 'total', op: '<', prm: '20.50' }], [0]],
    ['less or equal', [{ key: 'total', op: '<=', prm: '20.50' }], [0, 1]],
    ['between, both ends included', [{ key: 'total', op: 'between', prm: ['10.00', '20.50'] }], [0, 1]],
    [
      'all conditions together',
      [
        { key: 'total', op: '>', prm: '10' },
        { key: 'total', op: '<', prm: '30' },
      ],
      [1],
    ],
    [
      'any of several',
      [
        {
          any: [
            { key: 'total', prm: '10' },
            { key: 'comment', op: 'like', prm: 'SURE' },
          ],
        },
      ],
      [0, 1],
    ],
    [
      'any of several within the other conditions',
      [
        {
          any: [
            { key: 'total', prm: '10' },
            { key: 'comment', op: 'like', prm: 'SURE' },
          ],
        },
        { key: 'total', op: '>', prm: '15' },
      ],
      [1],
    ],
    ['contains regardless of case', [{ key: 'comment', op: 'like', prm: 'rING' }], [0]],
    ['contains in Cyrillic regardless of case', [{ key: 'destination_address', op: 'like', prm: 'ленина' }], [1]],
    ['a percent sign stands for itself', [{ key: 'comment', op: 'like', prm: '0%' }], [1]],
    ['an underscore stands for itself', [{ key: 'comment', op: 'like', prm: 'Ring_twice' }], []],
    ['text in any search field', [{ text: 'linden' }], [0]],
    ['nothing given for a moment', [{ key: 'time_delivery', op: 'null' }], [0, 1]],
    ['something given for a moment', [{ key: 'time_delivery', op: 'notnull' }], [2]],
    ['a moment to the millisecond', [{ key: 'time_delivery', prm: '2026-11-20T10:30:00.123Z' }], [2]],
    ['a moment in another zone', [{ key: 'time_delivery', prm: '2026-11-20T11:30:00.123+01:00' }], [2]],
    ['an empty text counts as nothing', [{ key: 'comment', op: 'null' }], [2]],
    ['courier 0 is none', [{ key: 'courier', prm: 0 }], [1, 2]],
    ['courier not 0 is some', [{ key: 'courier', op: '!=', prm: 0 }], [0]],
    ['courier 0 in a list', [{ key: 'courier', prm: [0, 1] }], [0, 1, 2]],
    ['unequal holds for nothing, too', [{ key: 'time_delivery', op: '!=', prm: '2026-11-20T10:30:00.123Z' }], [0, 1]],
    ['not in a list holds for nothing, too', [{ key: 'time_delivery', op: 'notin', prm: ['2026-11-20T10:30:00.123Z'] }], [0, 1]],
    ['null as a value', [{ key: 'time_delivery', prm: null }], [0, 1]],
    ['not null as a value', [{ key: 'time_delivery', op: '!=', prm: null }], [2]],
    ['what was deleted shows when asked for', [{ key: 'delete', prm: 1 }], [3]],
  ]
  it.each(cases)('API-12 API-10: finds %s', async (_name, search, found) => {
    expect(await ids(search)).toEqual(found)
  })

  it('API-12: searches phone numbers by digits, however they are typed', async () => {
    const users = (op: 'like' | '=', prm: string) =>
      item(actors.ownerA, { table: 'user', include: ['name'], search: [{ key: 'phone', op, prm }] })
    expect((await users('like', '+49 (30) 123')).data).toEqual([{ name: 'Anna' }])
    expect((await users('=', '+49 30 1234567')).data).toEqual([{ name: 'Anna' }])
    expect((await users('like', 'abc')).data).toEqual([])
  })

  it('API-12: compares phone numbers by digits, in lists and for inequality too', async () => {
    await insertRow(test, 'user', { company: world.a, name: 'Rita', phone: '79161234567' })
    const users = async (op: Operator, prm: Condition['prm']) => {
      const search = [{ key: 'phone', op, prm }]
      const { data } = await item(actors.ownerA, { table: 'user', include: ['name'], search, order: [{ field: 'name' }] })
      return data.map(({ name }) => name)
    }
    expect(await users('=', '8 (916) 123-45-67')).toEqual(['Rita'])
    expect(await users('!=', '+49 30 1234567')).toEqual(['Rita'])
    expect(await users('in', ['8 916 123 45 67', '+49 30 1234567'])).toEqual(['Anna', 'Rita'])
    expect(await users('notin', ['8 916 123 45 67'])).toEqual(['Anna'])
    await expect(users('in', [true])).rejects.toMatchObject({ code: 'invalid_value' })
    expect(await users('like', '8 (916) 123-45-67')).toEqual(['Rita'])
    expect(await users('like', '8916')).toEqual([])
    expect(await users('like', '')).toEqual(['Anna', 'Rita'])
  })

  it('refuses to look for more than 200 characters in every row', async () => {
    const like = (prm: string) => ids([{ key: 'comment', op: 'like', prm }])
    expect(await like('%'.repeat(200))).toEqual([])
    await expect(like('%'.repeat(201))).rejects.toMatchObject({ code: 'invalid_value', field: 'comment' })
  })

  it.each([[['1']], [['1', '2', '3']], ['1'], [12]])('API-12: refuses %j as the two ends of a range', async (prm) => {
    await expect(ids([{ key: 'total', op: 'between', prm }])).rejects.toMatchObject({ code: 'invalid_value' })
  })

  it('refuses to sum a field that is not a number, and to search a table without searched fields', async () => {
    for (const field of ['comment', 'time_create', 'cart'])
      await expect(item(actors.ownerA, { table: 'order', statistic: [field] })).rejects.toMatchObject({ code: 'unknown_field' })
    await expect(item(actors.ownerA, { table: 'print_job', search: [{ text: 'x' }] })).rejects.toMatchObject({
      code: 'unknown_operator',
      params: ['text'],
    })
  })

  it('API-12: counts a text without any language as nothing', async () => {
    const none = await insertRow(test, 'cuisine', { company: world.b, comment: { en: '' } })
    const given = await insertRow(test, 'cuisine', { company: world.b, comment: { en: '', ru: 'Острое' } })
    const cuisines = async (op: 'null' | 'notnull') =>
      (await item(actors.ownerB, { table: 'cuisine', include: ['cuisine_id'], search: [{ key: 'comment', op }] })).data
    expect(await cuisines('null')).toEqual([{ cuisine_id: none }])
    expect(await cuisines('notnull')).toEqual([{ cuisine_id: given }])
  })

  it('KDS-22: finds an order by its number and by its ticket number', async () => {
    expect(await ids([{ text: `#${orders[2]}` }])).toEqual([2])
  })

  it('finds the elements of a reference list', async () => {
    const statuses = (search: TableQuery['search']) =>
      item(actors.ownerA, { table: 'order_status', include: ['status'], search, order: [{ field: 'status' }] })
    const closed = world.statuses[9] ?? 0
    expect((await statuses([{ key: 'transfer', prm: world.statuses[0] ?? 0 }])).count).toBe(5)
    expect((await statuses([{ key: 'transfer', prm: [closed, -1] }])).count).toBe(0)
    expect((await statuses([{ key: 'transfer', op: 'null' }])).data).toEqual([{ status: 9 }])
  })
})

describe('every field', () => {
  const samples: Partial<Record<FieldKind, unknown>> = {
    text: 'a', phone: '1', email: 'a', url: 'a', color: 'a', image: 'a', audio: 'a', multilang: 'a',
    money: '1.00', moment: '2026-01-01T00:00:00.000Z', date: '2026-01-01', uuid: '00000000-0000-4000-8000-000000000001', word: 'a',
  } // prettier-ignore
  const prm = (kind: FieldKind, op: Operator) => {
    const value = (samples[kind] ?? 1) as string | number
    return op === 'in' || op === 'notin' ? [value] : op === 'between' ? [value, value] : value
  }
  const all = Object.values(entities as Record<string, Entity>)

  it.each(all.map((entity) => [entity.name, entity] as const))(
    'API-10 API-12 API-23: of %s accepts only the operators of its kind',
    async (_name, entity) => {
      const actor = entity.scope === 'company' ? actors.ownerA : actors.platform
      for (const [name, field] of Object.entries(entity.fields)) {
        const readable =
          field.kind !== 'secret' &&
          field.read !== 'nobody' &&
          name !== 'texts' &&
          (field.read !== 'platform' || actor.role === 1)
        if (!readable) {
          await expect(item(actor, { table: entity.name, search: [{ key: name, op: 'notnull' }] })).rejects.toMatchObject({
            code: 'unknown_field',
          })
          continue
        }
        const suiting = operatorsOf[field.kind]
        const any = suiting.map((op) => ({ key: name, op, prm: prm(field.kind, op) }))
        await expect(item(actor, { table: entity.name, search: [{ any }], limit: [0, 1] })).resolves.toHaveProperty('count')
        const strange = operators.find((op) => !suiting.includes(op))
        if (strange)
          await expect(item(actor, { table: entity.name, search: [{ key: name, op: strange, prm: prm(field.kind, strange) }] })).rejects.toMatchObject({
            code: 'unknown_operator', table: entity.name, field: name,
          }) // prettier-ignore
      }
    },
  )

  const wrong: [FieldKind, string, unknown][] = [
    ['id', 'order_id', '1'], ['id', 'order_id', 1.5], ['id', 'order_id', 1e300], ['reference', 'user', true], ['money', 'total', 'ten'],
    ['money', 'total', '1;drop table'], ['moment', 'time_create', '2026-13-01T00:00:00Z'], ['moment', 'time_create', '2026-11-20'],
    ['moment', 'time_create', '0000-01-01T00:00:00Z'], ['date', 'ticket_day', '2026-02-30'], ['number', 'tips_percent', '1'],
    ['text', 'comment', 'a\u0000b'], ['text', 'comment', '\ud800'], ['text', 'comment', ['a', 2]], ['id', 'order_id', []],
  ] // prettier-ignore
  it.each(wrong)('API-12: a %s field with %s refuses the value %j', async (_kind, key, value) => {
    const condition = { key, op: Array.isArray(value) && value.length === 0 ? '=' : undefined, prm: value } as Condition
    await expect(item(actors.ownerA, { table: 'order', search: [condition] })).rejects.toMatchObject({
      code: 'invalid_value',
      field: key,
    })
  })
})

describe('hidden tables and fields', () => {
  const places: [string, (field: string) => Partial<TableQuery>][] = [
    ['include', (field) => ({ include: [field] })],
    ['search', (field) => ({ search: [{ key: field, op: 'notnull' }] })],
    ['any', (field) => ({ search: [{ any: [{ key: field, op: 'notnull' }] }] })],
    ['order', (field) => ({ order: [{ field }] })],
    ['group', (field) => ({ group: [field] })],
    ['statistic', (field) => ({ statistic: [field] })],
    ['join', (field) => ({ join: [field] })],
    ['parse', (field) => ({ parse: [field] })],
    ['json', (field) => ({ json: [field] })],
  ]
  const hidden: [string, string, keyof typeof actors][] = [
    ['user', 'token', 'ownerA'],
    ['courier', 'code_value', 'operatorA'],
    ['admin', 'password', 'platform'],
    ['admin', 'settings', 'ownerA'],
    ['user', 'code_value', 'operatorA'],
    ['company', 'balance', 'operatorA'],
    ['company', 'deleted', 'ownerA'],
    ['pay_type', 'pay_system_settings', 'ownerA'],
    ['merchant', 'token', 'ownerA'],
    ['dictionary', 'texts', 'platform'],
    ['order', 'toString', 'ownerA'],
    ['order', '__proto__', 'ownerA'],
  ]
  it.each(hidden.flatMap(([table, field, who]) => places.map(([place, query]) => [table, field, who, place, query] as const)))(
    'API-10 API-13 API-23: %s.%s is unknown to %s in %s',
    async (table, field, who, _place, query) => {
      await expect(item(actors[who], { table, ...query(field) })).rejects.toMatchObject({ code: 'unknown_field', table, field })
    },
  )

  it('API-23: treats other tables, such as sessions, as unknown', async () => {
    for (const table of ['session', 'change', 'pg_authid', 'constructor', 'order; drop table "order"'])
      await expect(item(actors.platform, { table })).rejects.toMatchObject({ code: 'unknown_table', table })
  })

  it('refuses tables closed to the reader', async () => {
    await expect(item(actors.ownerA, { table: 'audit' })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(item(actors.operatorA, { table: 'payment' })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(item(actors.ownerA, { table: 'global_settings' })).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('shows owners the members of their company, and operators only themselves', async () => {
    const logins = async (actor: Actor) => (await item(actor, { table: 'admin' })).data.map((row) => row['login'])
    expect(await logins(actors.ownerA)).toEqual(['owner', 'operator'])
    expect(await logins(actors.platform)).toEqual(['platform', 'owner', 'operator', 'owner-b'])
    expect(await logins(actors.operatorA)).toEqual(['operator'])
    const roles = await item(actors.ownerA, { table: 'admin', include: ['login', 'company_role'] })
    expect(roles.data).toEqual([
      { login: 'owner', company_role: 1 },
      { login: 'operator', company_role: 2 },
    ])
  })
})

describe('another company', () => {
  it.each(['order', 'merchant', 'user', 'order_status', 'company'])(
    'API-10: shows nothing of its %s, by key or by list',
    async (table) => {
      const entity = (entities as Record<string, Entity>)[table]
      const foreign = await item(actors.ownerB, { table, include: [entity?.key ?? ''] })
      const keys = foreign.data.map((row) => row[entity?.key ?? ''] as number)
      expect(keys.length).toBeGreaterThan(0)
      for (const search of [[{ key: entity?.key ?? '', prm: keys }], keys.map((prm) => ({ key: entity?.key ?? '', prm }))])
        expect(await item(actors.ownerA, { table, search })).toMatchObject({ data: [], count: 0 })
    },
  )

  // Two mechanisms separate companies (DESIGN §3). This tests only the filter, where row-level security allows everything.
  it.each(['order', 'merchant', 'user', 'order_status', 'company'])(
    'API-10: shows nothing of its %s by the filter of the read alone',
    async (table) => {
      const key = (entities as Record<string, Entity>)[table]?.key ?? ''
      const parsed = calls.Reference.getData.input.parse({ tables: [{ table, include: [key] }] }).tables
      const keysOf = async (actor: Actor) => {
        const { json } = await db.read({ platform: true }, (tx) => readTables(tx, actor, parsed, { lang: 'en', now: new Date() }))
        return (JSON.parse(json) as Record<string, TableResult>)[table]?.data.map((row) => row[key]) ?? []
      }
      const [all, own] = [await keysOf(actors.platform), await keysOf(actors.ownerA)]
      expect(own).toEqual((await item(actors.ownerA, { table, include: [key] })).data.map((row) => row[key]))
      expect(all.length).toBeGreaterThan(own.length)
    },
  )

  it('API-10: is not found by its own filter or by a search', async () => {
    const search = [{ key: 'company', prm: world.b }]
    expect((await item(actors.ownerA, { table: 'user', search })).count).toBe(0)
    expect((await item(actors.ownerA, { table: 'user', search: [{ text: 'Boris' }] })).count).toBe(0)
    expect((await item(actors.platform, { table: 'user', search: [{ text: 'Boris' }] })).count).toBe(1)
  })

  it('PERM-09: operators see the orders of their merchants', async () => {
    const of = async (mode?: 'board' | 'report') =>
      (await item(actors.operatorA, { table: 'order', include: ['order_id'], mode })).data.map((row) =>
        orders.indexOf(Number(row['order_id'])),
      )
    expect(await of()).toEqual([0, 1])
    expect(await of('board')).toEqual([0, 1])
    expect((await item(actors.operatorA, { table: 'merchant', include: ['merchant_id'], mode: 'board' })).count).toBe(2)
    expect((await item(actors.operatorA, { table: 'order', statistic: ['total'] })).statistic).toEqual({ total: '30.50' })
  })

  it.each<[string, Partial<TableQuery>]>([
    ['summed', { statistic: ['total'] }],
    ['summed on the board', { statistic: ['total'], mode: 'board' }],
    ['grouped', { group: ['merchant'] }],
  ])('PERM-13: orders %s are limited to the merchants of the report', async (_how, use) => {
    const boardOnly = new Map([...(actors.operatorA.merchants ?? [])].map(([id, [login, board]]) => [id, [login, board]]))
    const reader = { ...actors.operatorA, merchants: boardOnly } as Actor
    expect((await item(reader, { table: 'order', include: ['order_id'] })).count).toBe(2)
    expect((await item(reader, { table: 'order', ...use })).count).toBe(0)
    expect((await item(actors.operatorA, { table: 'order', ...use })).data.length).toBeGreaterThan(0)
  })
})

describe('an operator', () => {
  it('PERM-09 API-12: can’t reach other merchants or deleted rows through an any condition', async () => {
    const any = ['10.00', '30.25', '99.00'].map((prm): Condition => ({ key: 'total', prm }))
    expect(await ids([{ any }], actors.operatorA)).toEqual([0])
    expect(await ids([{ any }])).toEqual([0, 2])
  })

  it.each([
    ['the board', 1, []],
    ['the report', 2, []],
    ['Main', 3, [2]],
    ['Delivery', 9, [2]],
  ] as const)('PERM-19: with %s of a merchant open, sees it on the merchant screen or not', async (_what, place, seen) => {
    const access = Array.from({ length: 11 }, (_, position) => (position === place ? 1 : 0))
    const actor: Actor = { ...actors.operatorA, merchants: new Map([[world.merchants[2], access]]) }
    const { data } = await item(actor, { table: 'merchant', include: ['merchant_id'], mode: 'editor' })
    expect(data.map((row) => world.merchants.indexOf(Number(row['merchant_id'])))).toEqual(seen)
  })

  it('PERM-19: has no merchant screen with access to Plugins only', async () => {
    const access = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]
    const actor: Actor = { ...actors.operatorA, merchants: new Map([[world.merchants[2], access]]) }
    await expect(item(actor, { table: 'merchant', mode: 'editor' })).rejects.toMatchObject({ code: 'forbidden' })
  })

  const [BOARD, REPORT] = [1, 2]

  it.each([
    ['board', BOARD, [2], []],
    ['report', REPORT, [], [2]],
  ] as const)(
    'PERM-09: with only the %s of a merchant, sees its orders there, not on the other',
    async (_what, place, board, report) => {
      const access = [0, 1, 2].map((position) => (position === place ? 1 : 0))
      const actor: Actor = { ...actors.operatorA, merchants: new Map([[world.merchants[2], access]]) }
      const of = async (mode?: 'board' | 'report') =>
        (await item(actor, { table: 'order', include: ['order_id'], mode })).data.map((row) =>
          orders.indexOf(Number(row['order_id'])),
        )
      expect(await of('board')).toEqual(board)
      expect(await of('report')).toEqual(report)
      expect(await of()).toEqual([2])
    },
  )
})

describe('answer', () => {
  it('ORDER-14 BOARD-15 ORDER-05 ORDER-06: joins the seven objects of an order with their declared fields', async () => {
    const join = Object.keys(entities.order.joins)
    const withJoins = async (id = 0) =>
      (await item(actors.operatorA, { table: 'order', join, mode: 'board', search: [{ key: 'order_id', prm: id }] })).data[0]
    const row = await withJoins(orders[1])
    expect(Object.keys(row ?? {})).toEqual([
      ...Object.keys(entities.order.fields),
      'user_obj',
      'courier_obj',
      'company_obj',
      'merchant_obj',
      'type_obj',
      'status',
      'pay_type_obj',
    ])
    expect(row).toMatchObject({ courier: 0, courier_obj: null, pay_type_obj: null, merchant_obj: { name: { en: 'Sushi' } } })
    const full = await withJoins(orders[0])
    expect(full).toMatchObject({
      user_obj: { name: 'Anna' },
      courier_obj: { courier_id: world.courierA, name: 'Carl' },
      company_obj: { company_id: world.a, name: { en: 'Alpha' } },
      merchant_obj: { merchant_id: world.merchants[0], name: { en: 'Pizzeria' } },
      type_obj: { order_type_id: 1 },
      status: { status: 2, created: 1 },
      pay_type_obj: { pay_type_id: world.payType, name: { en: 'Cash' } },
    })
    for (const { as, fields, board = [] } of Object.values(entities.order.joins))
      expect(Object.keys(full?.[as] ?? {})).toEqual([...fields, ...board])
  })

  it('BOARD-14 BOARD-16 BOARD-17: reads the three tables of the board in one snapshot', async () => {
    const answer = await read(
      actors.operatorA,
      {
        table: 'order',
        mode: 'board',
        search: [
          { key: 'merchant', prm: world.merchants },
          { key: 'time_create', op: 'between', prm: ['2026-11-20T00:00:00.000Z', '2026-11-20T23:59:59.999Z'] },
        ],
        include: ['order_id'],
      },
      { table: 'merchant', mode: 'board', search: [{ key: 'status', prm: 1 }], include: ['merchant_id', 'access'] },
      {
        table: 'order_status',
        search: [
          { key: 'status', op: '>', prm: 0 },
          { key: 'merchant', op: '>', prm: 0 },
        ],
        include: ['status'],
        order: [{ field: 'status' }],
      },
    )
    expect(answer['order']?.count).toBe(2)
    expect(answer['merchant']?.data[0]?.['access']).toEqual([{ user: world.operatorA, access: [0, 2, 1, 2] }])
    expect(answer['order_status']?.data.map((row) => row['status'])).toEqual([1, 2, 3, 5, 8, 9])
  })

  it('API-14 LIST-24: returns rows, count and sums over all rows found, not just the page', async () => {
    expect(
      await item(actors.ownerA, { table: 'order', include: ['order_id'], limit: [1, 1], statistic: ['total', 'cutlery'] }),
    ).toEqual({
      data: [{ order_id: orders[1] }],
      count: 3,
      statistic: { total: '60.75', cutlery: '0' },
    })
    expect(await item(actors.ownerA, { table: 'order', search: [{ key: 'total', prm: '1' }], statistic: ['total'] })).toEqual({
      data: [],
      count: 0,
      statistic: { total: '0.00' },
    })
    expect(await item(actors.ownerA, { table: 'order', include: ['total'], limit: [0, 0] })).toEqual({ data: [], count: 3 })
    expect(await item(actors.ownerA, { table: 'order', include: ['total'], limit: [5, 10] })).toEqual({ data: [], count: 3 })
    // Also if the page ends with the last row.
    for (const [offset, rows] of [
      [0, 3],
      [1, 2],
      [2, 1],
    ] as const)
      expect(await item(actors.ownerA, { table: 'order', include: ['order_id'], limit: [offset, 10] })).toMatchObject({
        data: { length: rows },
        count: 3,
      })
  })

  it('API-10: groups with counts and sums, and joins the groups', async () => {
    const result = await item(actors.ownerA, {
      table: 'order',
      group: ['merchant'],
      join: ['merchant'],
      statistic: ['total'],
      order: [{ field: 'total', dir: 'desc' }],
      limit: [0, 2],
    })
    expect(result).toMatchObject({
      data: [
        { merchant: world.merchants[2], count: 1, statistic: { total: '30.25' }, merchant_obj: { name: { en: 'Hidden' } } },
        { merchant: world.merchants[1], count: 1, statistic: { total: '20.50' } },
      ],
      count: 3,
      statistic: { total: '60.75' },
    })
  })

  it('groups once by a field that is given twice', async () => {
    const groupedBy = async (group: string[]) =>
      item(actors.ownerA, { table: 'order', group, order: [{ field: 'merchant', dir: 'asc' }] })
    expect(await groupedBy(['merchant', 'merchant'])).toEqual(await groupedBy(['merchant']))
  })

  it('API-13: resolves lists of references', async () => {
    const [row] = (await item(actors.ownerA, { table: 'order_status', parse: ['transfer'], search: [{ key: 'status', prm: 2 }] }))
      .data
    const resolved = row?.['transfer_obj'] as Record<string, unknown>[]
    expect(resolved.map((entry) => entry['order_status_id'])).toEqual(row?.['transfer'])
    expect(resolved[0]).toMatchObject({ value: { en: 'Pre-order' } })
  })

  it('API-11: sorts texts in several languages by the language of the call, then English', async () => {
    await insertRow(test, 'cuisine', { company: world.a, name: { en: 'b', ru: 'яблоко' }, order: 1 })
    await insertRow(test, 'cuisine', { company: world.a, name: { en: 'C', ru: 'Арбуз' }, order: 2 })
    await insertRow(test, 'cuisine', { company: world.a, name: { en: 'a' }, order: 3 })
    const result = await item(actors.ownerA, { table: 'cuisine', include: ['order'], order: [{ field: 'name' }] })
    expect(result.data.map((row) => row['order'])).toEqual([3, 2, 1])
  })

  it('returns every row once, whatever the page and however equal the sort values', async () => {
    for (let n = 0; n < 7; n += 1) await insertRow(test, 'user', { company: world.b, name: 'same' })
    const seen: unknown[] = []
    for (let page = 0; page < 4; page += 1) {
      const order = [{ field: 'name', dir: 'desc' as const }]
      const { data } = await item(actors.ownerB, { table: 'user', include: ['user_id'], order, limit: [page * 2, 2] })
      seen.push(...data.map((row) => row['user_id']))
    }
    expect(new Set(seen).size).toBe(8)
  })

  it('DICT-04: has the platform’s languages as fields of the dictionary', async () => {
    await insertRow(test, 'dictionary', { application: 'admin', texts: { en: 'Save', ru: 'Сохранить' } })
    const found = await item(actors.ownerA, { table: 'dictionary', search: [{ key: 'ru', op: 'like', prm: 'сохр' }] })
    expect(found.data).toEqual([
      { dictionary_id: 1, application: 'admin', params: '', revision: 1, en: 'Save', ru: 'Сохранить', de: '' },
    ])
    expect(
      (await item(actors.ownerA, { table: 'dictionary', search: [{ text: 'save' }, { key: 'de', op: 'null' }] })).count,
    ).toBe(1)
    expect(
      (await item(actors.ownerA, { table: 'dictionary', search: [{ key: 'de', op: 'notnull' }], order: [{ field: 'ru' }] }))
        .count,
    ).toBe(0)
  })

  it('API-17: reads settings by name', async () => {
    await insertRow(test, 'app_settings', { name: 'reload', value: '30' })
    expect((await item(actors.ownerA, { table: 'app_settings', search: [{ key: 'name', prm: 'reload' }] })).data).toMatchObject([
      { name: 'reload', value: '30' },
    ])
  })

  it('lists the companies that a person may choose', async () => {
    const companies = async (actor: Actor) => (await item(actor, { table: 'owner' })).data
    expect(await companies(actors.ownerA)).toMatchObject([
      { company_id: world.a, name: { en: 'Alpha' }, admin: world.ownerA, company_role: 1 },
    ])
    expect(await companies(actors.operatorA)).toMatchObject([{ company_id: world.a, company_role: 2 }])
    expect(await companies(actors.platform)).toHaveLength(2)
  })

  it('API-10: refuses more than 20 tables, more rows than a page holds, and a duplicate name', async () => {
    const db20 = Array.from({ length: 21 }, (_, n) => ({ table: 'role', as: `r${n}`, include: [], search: [], mode: undefined }))
    const tables = db20.map((query) => ({ ...query, limit: [0, 1] as [number, number] }))
    await expect(
      db.read({ global: true }, (tx) => readTables(tx, actors.ownerA, tables as never, { lang: 'en', now: new Date() })),
    ).rejects.toMatchObject({ code: 'too_many' })
    await expect(item(actors.ownerA, { table: 'order', limit: [0, 20_001] })).rejects.toMatchObject({ code: 'too_many' })
    await expect(read(actors.ownerA, { table: 'order' }, { table: 'order' })).rejects.toMatchObject({ code: 'invalid_value' })
  })
})

describe('many rows', () => {
  beforeAll(async () => {
    await test.asOwner(`insert into "user" (company, name, phone) select $1, 'U' || n, n::text from generate_series(1, 2300) n`, [
      world.b,
    ])
  })

  it('come in batches of 500 with an end marker', async () => {
    const batches: number[] = []
    let end: unknown
    await db.read({ company: world.b }, async (tx) => {
      const query = calls.Reference.getData.input.parse({
        tables: [{ table: 'user', search: [{ key: 'name', op: 'like', prm: 'U' }] }],
      }).tables[0]
      if (query)
        for await (const batch of streamRows(tx, actors.ownerB, query, { lang: 'en', languages: [] }))
          if ('end' in batch) end = batch
          else batches.push(batch.rows.length)
    })
    expect(batches).toEqual([500, 500, 500, 500, 300])
    expect(end).toEqual({ end: true, total: 2300 })
  })

  it('are the same rows as in small pages', async () => {
    const query = { table: 'user', include: ['user_id'], order: [{ field: 'phone' }] }
    const large = await item(actors.ownerB, { ...query, limit: [3, 1500] })
    expect(large.data).toHaveLength(1500)
    expect(large.count).toBe(2308)
    const pages = [
      await item(actors.ownerB, { ...query, limit: [3, 1000] }),
      await item(actors.ownerB, { ...query, limit: [1003, 500] }),
    ]
    expect(large.data).toEqual(pages.flatMap((page) => page.data))
    expect((await item(actors.ownerB, query)).data).toHaveLength(1000)
  })

  it('an interrupted stream has no end marker', async () => {
    const reading = db.read({ company: world.b }, async (tx) => {
      const query = calls.Reference.getData.input.parse({ tables: [{ table: 'user' }] }).tables[0]
      const [own] = await tx.sql<{ pid: number }>('select pg_backend_pid() as pid')
      let ended = false
      if (query)
        for await (const batch of streamRows(tx, actors.ownerB, query, { lang: 'en', languages: [] })) {
          if ('end' in batch) ended = true
          else await cut(own?.pid ?? 0)
        }
      return ended
    })
    await expect(reading).rejects.toMatchObject({ code: 'database_unavailable' })
  })

  async function cut(pid: number): Promise<void> {
    const admin = new Client({ connectionString: test.urls.admin })
    await admin.connect()
    await admin.query('select pg_terminate_backend($1)', [pid])
    await admin.end()
  }
})
