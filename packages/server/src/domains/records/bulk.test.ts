import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertOrder } from '#server/test/seed'
import { startTestServer, type TestServer } from '#server/test/test-server'

const MANY = 1903

let server: TestServer
let token: string
let company: number
let ids: number[]

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('owner')
  company = server.world.a
})
afterAll(() => server.stop())

beforeEach(async () => {
  await server.database.asOwner(`delete from "order" where "user" in (select user_id from "user" where name like 'Many%')`)
  await server.database.asOwner(`delete from "user" where name like 'Many%'`)
  const rows = await server.database.asOwner<{ id: number }>(
    `insert into "user" (company, name, phone) select $1, 'Many ' || n, '4930' || n from generate_series(1, $2::int) n
     returning user_id::float8 as id`,
    [company, MANY],
  )
  ids = rows.map(({ id }) => id)
})

const search = [{ text: 'many' }]
const expected = { table: 'user', search }
const call = (method: string, input: object) => server.call('Reference', method, input, { token, company })
const addOne = () => server.database.asOwner(`insert into "user" (company, name, phone) values ($1, 'Many more', '1')`, [company])
const left = async () =>
  (await server.database.asOwner<{ n: number }>(`select count(*)::int as n from "user" where name like 'Many%'`))[0]?.n

describe('rows found by a search', () => {
  it('LIST-03: are counted exactly where a list stops counting, and identified as a set', async () => {
    const read = async (more: object) => {
      const answer = await call('getData', { tables: [{ table: 'user', search, include: ['user_id'], limit: [0, 15], ...more }] })
      return (answer['data'] as { user: { count: number; count_is?: string; set?: string; data: object[] } }).user
    }
    expect(await read({})).toMatchObject({ count: 100, count_is: 'at_least' })
    const found = await read({ count: 'set' })
    expect(found).toMatchObject({ count: MANY, set: expect.stringMatching(/^1903-/) as string })
    expect(found.count_is).toBeUndefined()
    expect((await read({ count: 'set', limit: [0, 0] })).set).toBe(found.set)
    expect((await read({ count: 'set', limit: [30, 5], statistic: ['revision'] })).set).toBe(found.set)
    // The same number of rows, but different ones.
    await server.database.asOwner(`update "user" set name = 'Few' where user_id = $1`, [ids[0]])
    await addOne()
    const other = await read({ count: 'set' })
    expect(other.count).toBe(MANY)
    expect(other.set).not.toBe(found.set)
    await server.database.asOwner(`delete from "user" where name = 'Few'`)
    expect(await call('getData', { tables: [{ table: 'user', group: ['name'], count: 'set' }] })).toMatchObject({
      code: 'invalid_value',
      field: 'count',
    })
  })

  it.each([
    ['saved', 'saveData', { comment: 'Seen', revision: 1 }],
    ['deleted', 'deleteData', { revision: 1 }],
  ])('LIST-03: are not %s if the client disconnects before the end; the same key does it later', async (_, method, row) => {
    const tables = ids.map((id) => ({ table: 'user', id, row }))
    const body = new URLSearchParams({
      api: 'Reference',
      method,
      token,
      company: String(company),
      idempotency_key: `stopped-${method}`,
      data: JSON.stringify({ tables, expect: expected }),
    })
    const send = (signal?: AbortSignal) =>
      fetch(`${server.url}/api`, {
        method: 'POST',
        body,
        headers: { authorization: `Bearer ${token}` },
        ...(signal ? { signal } : {}),
      })
    const busy = () =>
      server.database.asOwner(`select from pg_locks where relation = '"user"'::regclass and pid <> pg_backend_pid()`)
    const same = async () =>
      (
        await server.database.asOwner<{ n: number }>(
          `select count(*)::int as n from "user" where name like 'Many%' and revision = 1`,
        )
      )[0]?.n
    await server.database.asOwner('begin')
    await server.database.asOwner('select from "user" where user_id = $1 for update', [ids.at(-1)])
    const leaving = new AbortController()
    const stopped = send(leaving.signal)
    await expect.poll(() => server.database.waiting()).toBe(1)
    leaving.abort()
    await expect(stopped).rejects.toThrow()
    // Long enough for the server to notice.
    await new Promise((resolve) => setTimeout(resolve, 200))
    await server.database.asOwner('commit')
    await expect.poll(busy, { timeout: 10_000 }).toEqual([])
    expect(await same()).toBe(MANY)
    expect(await (await send()).json()).toMatchObject({ status: 'OK' })
    const changes = await server.database.asOwner(
      `select distinct change_id from audit_row where table_name = 'user' and row_key = $1`,
      [String(ids[0])],
    )
    expect([await same(), changes.length]).toEqual([0, 1])
  })

  it('LIST-03: are not deleted if the client disconnects while queued', async () => {
    const locked = ids.slice(0, 6)
    await server.database.asOwner('begin')
    await server.database.asOwner('select from "user" where user_id = any($1) for update', [locked])
    // As many as one user may run at once.
    const before = locked.map((id) => call('saveData', { tables: [{ table: 'user', id, row: { comment: 'Seen' } }] }))
    await expect.poll(() => server.database.waiting()).toBe(6)
    const body = new URLSearchParams({
      api: 'Reference',
      method: 'deleteData',
      token,
      company: String(company),
      data: JSON.stringify({ tables: ids.map((id) => ({ table: 'user', id, row: {} })), expect: expected }),
    })
    const stopped = fetch(`${server.url}/api`, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(500),
    })
    await expect(stopped).rejects.toThrow()
    await new Promise((resolve) => setTimeout(resolve, 200))
    await server.database.asOwner('commit')
    expect((await Promise.all(before)).map(({ status }) => status)).toEqual(locked.map(() => 'OK'))
    // It is queued before later requests.
    expect(await call('getData', { tables: [{ table: 'user', limit: [0, 1] }] })).toMatchObject({ status: 'OK' })
    await expect
      .poll(
        () => server.database.asOwner(`select from pg_locks where relation = '"user"'::regclass and pid <> pg_backend_pid()`),
        { timeout: 10_000 },
      )
      .toEqual([])
    expect(await left()).toBe(MANY)
  })

  it('LIST-03 API-20: are deleted as one change, even over a thousand, and can be restored', async () => {
    const tables = ids.map((id) => ({ table: 'user', id, row: { revision: 1 } }))
    expect(await call('deleteData', { tables, expect: expected })).toMatchObject({ status: 'OK' })
    expect(await left()).toBe(0)
    const [{ change } = { change: 0 }] = await server.database.asOwner<{ change: number }>(
      `select max(change_id)::int as change from audit_row where table_name = 'user' and row_key = $1`,
      [String(ids[0])],
    )
    expect(await server.call('Audit', 'undo', { change }, { token, company })).toMatchObject({ status: 'OK' })
    expect(await left()).toBe(MANY)
  })

  it('LIST-03 API-21: are all kept if any is in use, and each one in use is named', async () => {
    for (const user of ids.slice(3, 7)) await insertOrder(server.database, server.world, { user })
    const answer = await call('deleteData', { tables: ids.map((id) => ({ table: 'user', id })), expect: expected })
    expect(answer).toMatchObject({ code: 'in_use' })
    const refused = answer['refused'] as { row: number; because: object }[]
    expect(refused.map(({ row }) => row)).toEqual([3, 4, 5, 6])
    expect(refused[0]?.because).toMatchObject({ uses: [{ table: 'order', field: 'user', count: 1 }] })
    expect(await left()).toBe(MANY)
  })

  it.each([
    ['a table that is a view', 'owner', () => ({ table: 'owner', id: 1 }), 'forbidden'],
    ['a key of another kind', 'owner', () => ({ table: 'user', id: 'abc' }), 'invalid_value'],
    ['a table that is closed', 'operator', () => ({ table: 'promocode', id: 1 }), 'forbidden'],
  ])('API-20: refuses %s with a message before searching or locking anything', async (_what, who, row, code) => {
    const asker = who === 'owner' ? token : await server.signIn(who)
    const { table } = row()
    const input = { tables: [row()], expect: { table } }
    expect(await server.call('Reference', 'deleteData', input, { token: asker, company })).toMatchObject({ http: 200, code })
  })

  const save = (id: number) => ({ table: 'user', id, row: { comment: 'all', revision: 1 } })
  describe.each([
    ['saved', 'saveData', save],
    ['deleted', 'deleteData', (id: number) => ({ table: 'user', id })],
  ])('are not %s', (_name, method, rowOf) => {
    const act = () => call(method, { tables: ids.map(rowOf), expect: expected })
    const untouched = async () => {
      const [row] = await server.database.asOwner<{ n: number }>(
        `select count(*)::int as n from "user" where user_id = any($1) and comment = ''`,
        [ids],
      )
      return row?.n
    }

    it('LIST-03: if another row has been added', async () => {
      await addOne()
      expect(await act()).toMatchObject({ code: 'selection_changed', table: 'user', params: [MANY + 1] })
      expect(await untouched()).toBe(MANY)
    })

    it('LIST-03: if another row names its key only inside the row', async () => {
      const stray = server.world.userA
      const tables = [...ids.map(rowOf), { table: 'user', id: 0, row: { user_id: stray, name: 'Keyed' } }]
      const refused = method === 'saveData' ? { code: 'selection_changed', params: [MANY] } : { status: 'FAIL' }
      expect(await call(method, { tables, expect: expected })).toMatchObject(refused)
      expect(await untouched()).toBe(MANY)
      expect(await server.database.asOwner('select from "user" where user_id = $1 and name = $2', [stray, 'Keyed'])).toEqual([])
    })

    it('LIST-03: if one no longer matches, even though another does', async () => {
      await server.database.asOwner(`update "user" set name = 'Few' where user_id = $1`, [ids[5]])
      await addOne()
      expect(await act()).toMatchObject({ code: 'selection_changed', params: [MANY] })
      expect(await untouched()).toBe(MANY)
      await server.database.asOwner(`delete from "user" where name = 'Few'`)
    })

    it('LIST-03: if one changes while the write waits for it', async () => {
      await server.database.asOwner('begin')
      await server.database.asOwner(`update "user" set name = 'Few' where user_id = $1`, [ids[5]])
      const answer = act()
      await expect.poll(() => server.database.waiting()).toBeGreaterThan(0)
      await server.database.asOwner('commit')
      expect(await answer).toMatchObject({ code: 'selection_changed', params: [MANY - 1] })
      await server.database.asOwner(`delete from "user" where name = 'Few'`)
    })

    it('LIST-03: if they belong to another company where the search would find them', async () => {
      const foreign = await server.call(
        'Reference',
        method,
        { tables: ids.map(rowOf), expect: expected },
        {
          token: await server.signIn('owner-b'),
          company: server.world.b,
        },
      )
      expect(foreign).toMatchObject({ code: 'selection_changed', params: [0] })
      expect(await untouched()).toBe(MANY)
    })
  })

  it('LIST-03: a row changed since it was read is not deleted', async () => {
    await call('saveData', { tables: [{ table: 'user', id: ids[2], row: { comment: 'later' } }] })
    const tables = ids.map((id) => ({ table: 'user', id, row: { revision: 1 } }))
    const answer = await call('deleteData', { tables, expect: expected })
    expect(answer).toMatchObject({ code: 'conflict', row: 2 })
    expect(await left()).toBe(MANY)
  })

  it('LIST-03 API-24: are exported, or refused if they differ by now; the sheet of a living list states its own count', async () => {
    const params = { tables: [{ table: 'user', search }], columns: ['name'] }
    const counted = await call('getData', { tables: [{ table: 'user', search, count: 'set', limit: [0, 0] }] })
    const { set } = (counted['data'] as { user: { set: string } }).user
    const ask = () => server.call('Export', 'ticket', { params: { ...params, set } }, { token, company })
    const ticket = await ask()
    expect(ticket).toMatchObject({ status: 'OK', data: { rows: MANY } })
    await addOne()
    const query = new URLSearchParams({ api: 'Export', method: 'Excel', token: (ticket['data'] as { ticket: string }).ticket })
    const sheet = await fetch(`${server.url}/api?${query.toString()}`, { headers: { authorization: `Bearer ${token}` } })
    await sheet.arrayBuffer()
    expect([sheet.status, sheet.headers.get('tiffin-rows')]).toEqual([200, String(MANY + 1)])
    expect(await ask()).toMatchObject({ code: 'selection_changed', params: [MANY + 1] })
  })
})
