import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deliveryTab, merchantBasics, oneTabAccess } from '../../fixtures/permissions.ts'
import { createStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await createStage()
})
afterAll(() => stage.server.stop())

type Row = Record<string, unknown>
/** Signs in again, so that the current rights apply. */
async function asking(login: string) {
  const token = await stage.server.signIn(login)
  return (api: string, method: string, data: unknown, company: number = stage.server.world.a) =>
    stage.server.call(api, method, data, { token, company })
}
const rowsOf = (answer: Row, table: string): Row[] => (answer['data'] as Record<string, { data: Row[] }>)[table]?.data ?? []

async function membershipOf(login: string): Promise<{ id: number; admin: number }> {
  const [found] = await stage.server.database.asOwner<{ id: number; admin: number }>(
    'select membership_id as id, admin from membership m join admin a on a.admin_id = m.admin where login = lower($1) and m.company = $2',
    [login, stage.server.world.a],
  )
  return found as { id: number; admin: number }
}

describe('chosen navigation', () => {
  it.each([
    ['owner', 'noEntry', ['Company-Marketing-Promocode'], 'OK'],
    ['owner', 'noEntry', ['Administrator-Dictionary'], 'route_not_allowed'],
    ['owner', 'noEntry', ['Company-Tariff'], 'route_not_allowed'],
    ['owner', 'noEntry', ['Company-Nowhere'], 'route_not_allowed'],
    ['owner', 'owner', ['Administrator-Company'], 'route_not_allowed'],
    ['owner', 'owner', ['Company-Order'], 'route_not_allowed'],
    ['operator', 'operator', ['Company-Settings'], 'forbidden'],
    ['platform', 'noEntry', ['Administrator-Company'], 'route_not_allowed'],
    ['platform', 'noEntry', ['Administrator-Dictionary'], 'OK'],
    // Routes granted by the platform may stay next to those that an owner grants, and be removed.
    ['owner', 'noEntry', ['Administrator-Dictionary', 'Company-Tag'], 'OK'],
    ['owner', 'noEntry', [], 'OK'],
  ])('PERM-04: %s gives %s the routes %j: %s', async (who, target, navigation, expected) => {
    const call = await asking(who)
    const { id } = await membershipOf(target)
    const answer = await call('Reference', 'saveData', { tables: [{ table: 'membership', id, row: { navigation } }] })
    expect(answer.code ?? answer.status).toBe(expected)
    if (expected === 'route_not_allowed') expect(answer['error']).toBe("This staff member can't be given access to %1")
  })

  it('NAV-63: links to other sites can be chosen beside the routes of the role, other addresses can’t', async () => {
    const { id } = await membershipOf('owner')
    const call = await asking('owner')
    const choose = (entry: string) =>
      call('Reference', 'saveData', { tables: [{ table: 'membership', id, row: { navigation: [entry] } }] })
    for (const wrong of ['javascript:alert(1)', 'https://', 'help.example'])
      expect((await choose(wrong)).code).toBe('route_not_allowed')
    expect((await choose('https://help.example/orders')).status).toBe('OK')
    const answer = await (await asking('owner'))('Auth', 'checkAuth', {})
    expect(answer['auth']).toMatchObject({
      user: {
        navigation: expect.arrayContaining(['Company-Order', 'Company-Settings', 'https://help.example/orders']) as unknown,
      },
    })
    expect((answer['auth'] as { user: object }).user).not.toHaveProperty('navigation_chosen')
    await stage.server.database.asOwner(`update membership set navigation = '[]' where membership_id = $1`, [id])
  })

  it('NAV-64: routes that the role can’t use are not in the session', async () => {
    const { id } = await membershipOf('noEntry')
    const chosen = ['Administrator-Company', 'Company-Tariff', 'Company-Order', 'Company-Tag']
    await stage.server.database.asOwner('update membership set navigation = $1 where membership_id = $2', [
      JSON.stringify(chosen),
      id,
    ])
    const call = await asking('noEntry')
    const answer = await call('Auth', 'checkAuth', {})
    expect(answer['auth']).toMatchObject({ user: { navigation: ['Company-Tag'], navigation_chosen: true } })
    const cuisine = { table: 'cuisine', row: { name: { en: 'Thai' } } }
    expect((await call('Reference', 'saveData', { tables: [cuisine] })).status).toBe('OK')
    expect((await call('Reference', 'getData', { tables: [{ table: 'company', include: ['base_tariff'] }] })).code).toBe(
      'unknown_field',
    )
    // No routes remain, which is less than the role would give.
    await stage.server.database.asOwner(`update membership set navigation = '["Company-Tariff"]' where membership_id = $1`, [id])
    const empty = await (await asking('noEntry'))('Auth', 'checkAuth', {})
    expect(empty['auth']).toMatchObject({ user: { navigation: [], navigation_chosen: true } })
    await stage.server.database.asOwner(`update membership set navigation = '[]' where membership_id = $1`, [id])
  })

  it('PERM-03: the board chooses couriers, and push messages customers, by the fields they show and no others', async () => {
    const { world, database } = stage.server
    const { id } = await membershipOf('operator')
    const courier = await stage.insert('courier', world.a, { name: 'Seen', phone: '49170777', comment: { en: 'unseen words' } })
    const choose = (route: string) =>
      database.asOwner('update membership set navigation = $1 where membership_id = $2', [JSON.stringify([route]), id])
    await choose('Company-Order')
    const board = await asking('operator')
    const find = (query: Row) => board('Reference', 'getData', { tables: [{ table: 'courier', ...query }] })
    const [seen] = rowsOf(await find({ search: [{ key: 'courier_id', prm: courier }] }), 'courier')
    expect(Object.keys(seen ?? {}).toSorted()).toEqual(['courier_id', 'courier_status', 'img', 'name', 'phone', 'working'])
    expect(rowsOf(await find({ search: [{ text: 'Seen' }] }), 'courier')).toHaveLength(1)
    expect(rowsOf(await find({ search: [{ text: 'unseen words' }] }), 'courier')).toEqual([])
    expect(await find({ search: [{ key: 'ip', prm: '' }] })).toMatchObject({ code: 'unknown_field' })
    await choose('Company-Marketing-Push')
    const push = await asking('operator')
    const [customer] = rowsOf(await push('Reference', 'getData', { tables: [{ table: 'user' }] }), 'user')
    expect(Object.keys(customer ?? {}).toSorted()).toEqual(['img', 'lang', 'name', 'phone', 'user_id'])
    const row = { bonus_score: '100.00' }
    expect(await push('Reference', 'saveData', { tables: [{ table: 'user', id: world.userA, row }] })).toMatchObject({
      code: 'forbidden',
    })
    await database.asOwner(`update membership set navigation = '[]' where membership_id = $1`, [id])
  })

  it('PERM-09: without order pages, merchant entries open no order to any call', async () => {
    const call = await asking('chosen')
    const order = stage.samples.find(({ entity, label }) => entity.name === 'order' && label === 'M1')
    const order_id = Number(order?.key)
    const { world } = stage.server
    const move = { intent_id: '0b7f9d0c-5bd7-4f8f-9d77-6a1f2a6f0001', order_id, from: world.statuses[2], to: world.statuses[3] }
    const moved = await call('Order', 'move', { intents: [move] })
    expect(moved['data']).toMatchObject({ results: [{ status: 'FAIL', code: 'not_found' }] })
    const answers = [
      await call('Order', 'timeline', { order_id }),
      await call('Print', 'request', { order_id }),
      await call('Audit', 'timeline', { table: 'order', id: order_id }),
      await call('Export', 'ticket', { params: { tables: [{ table: 'order' }] } }),
      await call('Reference', 'getData', { tables: [{ table: 'order', statistic: ['total'] }] }),
    ]
    expect(answers.map(({ code }) => code)).toEqual(['not_found', 'not_found', 'forbidden', 'forbidden', 'forbidden'])
  })

  it('PERM-24: a person with access to the dictionary edits its texts in their languages', async () => {
    const { admin, id } = await membershipOf('viewer')
    const { database } = stage.server
    await database.asOwner(`update admin set dictionary_edit = 'de' where admin_id = $1`, [admin])
    const text = stage.samples.find(({ entity }) => entity.name === 'dictionary')
    const save = async (row: Row) => {
      const call = await asking('viewer')
      return call('Reference', 'saveData', { tables: [{ table: 'dictionary', id: text?.key, row }] })
    }
    expect((await save({ de: 'Guten Tag' })).code).toBe('forbidden')
    await database.asOwner(`update membership set navigation = '["Administrator-Dictionary"]' where membership_id = $1`, [id])
    expect((await save({ de: 'Guten Tag' })).status).toBe('OK')
    expect([(await save({ ru: 'x' })).code, (await save({ application: 'x' })).code]).toEqual(['forbidden', 'forbidden'])
    const read = await (await asking('viewer'))('Reference', 'getData', { tables: [{ table: 'dictionary' }, { table: 'order' }] })
    expect(read.code).toBe('forbidden')
    await database.asOwner(`update membership set navigation = '[]' where membership_id = $1`, [id])
  })
})

describe('live connection', () => {
  it('PERM-03: sends nothing about orders and customers to people whose navigation has no orders, and the rest to everyone', async () => {
    const { server } = stage
    const [counter] = await server.database.asOwner<{ last: number }>('select last from feed_counter where company = $1', [
      server.world.a,
    ])
    const since = counter?.last ?? 0
    const lines = await Promise.all(
      ['noEntry', 'operator'].map(async (login) => server.live(await server.signIn(login), { since })),
    )
    for (const line of lines) await line.next((frame) => frame['type'] === 'welcome')
    const order = stage.samples.find(({ entity, label }) => entity.name === 'order' && label === 'M1')
    await stage.save('owner', [
      { table: 'user', id: server.world.userA, row: { name: 'Seen' } },
      { table: 'order', id: order?.key, row: { comment: 'seen' } },
      { table: 'cuisine', row: { name: { en: 'Greek' } } },
    ])
    const [closed, open] = lines
    await open?.next((frame) => frame['type'] === 'orders')
    await open?.next((frame) => frame['type'] === 'changed' && frame['table'] === 'user')
    const told = (closed?.frames ?? []).filter((frame) => ['orders', 'changed'].includes(String(frame['type'])))
    expect(told).toEqual([])
    for (const line of lines) line.socket.close()
  })
})

describe('deleting an order', () => {
  it.each([
    ['operator', 'operatorA', 'OK'],
    ['operator', 'ownerA', 'forbidden'],
    ['owner', 'operatorA', 'OK'],
    ['platform', 'operatorA', 'OK'],
  ] as const)('BOARD-31: %s deletes one created by %s: %s', async (who, creator, expected) => {
    const { world } = stage.server
    const merchant = world.merchants[0]
    const key = await stage.insert('order', world.a, {
      merchant,
      order_status: world.statuses[2],
      user: world.userA,
      admin: world[creator],
    })
    const answer = await stage.remove(who, [{ table: 'order', id: key }])
    expect(answer.code ?? answer.status).toBe(expected)
  })
})

describe('closed tabs of a merchant', () => {
  const closed = { description: { en: 'Hidden words' }, work_time: [], cooking_time: 77, min_stock_balance: 5, cutlery: 1 }
  const item = () => stage.server.world.merchants[0]

  beforeAll(async () => {
    await stage.server.database.asOwner(
      `update merchant set description = $1, cooking_time = 77, delivery_mode = 3 where merchant_id = any($2)`,
      [JSON.stringify(closed.description), stage.server.world.merchants],
    )
  })

  it('PERM-20: one open tab shows only its fields and the basics of its merchant', async () => {
    const answer = await stage.get('oneTab', [{ table: 'merchant' }])
    const rows = rowsOf(answer, 'merchant')
    expect(rows.map((row) => row['merchant_id'])).toEqual([item()])
    expect(rows.map((row) => row['access'])).toEqual([[{ user: stage.actors.oneTab.admin_id, access: [...oneTabAccess.M1] }]])
    expect(Object.keys(rows[0] ?? {}).toSorted()).toEqual([...new Set([...merchantBasics, ...deliveryTab])].toSorted())
  })

  it('PERM-20: a field of a tab open only for another merchant is empty, whatever a query does with it', async () => {
    // For the second merchant, only the board stays open.
    const admin = stage.actors.operator.admin_id
    const [first, second] = stage.server.world.merchants
    await stage.server.database.asOwner(`update merchant set access = $1 where merchant_id = $2`, [
      JSON.stringify([{ user: admin, access: [0, 1] }]),
      second,
    ])
    const call = await asking('operator')
    const get = async (query: Row) => {
      const answer = await call('Reference', 'getData', { tables: [{ table: 'merchant', ...query }] })
      expect(answer.status, JSON.stringify(query)).toBe('OK')
      return (answer['data'] as Record<string, { data: Row[]; statistic?: Row }>)['merchant'] ?? { data: [] }
    }
    const ids = (found: { data: Row[] }) => found.data.map((row) => row['merchant_id'])
    const include = ['merchant_id', 'description', 'cooking_time', 'delivery_mode']
    const { data } = await get({ include, order: [{ field: 'merchant_id' }] })
    expect(data).toEqual([
      { merchant_id: first, description: closed.description, cooking_time: 77, delivery_mode: 3 },
      { merchant_id: second, description: null, cooking_time: null, delivery_mode: null },
    ])
    for (const search of [
      [{ key: 'description', op: 'like', prm: 'hidden' }],
      [{ text: 'hidden words' }],
      [{ key: 'cooking_time', prm: 77 }],
      [{ key: 'delivery_mode', op: 'notnull' }],
      [{ any: [{ key: 'cooking_time', op: '>', prm: 1 }] }],
    ])
      expect(ids(await get({ search })), JSON.stringify(search)).toEqual([first])
    expect(ids(await get({ order: [{ field: 'cooking_time', dir: 'desc' }] }))).toHaveLength(2)
    expect((await get({ statistic: ['cooking_time'] })).statistic).toEqual({ cooking_time: '77' })
    expect((await get({ group: ['cooking_time'], order: [{ field: 'count' }] })).data).toEqual(
      expect.arrayContaining([
        { cooking_time: 77, count: 1 },
        { cooking_time: null, count: 1 },
      ]),
    )
    const joined = await get({ include: ['merchant_id', 'type'], join: ['type'], search: [{ key: 'merchant_id', prm: second }] })
    expect(joined.data).toEqual([{ merchant_id: second, type: null, type_obj: null }])
    const timeline = await call('Audit', 'timeline', { table: 'merchant', id: second })
    expect(JSON.stringify(timeline)).not.toContain('Hidden')
  })

  it('PERM-20: neither saves nor the history of a merchant show fields of closed tabs', async () => {
    const { code, status } = await stage.save('owner', [
      { table: 'merchant', id: item(), row: { cooking_time: 78, delivery_mode: 2 } },
    ])
    expect(code ?? status).toBe('OK')
    const saved = await stage.save('oneTab', [{ table: 'merchant', id: item(), row: { delivery_mode: 1 } }])
    expect(saved.status).toBe('OK')
    expect(rowsOf({ data: { merchant: saved['data'] } }, 'merchant')).toBeDefined()
    expect(JSON.stringify(saved)).not.toContain('cooking_time')
    const { data } = await stage.call('oneTab', 'Audit', 'timeline', { table: 'merchant', id: item() })
    const { events } = data as { events: { before: Row | null; after: Row | null }[] }
    expect(events.length).toBeGreaterThan(1)
    const shown = events.flatMap(({ before, after }) => Object.keys({ ...before, ...after }))
    expect(shown.filter((name) => ![...merchantBasics, ...deliveryTab].includes(name as never))).toEqual([])
  })

  it('PERM-20: an export has no column of a closed tab', async () => {
    const ask = (columns: string[]) =>
      stage.call('oneTab', 'Export', 'ticket', { params: { tables: [{ table: 'merchant' }], columns } })
    expect([(await ask(['name'])).status, (await ask(['cooking_time'])).code]).toEqual(['OK', 'unknown_field'])
  })
})

describe('report only', () => {
  it('PERM-03: shows customers and couriers by name, only in orders of its merchants', async () => {
    const { world, database } = stage.server
    const [first, second] = world.merchants
    const access = JSON.stringify([{ user: stage.actors.operator.admin_id, access: [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0] }])
    await database.asOwner(`update merchant set access = case when merchant_id = $2 then $1::jsonb else '[]' end`, [
      access,
      first,
    ])
    const couriers: number[] = []
    for (const [at, merchant] of [first, second].entries()) {
      const courier = Number(await stage.insert('courier', world.a, { name: `Rider ${at}`, phone: `4917000${at}` }))
      couriers.push(courier)
      await stage.insert('order', world.a, { merchant, order_status: world.statuses[2], user: world.userA, courier })
    }
    const call = await asking('operator')
    const get = (query: Row) => call('Reference', 'getData', { tables: [query] })
    expect(rowsOf(await get({ table: 'courier' }), 'courier')).toEqual([{ courier_id: couriers[0], name: 'Rider 0' }])
    const search = [{ key: 'courier', prm: couriers[0] }]
    const joined = rowsOf(await get({ table: 'order', search, join: ['user', 'courier'] }), 'order')[0]
    expect(joined).toMatchObject({ courier_obj: { courier_id: couriers[0], name: 'Rider 0' } })
    expect(Object.keys(joined?.['user_obj'] as Row)).toEqual(['user_id', 'name'])
    expect(Object.keys(joined?.['courier_obj'] as Row)).toEqual(['courier_id', 'name'])
    const groups = rowsOf(await get({ table: 'order', search, group: ['user'], join: ['user'] }), 'order')
    expect(groups.map(({ user_obj }) => Object.keys(user_obj as Row))).toEqual([['user_id', 'name']])
    await stage.insert('user', world.a, { name: 'Elsewhere', phone: '49309990001' })
    const customers = rowsOf(await get({ table: 'user' }), 'user')
    expect(customers.map((row) => [row['user_id'], ...Object.keys(row)])).toEqual([[world.userA, 'user_id', 'name']])
    for (const closed of ['phone', 'bonus_score', 'comment'])
      expect(await get({ table: 'user', search: [{ key: closed, op: 'notnull' }] })).toMatchObject({ code: 'unknown_field' })
    for (const closed of ['phone', 'coords', 'coords_refresh'])
      expect(await get({ table: 'courier', search: [{ key: closed, op: 'notnull' }] })).toMatchObject({ code: 'unknown_field' })
    for (const column of ['user.phone', 'user.bonus_score', 'courier.phone'])
      expect(await call('Export', 'ticket', { params: { tables: [{ table: 'order' }], columns: [column] } })).toMatchObject({
        code: 'unknown_field',
      })
  })
})
