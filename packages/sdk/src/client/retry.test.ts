import { afterEach, describe, expect, it } from 'vitest'
import { type CallOptions, type Client, createClient } from './create-client.ts'
import { app, failed, dropConnection, http, ok, type Reply, stubApi, type StubApi } from './stub-api.ts'
import { axiosTransport, type Transport } from './transport.ts'

let api: StubApi
afterEach(() => api.close())

const saved = ok({ data: {}, feed: 1, change: 1 })
const tables = [{ table: 'courier', row: {} }]
const readIt = (client: Client, own?: CallOptions) => client.Reference.getData({ tables: [{ table: 'courier' }] }, own)
const writeIt = (client: Client, own?: CallOptions) => client.Reference.saveData({ tables }, own)

/**
 * Makes delays pass at once. The result has the length of each delay (with `random` giving the full delay) and the time of each
 * attempt.
 */
async function start(...replies: Reply[]) {
  api = await stubApi(...replies)
  const pauses: number[] = []
  const given: number[] = []
  let now = 0
  const clock = {
    now: () => now,
    after: (ms: number, run: () => void) => {
      pauses.push(ms)
      now += ms
      queueMicrotask(run)
      return () => {}
    },
  }
  const transport: Transport = (request) => {
    given.push(request.timeoutMs)
    return axiosTransport(request)
  }
  return { client: createClient({ url: api.url, app, clock, transport, random: () => 1 }), pauses, given }
}

describe('retries', () => {
  const again = { retryWrites: true }
  it.each<[string, (client: Client, own?: CallOptions) => Promise<unknown>, CallOptions, Reply[], number, string]>([
    ['a read on a broken line', readIt, {}, [dropConnection, saved], 2, 'OK'],
    ['a read on two broken lines', readIt, {}, [dropConnection, dropConnection, saved], 3, 'OK'],
    ['a read on broken lines without end', readIt, {}, [dropConnection], 3, 'network'],
    ['a read on 502', readIt, {}, [http(502), saved], 2, 'OK'],
    ['a read on 503', readIt, {}, [http(503), saved], 2, 'OK'],
    ['a read on 504', readIt, {}, [http(504), saved], 2, 'OK'],
    ['a read on 503 without end', readIt, {}, [http(503, failed({ code: 'database_unavailable' }))], 3, 'database_unavailable'],
    ['a read on 500', readIt, {}, [http(500), saved], 1, 'server_error'],
    ['a read on a page', readIt, {}, [http(200, '<html>'), saved], 1, 'bad_answer'],
    ['a refused read', readIt, {}, [failed({ code: 'forbidden' }), saved], 1, 'forbidden'],
    ['a limited read', readIt, {}, [failed({ code: 'rate_limited' }), saved], 1, 'rate_limited'],
    ['a write on a broken line', writeIt, {}, [dropConnection, saved], 1, 'network'],
    ['a write on 503', writeIt, {}, [http(503), saved], 1, 'server_error'],
    ['a write that may, on a broken line', writeIt, again, [dropConnection, saved], 2, 'OK'],
    ['a write that may, refused', writeIt, again, [failed({ code: 'conflict' }), saved], 1, 'conflict'],
  ])('%s', async (_what, call, own, replies, count, expected) => {
    const { client } = await start(...replies)
    const outcome = await call(client, own).then(
      () => 'OK',
      (error: { code: string }) => error.code,
    )
    expect([api.seen.length, outcome]).toEqual([count, expected])
  })

  it('keeps the idempotency key when a write is resent', async () => {
    const { client } = await start(dropConnection, http(502), saved)
    await writeIt(client, again)
    const keys = api.seen.map(({ form }) => form['idempotency_key'])
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toBeTruthy()
  })

  it('increases the delay between attempts', async () => {
    const { client, pauses } = await start(dropConnection)
    await readIt(client).catch(() => {})
    expect(pauses).toEqual([400, 800])
  })

  it('API-41: counts attempts and delays against the call’s time limit', async () => {
    const { client, pauses, given } = await start(dropConnection)
    await expect(readIt(client, { timeoutMs: 1_000 })).rejects.toMatchObject({ code: 'network' })
    expect(api.seen).toHaveLength(2)
    expect(pauses).toEqual([400])
    expect(given).toEqual([1_000, 600])
  })

  it('does not resend a call aborted during a delay', async () => {
    const control = new AbortController()
    api = await stubApi(dropConnection, saved)
    const clock = { now: () => 0, after: () => (queueMicrotask(() => control.abort()), () => {}) }
    const client = createClient({ url: api.url, app, clock })
    await expect(readIt(client, { signal: control.signal })).rejects.toMatchObject({ code: 'cancelled' })
    expect(api.seen).toHaveLength(1)
  })
})
