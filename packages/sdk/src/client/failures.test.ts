import { createServer } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { errors, isApiError } from '../contract/errors.ts'
import { type Client, createClient } from './create-client.ts'
import { app, failed, dropConnection, http, ok, type Reply, stubApi, type StubApi } from './stub-api.ts'

let api: StubApi
afterEach(() => api.close())

const tables = [
  { table: 'courier', id: 1, row: {} },
  { table: 'order', id: 2, row: {} },
  { table: 'courier', id: 3, row: {} },
]
const noPause = { now: () => Date.now(), after: (_ms: number, run: () => void) => (queueMicrotask(run), () => {}) }

async function start(reply: Reply, timeoutMs = 10_000) {
  api = await stubApi(reply)
  return createClient({ url: api.url, app, timeoutMs, clock: noPause })
}
const caught = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'no error',
    (error: unknown) => error,
  )

const refusal = { code: 'in_use', error: 'Record is in use' }
const stall: Reply = () => {}
const trickle: Reply = (response) => {
  response.writeHead(200)
  const timer = setInterval(() => response.write(' '), 5)
  response.on('close', () => clearInterval(timer))
}

describe('turns every failure into an ApiError', () => {
  it.each<[string, string, Reply, object]>([
    ['ERR-01', 'a status of 500', http(500, 'Internal'), { code: 'server_error', message: 'Server error' }],
    ['ERR-01', 'a status of 404 with a page', http(404, '<html>'), { code: 'server_error', message: 'Server error' }],
    ['ERR-01', 'a redirect', http(302), { code: 'server_error', message: 'Server error' }],
    ['ERR-01', 'a status of 204', http(204), { code: 'server_error', message: 'Server error' }],
    ['ERR-05', 'a refusal with a status of 413', http(413, failed({ code: 'too_large', error: 'Big' })), { code: 'too_large' }],
    ['ERR-01', 'a page where JSON should be', http(200, '<html>'), { code: 'bad_answer', message: 'Server error' }],
    ['ERR-01', 'JSON that is not an object', http(200, '[]'), { code: 'bad_answer' }],
    ['ERR-01', 'JSON cut off in the middle', http(200, '{"status":"OK","data":{"order":{"da'), { code: 'bad_answer' }],
    ['ERR-04', 'a line broken off', dropConnection, { code: 'network', message: "Can't reach the server" }],
    ['API-02', 'FAIL of the envelope', failed(refusal), { code: 'in_use', message: 'Record is in use' }],
    [
      'API-02',
      'FAIL of the envelope with all its details',
      failed({
        code: 'conflict',
        error: 'Changed',
        params: ['a', 2],
        table: 'order',
        row: 1,
        field: 'name',
        current: { name: 'b' },
        because: { admin: 1 },
      }),
      {
        code: 'conflict',
        message: 'Changed',
        params: ['a', 2],
        table: 'order',
        row: 1,
        field: 'name',
        current: { name: 'b' },
        because: { admin: 1 },
      },
    ],
    [
      'ERR-02 API-02',
      'FAIL of data',
      ok({ data: { status: 'FAIL', ...refusal } }),
      { code: 'in_use', message: 'Record is in use' },
    ],
    [
      'ERR-02',
      'FAIL of data without a code',
      ok({ data: { status: 'FAIL', error: 'So' } }),
      { code: 'server_error', message: 'So' },
    ],
    [
      'ERR-03 API-02',
      'FAIL of a table',
      ok({ data: { order: { status: 'OK' }, courier: { status: 'FAIL', ...refusal } }, feed: 1, change: 1 }),
      { code: 'in_use', message: 'Record is in use', table: 'courier' },
    ],
    [
      'ERR-03',
      'FAIL of a row of a table, by its place in the request',
      ok({
        data: {
          courier: {
            status: 'FAIL',
            error: 'Rows failed',
            rows: [{ status: 'OK' }, { status: 'FAIL', ...refusal, field: 'name' }],
          },
        },
        feed: 1,
      }),
      { code: 'in_use', message: 'Record is in use', table: 'courier', row: 2, field: 'name' },
    ],
    ['API-02', 'an error of auth', ok({ auth: { status: 'FAIL', error: 'No' } }), { code: 'server_error', message: 'No' }],
    ['API-06', 'an error of auth alone', ok({ auth: { error: 'No' } }), { code: 'server_error', message: 'No' }],
    ['AUTH-03', 'a status of auth alone', ok({ auth: { status: 'GONE' } }), { code: 'session_required' }],
    [
      'ERR-05',
      'a code of a newer server, whose sentence stays',
      failed({ code: 'moon_phase', error: 'The moon is wrong' }),
      { code: 'server_error', message: 'The moon is wrong' },
    ],
    ['ERR-05', 'a code that is a name of every object', failed({ code: 'toString' }), { code: 'server_error' }],
    ['ERR-05', 'a code without a sentence', failed({ code: 'not_found' }), { code: 'not_found', message: errors.not_found }],
    ['API-10', 'an answer that the contract does not know', ok({ data: { order: [] } }), { code: 'bad_answer' }],
  ])('%s: %s', async (_ids, _what, reply, expected) => {
    const client = await start(reply)
    const error = await caught(client.Reference.saveData({ tables }))
    expect(isApiError(error)).toBe(true)
    expect(error).toMatchObject(expected)
  })

  it.each<[string, Reply]>([
    ['does not answer', stall],
    ['sends its answer without end', trickle],
  ])('ERR-01 API-41: times out as a server error when a server %s', async (_what, reply) => {
    const client = await start(reply, 60)
    const error = await caught(client.Reference.getData({ tables }))
    expect(error).toMatchObject({ name: 'ApiError', code: 'timeout_client', message: 'Server error' })
    expect(api.seen).toHaveLength(1)
  })

  it('does not follow redirects, so the token reaches no other server', async () => {
    const other = await stubApi(ok({ data: {}, feed: 1 }))
    const client = await start((response) => response.writeHead(307, { location: other.url }).end())
    expect(await caught(client.Reference.getData({ tables }))).toMatchObject({ code: 'server_error' })
    expect(other.seen).toEqual([])
    await other.close()
  })

  it('ERR-04: rejects with the network error when the server is unreachable', async () => {
    api = await stubApi()
    const probe = createServer()
    await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
    const address = probe.address() as { port: number }
    await new Promise((resolve) => probe.close(resolve))
    const client = createClient({ url: `http://127.0.0.1:${address.port}/api`, app, clock: noPause })
    const error = await caught(client.Reference.getData({ tables }))
    expect(error).toMatchObject({ code: 'network', because: { reason: expect.stringContaining('ECONNREFUSED') as string } })
  })

  it.each(['before it is sent', 'while it is under way'])('rejects with cancelled when a call is aborted %s', async (when) => {
    const control = new AbortController()
    if (when === 'before it is sent') control.abort()
    const client = await start(() => control.abort())
    const error = await caught(client.Reference.getData({ tables }, { signal: control.signal }))
    expect(error).toMatchObject({ name: 'ApiError', code: 'cancelled' })
  })

  const rows = { order: { data: [{ order_id: 1, status: 'FAIL' }], count: 1 } }
  const job = { status: 'OK', job: { status: 'unknown' }, order: { status: 'FAIL' }, lease_seconds: 30 }
  it.each([
    ['of a row', { data: rows, feed: 1 }, (client: Client) => client.Reference.getData({ tables })],
    ['of a print job', { data: job }, (client: Client) => client.Print.claim({ console: 'a' })],
  ])('does not treat status %s as a refusal', async (_whose, result, call) => {
    const client = await start(ok(result))
    expect(await call(client)).toMatchObject(result)
  })

  it('does not check answers when validation is off', async () => {
    api = await stubApi(ok({ data: { order: [] } }))
    const client = createClient({ url: api.url, app, validate: false })
    expect(await client.Reference.saveData({ tables })).toMatchObject({ data: { order: [] } })
  })
})
