import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { PASSWORD, startTestServer, type TestServer } from '@tiffin/server/test'
import { CONTRACT_VERSION, OLDEST_CONTRACT } from '@tiffin/sdk/contract'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { refusalProblem } from '../conformance/http/refusal.ts'
import { openConnection, type RawOptions, rawRequest } from './raw-request.ts'

let server: TestServer
let token: string

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('owner')
})
afterAll(() => server.stop())
// Whatever came before, the next valid call is answered.
afterEach(async () => {
  const answer = await server.call(
    'Reference',
    'getData',
    { tables: [{ table: 'order', limit: [0, 1] }] },
    { token, company: server.world.a },
  )
  if (answer.status !== 'OK') throw new Error(`A good call got ${answer.http} ${answer.code}`)
})

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const bearer = (): Record<string, string> => ({ authorization: `Bearer ${token}` })
const megabytes = (count: number): Buffer[] => Array.from({ length: count * 16 }, () => Buffer.alloc(65_536, 0x61))
const long = (bytes: number): Record<string, string> => ({ 'content-length': String(bytes) })
const form = (fields: Record<string, string>): string[] => [String(new URLSearchParams(fields))]

const malformed: [what: string, options: () => RawOptions, code: string, http: number, params?: unknown[]][] = [
  ['no body at all', () => ({ headers: FORM }), 'malformed', 400],
  ['no content type', () => ({ body: ['api=Auth&method=getLang'] }), 'malformed', 400],
  ['text', () => ({ headers: { 'content-type': 'text/plain' }, body: ['api=Auth&method=getLang'] }), 'malformed', 400],
  [
    'JSON instead of a form',
    () => ({ headers: { 'content-type': 'application/json' }, body: ['{"api":"Auth","method":"getLang"}'] }),
    'malformed',
    400,
  ],
  [
    'JSON with a poisoned prototype',
    () => ({ headers: { 'content-type': 'application/json' }, body: ['{"__proto__":{"a":1}}'] }),
    'malformed',
    400,
  ],
  [
    'a multipart form',
    () => ({ headers: { 'content-type': 'multipart/form-data; boundary=x' }, body: ['--x--'] }),
    'malformed',
    400,
  ],
  ['a form that is none', () => ({ headers: FORM, body: ['\u0000\u0001\u0002{'] }), 'malformed', 400],
  ['bad percent signs', () => ({ headers: FORM, body: ['api=%ZZ&method=%E0%A4%A'] }), 'unknown_call', 200],
  ['a form without api', () => ({ headers: FORM, body: form({ method: 'getLang' }) }), 'malformed', 400],
  ['the same field twice', () => ({ headers: FORM, body: ['api=Auth&api=Auth&method=getLang'] }), 'malformed', 400],
  [
    'a NUL in a field',
    () => ({ headers: FORM, body: form({ api: 'Auth', method: 'getLang', lang: '\u0000' }) }),
    'malformed',
    400,
  ],
  [
    'fields named like the prototype',
    () => ({ headers: FORM, body: ['__proto__=1&constructor=2&api=Auth&method=nothing'] }),
    'unknown_call',
    200,
  ],
  [
    'broken JSON as data',
    () => ({ headers: FORM, body: form({ api: 'Auth', method: 'getLang', data: '{"lang":' }) }),
    'malformed',
    400,
  ],
  ['broken JSON as app', () => ({ headers: FORM, body: form({ api: 'Auth', method: 'getLang', app: 'web' }) }), 'malformed', 400],
  [
    'data nested 30,000 deep',
    () => ({ headers: FORM, body: form({ api: 'Auth', method: 'getLang', data: '['.repeat(30_000) + ']'.repeat(30_000) }) }),
    'invalid_value',
    200,
  ],
  [
    'a company that is no number',
    () => ({ headers: FORM, body: form({ api: 'Auth', method: 'getLang', company: '1 or 1=1' }) }),
    'malformed',
    400,
  ],
  [
    'compressed data',
    () => ({ headers: { ...FORM, 'content-encoding': 'gzip' }, body: [gzipSync(Buffer.alloc(50_000_000))] }),
    'malformed',
    400,
  ],
  ['an unknown api', () => ({ headers: FORM, body: form({ api: 'Nothing', method: 'getLang' }) }), 'unknown_call', 200],
  ['an unknown method', () => ({ headers: FORM, body: form({ api: 'Auth', method: 'getlang' }) }), 'unknown_call', 200],
  [
    'an api named like the prototype',
    () => ({ headers: FORM, body: form({ api: '__proto__', method: 'toString' }) }),
    'unknown_call',
    200,
  ],
  [
    'a method named like the prototype',
    () => ({ headers: FORM, body: form({ api: 'Auth', method: 'constructor' }) }),
    'unknown_call',
    200,
  ],
  [
    'an old program',
    () => ({
      headers: FORM,
      body: form({
        api: 'Auth',
        method: 'getLang',
        app: JSON.stringify({ name: 'web', version: '0', contract: OLDEST_CONTRACT - 1 }),
      }),
    }),
    'client_outdated',
    200,
  ],
  [
    '257 kB from someone unknown',
    () => ({ headers: { ...FORM, ...long(257 * 1024) }, body: [Buffer.alloc(257 * 1024, 0x61)] }),
    'too_large',
    413,
    [256],
  ],
  ['1 MB in pieces from someone unknown', () => ({ headers: FORM, body: megabytes(1) }), 'too_large', 413, [256]],
  [
    '257 kB with a token in the form alone',
    () => ({ headers: FORM, body: [`api=Auth&method=checkAuth&token=${token}&data=`, Buffer.alloc(257 * 1024, 0x61)] }),
    'too_large',
    413,
    [256],
  ],
  [
    '1 MB with a forged token',
    () => ({ headers: { ...FORM, authorization: `Bearer ${'f'.repeat(43)}`, ...long(1024 * 1024) }, body: megabytes(1) }),
    'too_large',
    413,
    [256],
  ],
  [
    '1 MB in pieces with a forged token',
    () => ({ headers: { ...FORM, authorization: `Bearer ${'f'.repeat(43)}` }, body: megabytes(1) }),
    'too_large',
    413,
    [256],
  ],
  [
    '5 MB for a call that is no upload',
    () => ({ headers: { ...FORM, ...bearer() }, body: ['api=Auth&method=checkAuth&data=', ...megabytes(5)] }),
    'too_large',
    413,
    [4096],
  ],
  [
    '5 MB of a stated length for a call that is no upload',
    () => ({
      headers: { ...FORM, ...bearer(), ...long(31 + 5 * 1024 * 1024) },
      body: ['api=Auth&method=checkAuth&data=', ...megabytes(5)],
    }),
    'too_large',
    413,
    [4096],
  ],
  ['25 MB', () => ({ headers: { ...FORM, ...bearer(), ...long(25 * 1024 * 1024) }, body: [] }), 'too_large', 413, [24576]],
  [
    '25 MB in pieces',
    () => ({ headers: { ...FORM, ...bearer() }, body: ['api=Image&method=save&data=', ...megabytes(25)] }),
    'too_large',
    413,
    [24576],
  ],
  [
    'a page of another site',
    () => ({ headers: { ...FORM, origin: 'https://evil.example' }, body: form({ api: 'Auth', method: 'getLang' }) }),
    'forbidden_origin',
    403,
  ],
  [
    'a page without an origin',
    () => ({ headers: { ...FORM, origin: 'null' }, body: form({ api: 'Auth', method: 'getLang' }) }),
    'forbidden_origin',
    403,
  ],
  [
    'a page of another port',
    () => ({ headers: { ...FORM, origin: 'http://127.0.0.1:1' }, body: form({ api: 'Auth', method: 'getLang' }) }),
    'forbidden_origin',
    403,
  ],
  [
    'a foreign name that resolves to this server',
    () => ({ headers: { ...FORM, host: `evil.example:${server.port}` }, body: form({ api: 'Auth', method: 'getLang' }) }),
    'forbidden_origin',
    403,
  ],
  [
    'a host with more than a name',
    () => ({ headers: { ...FORM, host: `someone@127.0.0.1:${server.port}` }, body: form({ api: 'Auth', method: 'getLang' }) }),
    'forbidden_origin',
    403,
  ],
  [
    'another port as host',
    () => ({ headers: { ...FORM, host: '127.0.0.1:1' }, body: form({ api: 'Auth', method: 'getLang' }) }),
    'forbidden_origin',
    403,
  ],
  [
    'a cookie without a page',
    () => ({
      headers: { ...FORM, cookie: `tiffin_${server.port}=${'c'.repeat(43)}` },
      body: form({ api: 'Auth', method: 'checkAuth' }),
    }),
    'forbidden_origin',
    403,
  ],
]

describe('request with', () => {
  it.each(malformed)('%s is refused with a message', async (_what, options, code, http, params) => {
    const answer = await rawRequest(server.url, options())
    expect(answer).toMatchObject({ status: 'FAIL', code, http, ...(params && { params }) })
    expect(refusalProblem(answer)).toBeUndefined()
  })

  const app = { name: 'web', version: '0', contract: CONTRACT_VERSION }
  it.each<[field: string, form: Record<string, string>]>([
    ['app.name', { app: JSON.stringify({ ...app, name: 'x' }) }],
    ['app.contract', { app: JSON.stringify({ ...app, contract: undefined }) }],
    ['app', { app: JSON.stringify({ ...app, device: '\u0000' }) }],
    ['app', { app: 'web' }],
    ['data', { data: '{"lang":' }],
    ['company', { company: 'abc' }],
    ['token', { token: 'x'.repeat(501) }],
    ['idempotency_key', { idempotency_key: 'x'.repeat(101) }],
    ['lang', { lang: '\u0000' }],
  ])("API-01: a %s that can't be parsed is named", async (field, fields) => {
    expect(await server.call('Auth', 'getLang', {}, { form: fields })).toMatchObject({ code: 'malformed', field })
  })

  /** Slow reads by all of them, and the answer that came first: that of a read in another company, if they delay only their own. */
  async function besideSlowReads(callers: readonly string[]): Promise<Record<string, unknown>> {
    const calm = await server.signIn('owner-b')
    const read = (table: string, by: string, company: number) =>
      server.call('Reference', 'getData', { tables: [{ table }] }, { token: by, company })
    const slow = new Client({ connectionString: server.database.urls.owner })
    await slow.connect()
    await slow.query('begin; lock table "order" in access exclusive mode')
    const waiting = callers.map((by) => read('order', by, server.world.a))
    const first = await Promise.race([read('courier', calm, server.world.b), ...waiting])
    await slow.end()
    for (const answer of await Promise.all(waiting)) expect(answer).toMatchObject({ status: 'OK' })
    return first
  }

  it('API-01: many slow reads by one person do not delay others', async () => {
    expect(await besideSlowReads(Array.from({ length: 60 }, () => token))).toMatchObject({ data: { courier: {} } })
  })

  it('API-01: many slow reads by all the people and programs of a company delay no other company', async () => {
    const made = await Promise.all(
      [1, 2, 3, 4, 5].map((number) =>
        server.call(
          'Token',
          'create',
          { name: `report ${number}`, scopes: ['read'], days: 1, current: PASSWORD },
          { token, company: server.world.a },
        ),
      ),
    )
    const programs = made.map((answer) => (answer['data'] as { token: string }).token)
    expect(await besideSlowReads([...programs, token].flatMap((by) => [by, by, by, by, by, by]))).toMatchObject({
      data: { courier: {} },
    })
  })

  const createToken = async (by: string): Promise<{ token: string; access_token: { access_token_id: number } }> => {
    const input = { name: 'till', scopes: ['read', 'write'], days: 1 }
    const made = await server.call('Token', 'create', input, { token: by, company: server.world.a })
    return made['data'] as { token: string; access_token: { access_token_id: number } }
  }
  const createTokens = (count: number, by: string) => Promise.all(Array.from({ length: count }, () => createToken(by)))

  /** The same write by all of them, six times by each, which waits for a lock on the table until `work` is done. */
  async function besideSlowWrites<T>(
    { lock, api, method, data }: { lock: string; api: string; method: string; data: object },
    callers: readonly string[],
    work: () => Promise<T>,
  ): Promise<T> {
    const slow = new Client({ connectionString: server.database.urls.owner })
    await slow.connect()
    await slow.query(`begin; lock table "${lock}" in access exclusive mode`)
    const writes = callers.flatMap((by) =>
      Array.from({ length: 6 }, () => server.call(api, method, data, { token: by, company: server.world.a })),
    )
    const over = Promise.race(writes).then((answer) => {
      throw new Error(`A write did not wait: ${JSON.stringify(answer)}`)
    })
    try {
      return await Promise.race([work(), over])
    } finally {
      await slow.end()
      over.catch(() => {})
      await Promise.all(writes)
    }
  }
  const read = async (table: string, by: string, of: number) =>
    server.call('Reference', 'getData', { tables: [{ table, limit: [0, 1] }] }, { token: by, company: of })

  it('API-01: many slow writes by all the access tokens of one person delay neither another company nor the end of a token', async () => {
    const [unused, ...made] = await createTokens(8, token)
    const calm = await server.signIn('owner-b')
    const callers = made.map((one) => one.token)
    const tick = { lock: 'order', api: 'Order', method: 'tick', data: { order_id: 1, line: 'x', done: true } }
    await besideSlowWrites(tick, callers, async () => {
      expect(await read('courier', calm, server.world.b)).toMatchObject({ status: 'OK' })
      expect(await read('courier', token, server.world.a)).toMatchObject({ status: 'OK' })
      const { access_token_id } = unused?.access_token ?? { access_token_id: 0 }
      expect(await server.call('Token', 'revoke', { access_token_id }, { token })).toMatchObject({ status: 'OK' })
    })
  })

  it('API-01: many slow saves by several people of a company delay no other company, and no move, ticket or read in their own', async () => {
    const operator = await server.signIn('operator')
    const platform = await server.signIn('platform')
    const calm = await server.signIn('owner-b')
    const [owned, operated] = await Promise.all([createToken(token), createToken(operator)])
    const tables = [{ table: 'user', id: server.world.userA, row: { comment: 'x' } }]
    const save = { lock: 'user', api: 'Reference', method: 'saveData', data: { tables } }
    await besideSlowWrites(save, [token, operator, owned.token, operated.token], async () => {
      expect(await read('courier', calm, server.world.b)).toMatchObject({ status: 'OK' })
      const own = { token: platform, company: server.world.a }
      expect(await read('courier', platform, server.world.a)).toMatchObject({ status: 'OK' })
      expect(await server.call('Print', 'offer', { console: 'till', printers: [] }, own)).toMatchObject({ status: 'OK' })
      const revoked = { tables: [{ table: 'device', id: 999_999, row: { revoked: 1 } }] }
      expect(await server.call('Reference', 'saveData', revoked, own)).toMatchObject({ code: 'not_found' })
      const intent = { intent_id: randomUUID(), order_id: 999_999, from: 2, to: 3 }
      expect(await server.call('Order', 'move', { intents: [intent] }, own)).toMatchObject({ status: 'OK' })
    })
  })

  it('API-01: an upload of 5 MB is accepted', async () => {
    const answer = await rawRequest(server.url, {
      headers: { ...FORM, ...bearer() },
      body: [
        `api=Image&method=save&data=${encodeURIComponent('{"filename":"a.png","width":1000,"height":1000,"data":"')}`,
        ...megabytes(5),
        encodeURIComponent('"}'),
      ],
    })
    expect(answer).toMatchObject({ code: 'not_an_image' })
  })

  it('API-01: large bodies are limited to what fits into memory', async () => {
    const head = { ...FORM, ...bearer(), ...long(24_000_000), host: new URL(server.url).host }
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
    const begun = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const connection = await openConnection(server.url)
        connection.socket.write(`POST /api HTTP/1.1\r\n${lines.join('')}\r\napi=Image`)
        return connection
      }),
    )
    const refused = () => begun.filter(({ received }) => received().includes('rate_limited')).length
    // One user may hold three bodies of 24 MB (docs/wire.md), which leaves room for others.
    await expect.poll(refused).toBe(9)
    for (const { socket } of begun) socket.destroy()
    // Aborted uploads free their memory.
    await expect
      .poll(async () => (await rawRequest(server.url, { headers: { ...FORM, ...bearer() }, body: megabytes(1) })).code)
      .toBe('malformed')
  })

  it('API-01: the previous contract version is served, if there was one', async () => {
    for (const contract of new Set([OLDEST_CONTRACT, CONTRACT_VERSION])) {
      const app = JSON.stringify({ name: 'web', version: '0', contract })
      expect(await server.call('Auth', 'getLang', {}, { form: { app } })).toMatchObject({ status: 'OK' })
    }
  })
})

const company = (): number => server.world.a
const tooMuch: [what: string, tables: () => unknown[], code: string, field?: string][] = [
  ['an unknown table', () => [{ table: 'pg_shadow' }], 'unknown_table'],
  ['a table of the server itself', () => [{ table: 'session' }], 'unknown_table'],
  ['a table named like the prototype', () => [{ table: '__proto__' }], 'unknown_table'],
  ['SQL for a table', () => [{ table: 'order"; select 1; --' }], 'unknown_table'],
  ['an unknown field', () => [{ table: 'order', include: ['nothing'] }], 'unknown_field'],
  ['SQL for a field', () => [{ table: 'order', include: ['order_id", version() as "x'] }], 'unknown_field'],
  ['SQL for an order', () => [{ table: 'order', order: [{ field: 'order_id; drop table "order"' }] }], 'unknown_field'],
  [
    'an unknown operator',
    () => [{ table: 'order', search: [{ key: 'order_id', op: '~', prm: '1' }] }],
    'unknown_operator',
    'order_id',
  ],
  [
    'an operator that is no text',
    () => [{ table: 'order', search: [{ key: 'total', op: {} }] }],
    'invalid_value',
    'tables.0.search.0.op',
  ],
  ['an operator that does not suit', () => [{ table: 'order', search: [{ key: 'cart', op: '>', prm: 1 }] }], 'unknown_operator'],
  ['an unknown key', () => [{ table: 'order', serach: [{ key: 'paid', prm: 1 }] }], 'invalid_value', 'tables.0.serach'],
  [
    'an unknown key of a condition',
    () => [{ table: 'order', search: [{ key: 'paid', opp: '!=', prm: 1 }] }],
    'invalid_value',
    'tables.0.search.0.opp',
  ],
  [
    'an unknown key of an alternative',
    () => [{ table: 'order', search: [{ any: [{ key: 'paid', value: 1 }] }] }],
    'invalid_value',
    'tables.0.search.0.any.0.value',
  ],
  [
    'an unknown key beside a text',
    () => [{ table: 'order', search: [{ text: 'elm', fields: ['comment'] }] }],
    'invalid_value',
    'tables.0.search.0.fields',
  ],
  [
    'an unknown key of an order',
    () => [{ table: 'order', order: [{ field: 'total', desc: true }] }],
    'invalid_value',
    'tables.0.order.0.desc',
  ],
  [
    '1001 values in a list',
    () => [{ table: 'order', search: [{ key: 'order_id', op: 'in', prm: Array.from({ length: 1001 }, (_, n) => n) }] }],
    'invalid_value',
  ],
  ['21 tables', () => Array.from({ length: 21 }, (_, n) => ({ table: 'order', as: `t${n}` })), 'invalid_value'],
  ['no table', () => [], 'invalid_value'],
  ['two parts of one name', () => [{ table: 'order' }, { table: 'order' }], 'invalid_value'],
  ['a million rows', () => [{ table: 'order', limit: [0, 1_000_000] }], 'too_many'],
  ['a negative offset', () => [{ table: 'order', limit: [-1, 10] }], 'invalid_value'],
  ['a number beyond all numbers', () => [{ table: 'order', search: [{ key: 'order_id', prm: 1e300 }] }], 'invalid_value'],
  [
    'a time zone beyond all zones',
    () => [{ table: 'order', search: [{ key: 'time_create', op: '>', prm: '2026-01-01T00:00:00+23:00' }] }],
    'invalid_value',
  ],
  [
    'a day that does not exist',
    () => [{ table: 'order', search: [{ key: 'time_create', op: '>', prm: '2026-02-30T00:00:00Z' }] }],
    'invalid_value',
  ],
]

describe('read of', () => {
  it.each(tooMuch)('%s is refused with a message', async (_what, tables, code, field) => {
    const answer = await server.call('Reference', 'getData', { tables: tables() }, { token, company: company() })
    expect(answer).toMatchObject({ http: 200, status: 'FAIL', code, ...(field === undefined ? {} : { field }) })
    expect(refusalProblem(answer)).toBeUndefined()
  })

  it('API-10: accepts everything that the documents name, used or not', async () => {
    const query = {
      table: 'order',
      include: ['order_id'],
      search: [{ key: 'paid', prm: 1 }],
      order: [{ field: 'order_id', dir: 'asc' }],
      limit: [0, 1],
      group: [],
      join: ['user'],
      parse: [],
      json: ['cart'],
      statistic: ['total'],
      mode: 'board',
      plugin: 'grid',
      lang: { name: 'en' },
    }
    const input = { tables: [query], token, lang: 'en' }
    expect(await server.call('Reference', 'getData', input, { token, company: company() })).toMatchObject({ status: 'OK' })
  })

  it('API-15: 10,001 rows are too many for a save', async () => {
    const tables = Array.from({ length: 10_001 }, () => ({ table: 'user', row: { name: 'x' } }))
    expect(await server.call('Reference', 'saveData', { tables }, { token, company: company() })).toMatchObject({
      code: 'invalid_value',
    })
  })
})
