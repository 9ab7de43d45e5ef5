import type { Calls, EntityName, Output } from '@tiffin/sdk/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertOrder, insertRow } from '#server/test/seed'
import { startTestServer, type TestServer } from '#server/test/test-server'

type Event = Output<Calls['Audit']['timeline']>['data']['events'][number]
type Row = Record<string, unknown>

let server: TestServer
const tokens: Record<string, string> = {}
beforeAll(async () => {
  server = await startTestServer()
  for (const login of ['owner', 'operator', 'owner-b', 'platform']) tokens[login] = await server.signIn(login)
})
afterAll(() => server.stop())

const as = (
  login: string,
  api: string,
  method: string,
  data: unknown,
  company = login === 'owner-b' ? server.world.b : server.world.a,
) => server.call(api, method, data, { token: tokens[login], company })

/** Saves one row and returns its key. */
async function save(table: string, id: number, row: Row, login = 'owner', company?: number): Promise<number> {
  const answer = await as(login, 'Reference', 'saveData', { tables: [{ table, id, row }] }, company)
  expect(answer).toMatchObject({ status: 'OK' })
  const { data } = (answer['data'] as Record<string, { data: Row }>)[table] ?? { data: {} }
  return Number(data[`${table}_id`])
}
const remove = (table: string, id: number) => as('owner', 'Reference', 'deleteData', { tables: [{ table, id }] })

async function timeline(table: string, id: number, login = 'owner', more: object = {}): Promise<Event[]> {
  const answer = await as(login, 'Audit', 'timeline', { table, id, ...more })
  expect(answer).toMatchObject({ status: 'OK' })
  return (answer['data'] as { events: Event[] }).events
}
/** The newest change of a row, read directly from the history. */
async function newest(table: string, id: number | string): Promise<number> {
  const [row] = await server.database.asOwner<{ change: number }>(
    'select max(change_id)::int as change from audit_row where table_name = $1 and row_key = $2',
    [table, String(id)],
  )
  return row?.change ?? 0
}
const undo = (change: number, login = 'owner', company?: number) => as(login, 'Audit', 'undo', { change }, company)

async function read(table: string, id: number): Promise<Row | undefined> {
  const [row] = await server.database.asOwner(`select * from "${table}" where ${table}_id = $1`, [id])
  return row
}
const makeTag = (name: string, more: Row = {}) => save('cuisine', 0, { name: { en: name }, ...more })
const rename = (id: number, name: string) => save('cuisine', id, { name: { en: name } })

describe('record timeline', () => {
  it('MOON-01 PERM-09: counts the records of a change that the reader may see, and says if there are others', async () => {
    const { merchants } = server.world
    const [first, , third] = merchants
    const tables = [first, third].map((id) => ({ table: 'merchant', id, row: { min_stock_balance: 41 } }))
    expect(await as('owner', 'Reference', 'saveData', { tables })).toMatchObject({ status: 'OK' })
    const [whole] = await timeline('merchant', first)
    expect([whole?.records, whole?.others]).toEqual([{ merchant: 2 }, undefined])
    const [part] = await timeline('merchant', first, 'operator')
    expect([part?.records, part?.others]).toEqual([{ merchant: 1 }, true])
  })

  it('MOON-01 PERM-09: checks only part of a large change for a reader who sees only some of its records', async () => {
    const { a, merchants } = server.world
    const [first, , hidden] = merchants
    expect(await save('merchant', first ?? 0, { min_stock_balance: 43 })).toBe(first)
    const change = await newest('merchant', first ?? 0)
    await server.database.asOwner(
      `insert into audit_row (change_id, company, table_name, row_key, action) select $1, $2, 'merchant', $3 || '00' || n, 'Update'
       from generate_series(1, 3000) n`,
      [change, a, hidden],
    )
    await server.database.asOwner(`update change set records = '{"merchant": 3001}' where change_id = $1`, [change])
    expect((await timeline('merchant', first ?? 0))[0]).toMatchObject({ records: { merchant: 3001 } })
    expect((await timeline('merchant', first ?? 0, 'operator'))[0]).toMatchObject({ records: { merchant: 1 }, others: true })
  })

  it('MOON-01: shows who changed what and when, newest first, and what can be undone', async () => {
    const id = await makeTag('Thai')
    await rename(id, 'Laotian')
    const [second, first, ...others] = await timeline('cuisine', id)
    expect(others).toEqual([])
    expect(second).toMatchObject({
      action: 'Update',
      before: { name: { en: 'Thai' } },
      after: { name: { en: 'Laotian' } },
      admin: { admin_id: server.world.ownerA, name: 'Olga', login: 'owner' },
      company: server.world.a,
    })
    expect(Object.keys(second?.after ?? {})).toEqual(['name'])
    expect(second?.refusal).toBeUndefined()
    expect(Date.parse(second?.date ?? '')).toBeGreaterThan(Date.now() - 60_000)
    expect(first).toMatchObject({ action: 'Create', before: null, refusal: { code: 'undo_conflict', fields: ['name'] } })
  })

  it('has pages of 50 changes', async () => {
    const id = await makeTag('0')
    for (let n = 1; n <= 50; n += 1) await rename(id, String(n))
    const page = await as('owner', 'Audit', 'timeline', { table: 'cuisine', id })
    expect(page['data']).toMatchObject({ more: true })
    const events = (page['data'] as { events: Event[] }).events
    expect(events).toHaveLength(50)
    const [last, ...none] = await timeline('cuisine', id, 'owner', { before: events[49]?.change })
    expect(last).toMatchObject({ action: 'Create' })
    expect(none).toEqual([])
  })

  it('PERM-05: never shows secrets or fields hidden from the reader', async () => {
    const { a } = server.world
    const person = await save('admin', 0, { login: 'waiter', password: 'Long-enough-1' })
    await save('admin', person, { password: 'Long-enough-2', name: 'Wanda' })
    const [event] = await timeline('admin', person)
    expect(event).toMatchObject({
      after: { name: 'Wanda' },
      refusal: { code: 'undo_forbidden_kind', error: expect.stringMatching(/Edit the record and enter them again\.$/) as string },
    })
    expect(JSON.stringify(event)).not.toContain('password')
    await save('company', a, { legal_name: 'Alpha Ltd', basic_delivery_time: 3 })
    expect((await timeline('company', a))[0]?.after).toEqual({ legal_name: 'Alpha Ltd', basic_delivery_time: 3 })
    const [reduced] = await timeline('company', a, 'operator')
    expect(reduced).toMatchObject({ after: { basic_delivery_time: 3 }, refusal: { code: 'forbidden' } })
    expect(JSON.stringify(reduced)).not.toContain('legal')
    await save('company', a, { legal_name: 'Beta Ltd' })
    expect((await timeline('company', a))[0]?.change).toBeGreaterThan(reduced?.change ?? 0)
    expect((await timeline('company', a, 'operator'))[0]?.change).toBe(reduced?.change)
  })

  it.each<[string, string, () => Row, string]>([
    ['of a foreign company', 'owner-b', () => ({ table: 'user', id: server.world.userA }), 'not_found'],
    ['of a merchant that is hidden', 'operator', () => ({ table: 'merchant', id: server.world.merchants[2] }), 'not_found'],
    ['of a closed table', 'operator', () => ({ table: 'payment', id: 1 }), 'forbidden'],
    ['of a table that is none', 'owner', () => ({ table: 'change', id: 1 }), 'unknown_table'],
    ['of the audit log', 'platform', () => ({ table: 'audit', id: 1 }), 'unknown_table'],
    ['of nothing', 'owner', () => ({ table: 'cuisine', id: 999_999 }), 'not_found'],
    ['of a key of another kind', 'owner', () => ({ table: 'cuisine', id: '1 or true' }), 'invalid_value'],
  ])('PERM-05: refuses %s', async (_name, login, input, code) => {
    expect(await as(login, 'Audit', 'timeline', input())).toMatchObject({ code })
  })
})

describe('undo', () => {
  it('MOON-01: restores what an update changed, as a new change, and keeps later edits of other fields', async () => {
    const id = await makeTag('Thai')
    await rename(id, 'Laotian')
    const change = await newest('cuisine', id)
    await save('cuisine', id, { show: 2 })
    const answer = await undo(change)
    expect(answer).toMatchObject({ status: 'OK', data: { change: await newest('cuisine', id) } })
    expect(await read('cuisine', id)).toMatchObject({ name: { en: 'Thai' }, show: 2 })
    const [event] = await timeline('cuisine', id)
    expect(event).toMatchObject({ undo_of: change, before: { name: { en: 'Laotian' } }, after: { name: { en: 'Thai' } } })
  })

  it('MOON-01: is refused with the fields that have changed since', async () => {
    const id = await makeTag('Thai')
    await save('cuisine', id, { name: { en: 'Laotian' }, show: 2 })
    const change = await newest('cuisine', id)
    await rename(id, 'Khmer')
    expect(await undo(change)).toMatchObject({
      code: 'undo_conflict',
      table: 'cuisine',
      params: ['name'],
      because: { fields: ['name'] },
    })
    expect(await read('cuisine', id)).toMatchObject({ name: { en: 'Khmer' }, show: 2 })
  })

  describe('undo of one record of many', () => {
    const MANY = 110
    async function changeMany(): Promise<{ ids: number[]; change: number }> {
      const ids: number[] = []
      for (let n = 0; n < MANY; n += 1) ids.push(await insertRow(server.database, 'cuisine', { company: server.world.a }))
      const tables = ids.map((id) => ({ table: 'cuisine', id, row: { show: 2 } }))
      expect(await as('owner', 'Reference', 'saveData', { tables })).toMatchObject({ status: 'OK' })
      return { ids, change: await newest('cuisine', ids[0] ?? 0) }
    }
    const shown = async (ids: readonly number[]) => {
      const rows = await server.database.asOwner<{ show: number; n: number }>(
        'select show, count(*)::int as n from cuisine where cuisine_id = any($1) group by show order by show',
        [ids],
      )
      return Object.fromEntries(rows.map(({ show, n }) => [show, n]))
    }

    it('MOON-01: restores only that record, and says how many the change touched', async () => {
      const { ids, change } = await changeMany()
      const [id = 0, other = 0] = ids
      expect((await timeline('cuisine', id))[0]).toMatchObject({ change, records: { cuisine: MANY } })
      const only = { table: 'cuisine', id }
      const answer = await as('owner', 'Audit', 'undo', { change, only })
      expect(answer).toMatchObject({ status: 'OK', data: { records: 1, change: await newest('cuisine', id) } })
      expect(await shown(ids)).toEqual({ 1: 1, 2: MANY - 1 })
      expect((await timeline('cuisine', id))[0]).toMatchObject({ undo_of: change, records: { cuisine: 1 } })
      // Part of the change has already been undone.
      expect(await undo(change)).toMatchObject({ code: 'undo_conflict', params: ['show'] })
      expect(await as('owner', 'Audit', 'undo', { change, only })).toMatchObject({ code: 'undo_conflict' })
      expect(await as('owner', 'Audit', 'undo', { change, only: { table: 'cuisine', id: other } })).toMatchObject({
        status: 'OK',
      })
      expect(await shown(ids)).toEqual({ 1: 2, 2: MANY - 2 })
    })

    it('MOON-01: restores all records if all are requested', async () => {
      const { ids, change } = await changeMany()
      expect(await undo(change)).toMatchObject({ status: 'OK', data: { records: MANY } })
      expect(await shown(ids)).toEqual({ 1: MANY })
    })

    it('MOON-01: names the records that have changed since, and undoes the others if asked', async () => {
      const { ids, change } = await changeMany()
      const [first = 0, second = 0] = ids
      await save('cuisine', second, { show: 1, name: { en: 'Mine' } })
      expect(await remove('cuisine', first)).toMatchObject({ status: 'OK' })
      const records = [
        { table: 'cuisine', id: first, fields: [] },
        { table: 'cuisine', id: second, fields: ['show'] },
      ]
      const ask = (input: object) => as('owner', 'Audit', 'undo', { change, ...input })
      expect(await ask({})).toMatchObject({ code: 'undo_gone', because: { records, count: 2, others: MANY - 2 } })
      expect(await shown(ids)).toEqual({ 1: 1, 2: MANY - 2 })
      expect(await ask({ mode: 'unchanged' })).toMatchObject({ status: 'OK', data: { records: MANY - 2 } })
      expect(await shown(ids)).toEqual({ 1: MANY - 1 })
      // Nothing is left to undo.
      expect(await ask({ mode: 'unchanged' })).toMatchObject({ because: { count: MANY, others: 0 } })
    })

    it('MOON-01: is refused for a record outside the change, for another company and without the right', async () => {
      const { ids, change } = await changeMany()
      const only = { table: 'cuisine', id: ids[0] }
      const ask = (input: object, login = 'owner') => as(login, 'Audit', 'undo', { change, ...input }, undefined)
      expect(await ask({ only: { table: 'cuisine', id: await makeTag('Other') } })).toMatchObject({ code: 'not_found' })
      expect(await ask({ only: { table: 'user', id: ids[0] } })).toMatchObject({ code: 'not_found' })
      expect(await ask({ only }, 'owner-b')).toMatchObject({ code: 'not_found' })
      expect(await ask({ only }, 'operator')).toMatchObject({ code: 'forbidden' })
      expect(await shown(ids)).toEqual({ 2: MANY })
    })

    it('MOON-01: restores one of two people who left together, and counts people, not memberships', async () => {
      const people = [await save('admin', 0, { login: 'left-1', password: 'Long-enough-1' })]
      people.push(await save('admin', 0, { login: 'left-2', password: 'Long-enough-1' }))
      const tables = people.map((id) => ({ table: 'admin', id }))
      expect(await as('owner', 'Reference', 'deleteData', { tables })).toMatchObject({ status: 'OK' })
      const [{ change } = { change: 0 }] = await server.database.asOwner<{ change: number }>(
        `select max(change_id)::int as change from audit_row where table_name = 'membership'`,
      )
      const only = { table: 'admin', id: people[0] }
      expect(await ask({ change, only })).toMatchObject({ status: 'OK' })
      expect(await server.database.asOwner('select admin::int from membership where admin = any($1)', [people])).toEqual([
        { admin: people[0] },
      ])
    })
    const ask = (input: object) => as('owner', 'Audit', 'undo', input)
  })

  it('MOON-01: can itself be undone, and nothing is undone twice', async () => {
    const id = await makeTag('Thai')
    await rename(id, 'Laotian')
    const change = await newest('cuisine', id)
    await undo(change)
    expect(await undo(change)).toMatchObject({ code: 'undo_conflict', params: ['name'] })
    expect(await undo(await newest('cuisine', id))).toMatchObject({ status: 'OK' })
    expect(await read('cuisine', id)).toMatchObject({ name: { en: 'Laotian' } })
  })

  it.each<[string, EntityName, Row, Row]>([
    ['a sound missing from the store', 'order_status', { sound: `${'ab'.repeat(32)}.wav` }, { sound: '' }],
    ['a picture that was a link', 'cuisine', { img: 'https://example.com/logo.png' }, { img: '' }],
    ['a number below today’s minimum', 'cuisine', { order: -5 }, { order: 5 }],
    ['a deleted language', 'cuisine', { name: { xx: 'Old' } }, { name: { en: 'New' } }],
  ])('MOON-01: restores %s, which can no longer be entered', async (_name, table, old, newer) => {
    const id = await insertRow(server.database, table, { company: server.world.a, ...old })
    await save(table, id, newer)
    expect(await undo(await newest(table, id))).toMatchObject({ status: 'OK' })
    expect(await read(table, id)).toMatchObject(old)
    expect(await remove(table, id)).toMatchObject({ status: 'OK' })
    expect(await undo(await newest(table, id))).toMatchObject({ status: 'OK' })
    expect(await read(table, id)).toMatchObject(old)
    await save(table, id, newer)
    const again = await as('owner', 'Reference', 'saveData', { tables: [{ table, id, row: old }] })
    expect(again).toMatchObject({ code: 'invalid_value' })
  })

  it('API-22: runs a repeated request once', async () => {
    const id = await makeTag('Thai')
    await rename(id, 'Laotian')
    const change = await newest('cuisine', id)
    const options = { token: tokens['owner'], company: server.world.a, key: 'undo-once' }
    const first = await server.call('Audit', 'undo', { change }, options)
    expect((await server.call('Audit', 'undo', { change }, options))['data']).toEqual(first['data'])
  })

  it('MOON-01: deletes a new row, unless it was changed or is in use', async () => {
    const id = await makeTag('Thai')
    const made = await newest('cuisine', id)
    await rename(id, 'Laotian')
    expect(await undo(made)).toMatchObject({ code: 'undo_conflict', params: ['name'] })
    await rename(id, 'Thai')
    const [merchant] = server.world.merchants
    await server.database.asOwner('update merchant set cuisine = $1 where merchant_id = $2', [JSON.stringify([id]), merchant])
    expect(await undo(made)).toMatchObject({ code: 'in_use', because: { uses: [{ table: 'merchant', ids: [merchant] }] } })
    await server.database.asOwner(`update merchant set cuisine = '[]'`)
    expect(await undo(made)).toMatchObject({ status: 'OK' })
    expect(await read('cuisine', id)).toBeUndefined()
    expect(await undo(made)).toMatchObject({ code: 'undo_gone' })
  })

  it('MOON-01: restores a deleted row with its key, and a revision above those that others may have open', async () => {
    const id = await makeTag('Thai', { show: 2, comment: { en: 'hot' } })
    await rename(id, 'Laotian')
    const before = await read('cuisine', id)
    await remove('cuisine', id)
    const [event] = await timeline('cuisine', id)
    expect(event).toMatchObject({ action: 'Delete', before: { comment: { en: 'hot' } } })
    expect(event?.refusal).toBeUndefined()
    expect(await undo(event?.change ?? 0)).toMatchObject({ status: 'OK' })
    expect(await read('cuisine', id)).toEqual({ ...before, revision: Number(before?.['revision']) + 1 })
    expect(await undo(event?.change ?? 0)).toMatchObject({ code: 'undo_conflict', params: ['cuisine_id'] })
    const stale = { name: { en: 'Mine' }, revision: before?.['revision'] }
    expect(await as('owner', 'Reference', 'saveData', { tables: [{ table: 'cuisine', id, row: stale }] })).toMatchObject({
      code: 'conflict',
    })
    expect(await makeTag('Next')).toBeGreaterThan(id)
  })

  it('keeps when a deleted customer came, but not their sign-in', async () => {
    const id = await insertRow(server.database, 'user', {
      company: server.world.a,
      name: 'Zoe',
      has_session: 1,
      create: '2020-01-01T00:00:00Z',
    })
    await remove('user', id)
    expect(await undo(await newest('user', id))).toMatchObject({ status: 'OK' })
    expect(await read('user', id)).toMatchObject({
      name: 'Zoe',
      has_session: 0,
      create: new Date('2020-01-01T00:00:00Z'),
      token: '',
    })
  })

  it('refuses to restore a row if a referenced row is gone, or if its limit is reached', async () => {
    const { a } = server.world
    await server.database.asOwner('update company set allow_promocode = 1, limit_user = null where company_id = $1', [a])
    const country = await insertRow(server.database, 'country', {
      country_id: 77,
      alpha2: 'FR',
      currency_code: 'EUR',
      name: { en: 'France' },
    })
    const city = await insertRow(server.database, 'city', { country, name: { en: 'Nice' } })
    const asPlatform = (tables: object[]) => as('platform', 'Reference', 'deleteData', { tables }, 0)
    expect(await asPlatform([{ table: 'city', id: city }])).toMatchObject({ status: 'OK' })
    const gone = await newest('city', city)
    expect(await asPlatform([{ table: 'country', id: country }])).toMatchObject({ status: 'OK' })
    expect(await undo(gone, 'platform', 0)).toMatchObject({ code: 'bad_reference', field: 'country' })
    expect(await undo(await newest('country', country), 'platform', 0)).toMatchObject({ status: 'OK' })
    expect(await undo(gone, 'platform', 0)).toMatchObject({ status: 'OK' })

    const user = await insertRow(server.database, 'user', { company: a })
    await remove('user', user)
    await server.database.asOwner('update company set limit_user = 0 where company_id = $1', [a])
    expect(await undo(await newest('user', user))).toMatchObject({ code: 'limit_reached' })
    await server.database.asOwner('update company set limit_user = null where company_id = $1', [a])
  })

  it('MOON-01: is refused even for one record if the change includes money, and its timeline says so', async () => {
    const { userA } = server.world
    const order = await insertOrder(server.database, server.world)
    const tables = [
      { table: 'user', id: userA, row: { bonus_score: '50.00' } },
      { table: 'order', id: order, row: { comment: 'Paid with bonus' } },
    ]
    expect(await as('owner', 'Reference', 'saveData', { tables })).toMatchObject({ status: 'OK' })
    const [event] = await timeline('user', userA)
    expect(event).toMatchObject({ currency: '€', records: { user: 1, order: 1 }, refusal: { code: 'undo_forbidden_kind' } })
    const only = { table: 'user', id: userA }
    expect(await as('owner', 'Audit', 'undo', { change: event?.change, only })).toMatchObject({ code: 'undo_forbidden_kind' })
  })

  it('MOON-01: undoes all rows of a change or none', async () => {
    const ids = await Promise.all(['a', 'b', 'c'].map((name) => makeTag(name)))
    const tables = ids.map((id) => ({ table: 'cuisine', id, row: { show: 2 } }))
    await as('owner', 'Reference', 'saveData', { tables })
    const change = await newest('cuisine', ids[0] ?? 0)
    await save('cuisine', ids[2] ?? 0, { show: 1 })
    expect(await undo(change)).toMatchObject({ code: 'undo_conflict', params: ['show'] })
    expect(await Promise.all(ids.map(async (id) => (await read('cuisine', id))?.['show']))).toEqual([2, 2, 1])
    await save('cuisine', ids[2] ?? 0, { show: 2 })
    expect(await undo(change)).toMatchObject({ status: 'OK' })
    expect(await Promise.all(ids.map(async (id) => (await read('cuisine', id))?.['show']))).toEqual([1, 1, 1])
  })

  it('removes a new administrator from the company', async () => {
    const id = await save('admin', 0, { login: 'cook', password: 'Long-enough-1', company_role: 2 })
    expect(await undo(await newest('admin', id))).toMatchObject({ status: 'OK' })
    expect(await server.database.asOwner('select from membership where admin = $1', [id])).toEqual([])
  })

  it('MOON-01: restores a removed colleague, who chooses their next company themselves', async () => {
    const { a } = server.world
    const id = await save('admin', 0, { login: 'baker', password: 'Long-enough-1', company_role: 2 })
    const member = () => server.database.asOwner('select membership_id, company_role from membership where admin = $1', [id])
    const before = await member()
    expect((await read('admin', id))?.['company']).toBe(a)
    expect(await remove('admin', id)).toMatchObject({ status: 'OK' })
    const [event] = await timeline('membership', Number(before[0]?.['membership_id']))
    expect(event).toMatchObject({ action: 'Delete' })
    expect(event?.refusal).toBeUndefined()
    expect(await undo(event?.change ?? 0)).toMatchObject({ status: 'OK' })
    expect(await member()).toEqual(before)
    expect((await read('admin', id))?.['company']).toBeNull()
  })

  it('DICT-02: undoes one dictionary language and keeps the others', async () => {
    const { platform } = server.world
    await server.database.asOwner(`update admin set dictionary_edit = 'en,ru' where admin_id = $1`, [platform])
    tokens['platform'] = await server.signIn('platform')
    const id = await save('dictionary', 0, { application: 'admin', en: 'Soup', ru: 'Суп' }, 'platform', 0)
    await save('dictionary', id, { ru: 'Борщ' }, 'platform', 0)
    const change = await newest('dictionary', id)
    await save('dictionary', id, { en: 'Broth' }, 'platform', 0)
    const events = await as('platform', 'Audit', 'timeline', { table: 'dictionary', id }, 0)
    expect((events['data'] as { events: Event[] }).events[1]).toMatchObject({
      before: { ru: 'Суп' },
      after: { ru: 'Борщ' },
      company: 0,
    })
    expect(await undo(change, 'platform', 0)).toMatchObject({ status: 'OK' })
    expect(await read('dictionary', id)).toMatchObject({ texts: { en: 'Broth', ru: 'Суп' } })
    expect(await undo(change, 'platform', 0)).toMatchObject({ code: 'undo_conflict', params: ['ru'] })
  })

  it.each([
    ['order_step', 'step', 'name'],
    ['order_status', 'status', 'value'],
  ])('undoes sorting of %s only completely, because a single row would duplicate a number', async (table, field, name) => {
    const ids = [await save(table, 0, { [name]: { en: 'First' } }), await save(table, 0, { [name]: { en: 'Second' } })]
    const numbers = async () => Promise.all(ids.map(async (id) => Number((await read(table, id))?.[field])))
    const [item, two] = await numbers()
    const rows = [two, item].map((number, at) => ({ table, id: ids[at], row: { [field]: number } }))
    expect(await as('owner', 'Reference', 'saveData', { tables: rows })).toMatchObject({ status: 'OK' })
    const change = await newest(table, ids[0] as number)
    expect(await as('owner', 'Audit', 'undo', { change, only: { table, id: ids[0] } })).toMatchObject({
      code: 'forbidden',
      error: expect.stringContaining('Numbers can only be changed by sorting') as string,
    })
    expect(await numbers()).toEqual([two, item])
    expect(await undo(change)).toMatchObject({ status: 'OK' })
    expect(await numbers()).toEqual([item, two])
  })

  it('DICT-02 LANG-02: restores a dictionary text in a language removed since', async () => {
    const { database, world } = server
    await database.asOwner(`insert into global_lang (global_lang_id, name, code) values (80, 'Esperanto', 'eo')`)
    const choose = async (languages: string) => {
      await database.asOwner(`update admin set dictionary_edit = $1 where admin_id = $2`, [languages, world.platform])
      tokens['platform'] = await server.signIn('platform')
    }
    await choose('en,ru,eo')
    const id = await save('dictionary', 0, { application: 'admin', en: 'Soup', ru: 'Суп', eo: 'Supo' }, 'platform', 0)
    await save('dictionary', id, { en: 'Broth', eo: 'Buljono' }, 'platform', 0)
    const edit = await newest('dictionary', id)
    const asPlatform = (method: string, tables: object[]) => as('platform', 'Reference', method, { tables }, 0)
    expect(await asPlatform('deleteData', [{ table: 'global_lang', id: 80 }])).toMatchObject({ status: 'OK' })
    await choose('en,ru')
    const texts = { en: 'Soup', ru: 'Суп', eo: 'Supo' }
    expect(await undo(edit, 'platform', 0)).toMatchObject({ status: 'OK' })
    expect(await read('dictionary', id)).toMatchObject({ texts })
    expect(await asPlatform('deleteData', [{ table: 'dictionary', id }])).toMatchObject({ status: 'OK' })
    const gone = await newest('dictionary', id)
    // For existing languages, undo still requires the right to edit them.
    await choose('en')
    expect(await undo(gone, 'platform', 0)).toMatchObject({ code: 'forbidden', field: 'ru' })
    await choose('en,ru')
    expect(await undo(gone, 'platform', 0)).toMatchObject({ status: 'OK' })
    expect(await read('dictionary', id)).toMatchObject({ texts })
    const typed = await asPlatform('saveData', [{ table: 'dictionary', id, row: { eo: 'Nova' } }])
    expect(typed).toMatchObject({ code: 'unknown_field', field: 'eo' })
  })
})

describe('refused undo', () => {
  it('PERM-09 PERM-13: without the right, and for changes of other companies', async () => {
    const id = await makeTag('Thai')
    await rename(id, 'Laotian')
    const change = await newest('cuisine', id)
    expect((await timeline('cuisine', id, 'operator'))[0]).toMatchObject({ refusal: { code: 'forbidden' } })
    expect(await undo(change, 'operator')).toMatchObject({ code: 'forbidden' })
    expect(await undo(change, 'owner-b')).toMatchObject({ code: 'not_found' })
    expect(await undo(change, 'owner-b', server.world.a)).toMatchObject({ code: 'foreign_company' })
    expect(await undo(change, 'platform', 0)).toMatchObject({ code: 'not_found' })
    expect(await undo(change, 'platform')).toMatchObject({ status: 'OK' })
  })

  it('PERM-09: by the merchant and the field that a person may change', async () => {
    const [own, , hidden] = server.world.merchants
    for (const id of [own, hidden]) {
      await save('merchant', id, { cooking_time: 33 })
      const change = await newest('merchant', id)
      await save('merchant', id, { cooking_time: 34 })
      // A user without the right doesn't learn what has changed since either.
      expect(await undo(change, 'operator')).toMatchObject({ code: 'forbidden' })
    }
    // Nor with the right to that field of another merchant.
    const before = await server.database.asOwner('select merchant_id, access from merchant')
    const levels = async (id: number, access: number[]) =>
      server.database.asOwner('update merchant set access = $2 where merchant_id = $1', [
        id,
        JSON.stringify([{ user: server.world.operatorA, access }]),
      ])
    await levels(own, [0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0])
    await levels(server.world.merchants[1], [0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0])
    tokens['operator'] = await server.signIn('operator')
    await save('merchant', own, { cooking_time: 35 })
    const closed = await newest('merchant', own)
    await save('merchant', own, { cooking_time: 36 })
    expect(await undo(closed, 'operator')).toMatchObject({ code: 'forbidden' })
    await server.database.asOwner(
      'update merchant m set access = r.access from jsonb_to_recordset($1::jsonb) r(merchant_id bigint, access jsonb) where r.merchant_id = m.merchant_id',
      [JSON.stringify(before)],
    )
    tokens['operator'] = await server.signIn('operator')
    const tag = await makeTag('Thai')
    const created = await newest('cuisine', tag)
    await rename(tag, 'Laotian')
    expect(await undo(created, 'operator')).toMatchObject({ code: 'forbidden' })
    expect(await undo(created)).toMatchObject({ code: 'undo_conflict' })
  })

  it('COMP-17: in a company without the option that the rows need', async () => {
    const { a, courierA } = server.world
    await server.database.asOwner('update company set allow_courier_app = 1 where company_id = $1', [a])
    await save('courier', courierA, { name: 'Karl' })
    const change = await newest('courier', courierA)
    await server.database.asOwner('update company set allow_courier_app = 0 where company_id = $1', [a])
    expect(await undo(change)).toMatchObject({ code: 'option_required' })
  })

  it('MOON-01: for money, prints, messages, orders, passwords, and rows with secrets', async () => {
    const { a, userA } = server.world
    await server.database.asOwner('update company set allow_mailing = 1, allow_push = 1 where company_id = $1', [a])
    const kinds: Record<string, () => Promise<number>> = {
      payment: () => save('payment', 0, { type: 1, bill: '15.00' }),
      mailing: () => save('mailing', 0, { text: { en: 'Hello' } }),
      message: () => save('message', 0, { user_id: userA, text: { en: 'Hello' } }),
      booking: async () => {
        await as('platform', 'Company', 'correct', { amount: '5.00', reason: 'x' })
        const [row] = await server.database.asOwner<{ key: number }>('select max(booking_id) as key from booking')
        return Number(row?.key)
      },
      order: async () => save('order', await insertOrder(server.database, server.world), { comment: 'x' }),
      print_job: async () => {
        const order = await insertOrder(server.database, server.world)
        const { data } = await as('owner', 'Print', 'request', { order_id: order })
        return (data as { job: { print_job_id: number } }).job.print_job_id
      },
      pay_type: async () => {
        const id = await save('pay_type', 0, { name: { en: 'Card' } })
        expect(await remove('pay_type', id)).toMatchObject({ status: 'OK' })
        return id
      },
    }
    // The message of an undo refused because of a secret tells the user what to do.
    const sentenceOf = (table: string): unknown =>
      table === 'pay_type'
        ? expect.stringMatching(/Edit the record and enter them again\.$/)
        : "This kind of change can't be undone"
    for (const [table, make] of Object.entries(kinds)) {
      const change = await newest(table, await make())
      expect(change).toBeGreaterThan(0)
      for (const login of ['owner', 'platform'])
        expect([table, await undo(change, login)]).toMatchObject([
          table,
          { code: 'undo_forbidden_kind', table, error: sentenceOf(table) },
        ])
    }
  })

  it.each([
    ['that does not exist', 999_999_999, 'not_found'],
    ['0', 0, 'invalid_value'],
    ['as text', '1', 'invalid_value'],
  ])('of a change %s', async (_name, change, code) => {
    expect(await as('owner', 'Audit', 'undo', { change })).toMatchObject({ code })
  })
})
