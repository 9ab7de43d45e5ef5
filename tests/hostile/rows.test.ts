import { randomUUID } from 'node:crypto'
import { type Answer, insertOrder, insertRow, startTestServer, type TestServer } from '@tiffin/server/test'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { refusalProblem } from '../conformance/http/refusal.ts'

let server: TestServer
let token: string
let operator: string
beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('owner')
  operator = await server.signIn('operator')
})
afterAll(() => server.stop())

type Row = Record<string, unknown>
const mine = (by = token) => ({ token: by, company: server.world.a })
const get = (tables: unknown[], by = token): Promise<Answer> => server.call('Reference', 'getData', { tables }, mine(by))
const save = (tables: unknown[], key?: string, by = token): Promise<Answer> =>
  server.call('Reference', 'saveData', { tables }, { ...mine(by), ...(key === undefined ? {} : { key }) })
const rowsOf = (answer: Answer, table: string): Row[] => (answer['data'] as Record<string, { data: Row[] }>)[table]?.data ?? []
const userRow = async (id: number): Promise<Row> =>
  rowsOf(await get([{ table: 'user', search: [{ key: 'user_id', prm: id }] }]), 'user')[0] ?? {}

// Whatever came before, the next valid save succeeds.
afterEach(async () => {
  const { status, code } = await save([{ table: 'user', id: server.world.userA, row: { comment: randomUUID() } }])
  if (status !== 'OK') throw new Error(`A good save got ${code}`)
})

const literal = [
  '%',
  '_',
  '\\',
  '\\\\',
  '%%',
  'a_c',
  `'`,
  `''`,
  `"`,
  '$1',
  '${x}',
  `'; drop table "user"; --`,
  '{',
  '}',
  '[',
  '(?i)',
  '.*',
  '^',
  '/*',
  '\u202e',
  'é',
  '😀',
  '  ',
]

describe('search for', () => {
  it.each(literal)('API-12: %j finds exactly that text', async (text) => {
    const { world, database } = server
    const wanted = await insertRow(database, 'user', { company: world.a, name: `before${text}after`, comment: `say ${text}` })
    const other = await insertRow(database, 'user', { company: world.a, name: 'beforeXafter', comment: 'say a-c' })
    const queries = [
      [{ key: 'name', op: 'like', prm: `before${text}after` }],
      [{ key: 'name', prm: `before${text}after` }],
      [{ key: 'comment', op: 'in', prm: [`say ${text}`] }],
      [{ text: `before${text}after` }],
      [{ any: [{ key: 'name', op: 'like', prm: `e${text}a` }] }],
    ]
    for (const search of queries) {
      const found = rowsOf(await get([{ table: 'user', search }]), 'user').map((row) => row['user_id'])
      expect(found, JSON.stringify(search)).toEqual([wanted])
    }
    await database.asOwner('delete from "user" where user_id = any($1)', [[wanted, other]])
  })

  it('API-12: a dictionary text in a language whose code looks like SQL is unknown', async () => {
    for (const field of [`en'||(select 1)||'`, 'en"', "en') or true --"])
      expect((await get([{ table: 'dictionary', include: [field] }])).code).toBe('unknown_field')
  })
})

describe('save of', () => {
  it('API-15: a field that someone else has changed is a conflict that returns the row and changes nothing', async () => {
    const { userA } = server.world
    const { revision } = await userRow(userA)
    await save([{ table: 'user', id: userA, row: { name: 'First', revision } }])
    const stale = await save([
      { table: 'user', row: { name: 'made beside it' } },
      { table: 'user', id: userA, row: { name: 'Second', revision } },
    ])
    expect(stale).toMatchObject({ code: 'conflict', table: 'user', row: 1, field: 'name', current: { name: 'First' } })
    expect(await userRow(userA)).toMatchObject({ name: 'First' })
    expect(rowsOf(await get([{ table: 'user', search: [{ key: 'name', prm: 'made beside it' }] }]), 'user')).toEqual([])
    expect(await save([{ table: 'user', id: userA, row: { lang: undefined, bonus_score: '1.00', revision } }])).toMatchObject({
      status: 'OK',
    })
  })

  it('API-16: many rows with an invalid last one writes no row', async () => {
    const { world } = server
    const bad: Row[] = [
      { table: 'user', row: { name: 'half', status: 'x' } },
      { table: 'user', row: { name: 'half', status: 999 } },
      { table: 'user', row: { name: 'half', token: 'x' } },
      { table: 'user', id: world.userB, row: { name: 'half' } },
      { table: 'pay_type', row: {} },
      { table: 'order', row: { merchant: world.merchantB, user: world.userA } },
      { table: 'nothing', row: {} },
      { table: 'merchant', id: world.merchants[0], row: { cuisine: [987_654] } },
    ]
    for (const row of bad) {
      const answer = await save([{ table: 'user', row: { name: 'half' } }, row])
      expect(answer, JSON.stringify(row)).toMatchObject({ http: 200, status: 'FAIL', row: 1 })
      expect(refusalProblem(answer)).toBeUndefined()
    }
    expect(rowsOf(await get([{ table: 'user', search: [{ key: 'name', prm: 'half' }] }]), 'user')).toEqual([])
  })
})

describe('idempotency key', () => {
  const make = (name: string, key: string, by?: string): Promise<Answer> => save([{ table: 'user', row: { name } }], key, by)
  const count = async (name: string): Promise<number> =>
    rowsOf(await get([{ table: 'user', search: [{ key: 'name', prm: name }] }]), 'user').length

  it('API-15: repeated with the same request, gets the same answer, and nothing happens twice', async () => {
    const key = randomUUID()
    const [first, second] = [await make('once', key), await make('once', key)]
    expect(second['data']).toEqual(first['data'])
    expect(await count('once')).toBe(1)
  })

  it('API-15: sent thirty times at once, counts once', async () => {
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 30 }, () => make('at once', key)))
    for (const answer of answers) expect(answer['data']).toEqual(answers[0]?.['data'])
    expect(answers.every(({ status }) => status === 'OK')).toBe(true)
    expect(await count('at once')).toBe(1)
  })

  it('API-15: with another request, is refused', async () => {
    const key = randomUUID()
    await make('original', key)
    const answer = await make('another', key)
    expect(answer).toMatchObject({ http: 200, code: 'idempotency_mismatch' })
    expect(refusalProblem(answer)).toBeUndefined()
    expect(await count('another')).toBe(0)
  })

  it('API-15: is separate for each person, and free again after a refusal', async () => {
    const key = randomUUID()
    expect(await make('', key)).toMatchObject({ status: 'OK' })
    expect(await make('of the operator', key, operator)).toMatchObject({ status: 'OK' })
    const free = randomUUID()
    expect(await save([{ table: 'pay_type', row: {} }], free)).toMatchObject({ code: 'required' })
    expect(await make('after a refusal', free)).toMatchObject({ status: 'OK' })
  })
})

describe('token', () => {
  const check = (by: string, headers: Record<string, string> = {}): Promise<Answer> =>
    server.call('Auth', 'checkAuth', {}, { token: by, headers })

  it('AUTH-02: that is forged, truncated, too long, or someone’s hash opens nothing', async () => {
    const flipped = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`
    const [session] = await server.database.asOwner<{ hash: string }>(
      `select encode(secret_hash, 'hex') as hash from session limit 1`,
    )
    for (const forged of [
      flipped,
      token.slice(0, 20),
      'x'.repeat(43),
      token.toUpperCase(),
      `${token} `,
      session?.hash ?? '',
      'null',
      '0',
    ]) {
      const answer = await check(forged.trim() === token ? 'y'.repeat(43) : forged)
      expect(answer).toMatchObject({ http: 200, code: 'session_required', auth: { status: 'FAIL' } })
    }
    expect((await server.call('Auth', 'checkAuth', {}, { form: { token: 'x'.repeat(501) } })).code).toBe('malformed')
  })

  it('AUTH-09: that has expired is refused as such', async () => {
    const old = await server.signIn('owner')
    await server.database.asOwner(
      `update session set expires = now() - interval '1 second' where session_id = (select max(session_id) from session)`,
    )
    await expect.poll(async () => (await check(old)).code, { timeout: 5000 }).toBe('session_expired')
    expect(refusalProblem(await check(old))).toBeUndefined()
  })

  it('PERM-07: of another company’s staff opens no other company', async () => {
    const foreign = await server.signIn('owner-b')
    const tables = [{ table: 'order' }]
    expect(await server.call('Reference', 'getData', { tables }, { token: foreign, company: server.world.a })).toMatchObject({
      code: 'foreign_company',
    })
    const intents = [{ intent_id: randomUUID(), order_id: 1, from: 1, to: 2 }]
    expect(await server.call('Order', 'move', { intents }, { token: foreign, company: server.world.a })).toMatchObject({
      code: 'foreign_company',
    })
  })
})

describe('ids of another company', () => {
  it('PERM-05: are missing rows to every call that accepts one', async () => {
    const { world, database } = server
    const order = await insertRow(database, 'order', {
      company: world.b,
      user: world.userB,
      merchant: world.merchantB,
      order_status: world.statusB,
      admin: world.ownerB,
      fee: '0.00',
    })
    const job = await insertRow(database, 'print_job', {
      company: world.b,
      merchant: world.merchantB,
      order,
      console: 'c',
      state: 'sending',
      admin: world.ownerB,
    })
    const call = (api: string, method: string, data: unknown): Promise<Answer> => server.call(api, method, data, mine())
    const asked: [string, Answer][] = []
    asked.push(['timeline', await call('Order', 'timeline', { order_id: order })])
    for (const method of ['begin', 'confirm', 'dismiss'])
      asked.push([method, await call('Print', method, { print_job_id: job, console: 'c' })])
    asked.push(['fail', await call('Print', 'fail', { print_job_id: job, console: 'c', bytes_sent: 0, error: '' })])
    asked.push(['request', await call('Print', 'request', { order_id: order })])
    asked.push(['delete', await call('Reference', 'deleteData', { tables: [{ table: 'order', id: order }] })])
    asked.push(['save', await save([{ table: 'order', id: order, row: { comment: 'x' } }])])
    expect(asked.map(([what, { http, code }]) => [what, http, code])).toEqual(asked.map(([what]) => [what, 200, 'not_found']))

    const claim = await call('Print', 'claim', { console: 'c', print_job_id: job, merchants: [world.merchantB] })
    expect(claim['data']).toMatchObject({ job: null, order: null })
    const move = await call('Order', 'move', {
      intents: [{ intent_id: randomUUID(), order_id: order, from: world.statusB, to: world.statuses[3] }],
    })
    expect(move['data']).toMatchObject({ results: [{ status: 'FAIL', code: 'not_found' }] })
    expect(JSON.stringify(move)).not.toContain('revision')
  })

  it('PERM-05: are refused as references, in lists, and in the access of a merchant', async () => {
    const { world } = server
    const order = { merchant: world.merchants[0], user: world.userA }
    const own = await insertOrder(server.database, world)
    const cases: [string, Row][] = [
      ['user', { table: 'order', row: { ...order, user: world.userB } }],
      ['merchant', { table: 'order', row: { ...order, merchant: world.merchantB } }],
      ['order_status', { table: 'order', id: own, row: { order_status: world.statusB } }],
      ['transfer', { table: 'order_status', id: world.statuses[2], row: { transfer: [world.statusB] } }],
      ['access', { table: 'merchant', id: world.merchants[0], row: { access: [{ user: world.ownerB, access: [0, 2, 2, 2] }] } }],
      ['admin', { table: 'membership', row: { admin: world.ownerB } }],
      ['company', { table: 'user', row: { name: 'x', company: world.b } }],
    ]
    for (const [field, row] of cases) {
      const answer = await save([row])
      expect(answer, field).toMatchObject({ http: 200, status: 'FAIL', field })
      expect(['bad_reference', 'foreign_company'], field).toContain(answer.code)
    }
  })

  it('PERM-05 PERM-09: give a console no part in printing for a merchant it can’t see', async () => {
    const { world, database } = server
    const order = await insertOrder(database, world, { merchant: world.merchants[2] })
    const job = await insertRow(database, 'print_job', {
      company: world.a,
      merchant: world.merchants[2],
      order,
      console: 'c',
      state: 'sending',
      admin: world.ownerA,
    })
    for (const method of ['begin', 'confirm', 'fail', 'dismiss']) {
      const answer = await server.call(
        'Print',
        method,
        { print_job_id: job, console: 'c', bytes_sent: 1, error: '' },
        mine(operator),
      )
      expect(answer, method).toMatchObject({ code: 'not_found' })
    }
    expect(await server.call('Order', 'timeline', { order_id: order }, mine(operator))).toMatchObject({ code: 'not_found' })
  })

  it('PERM-05 PERM-09: bring no row to a live board', async () => {
    const { world } = server
    const [counter] = await server.database.asOwner<{ last: number }>('select last from feed_counter where company = $1', [
      world.a,
    ])
    const board = server.live(operator, {
      merchants: [world.merchantB, world.merchants[2], world.merchants[0]],
      since: counter?.last ?? 0,
    })
    await board.next((frame) => frame['type'] === 'welcome')
    const hidden = await insertOrder(server.database, world, { merchant: world.merchants[2] })
    const shown = await insertOrder(server.database, world)
    await save([{ table: 'order', id: hidden, row: { comment: 'not for you' } }])
    await save([{ table: 'order', id: shown, row: { comment: 'for you' } }])
    await board.next((frame) => JSON.stringify(frame).includes('for you"') && JSON.stringify(frame).includes(String(shown)))
    expect(JSON.stringify(board.frames)).not.toContain('not for you')
    board.socket.close()
  })
})
