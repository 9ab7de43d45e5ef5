import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { type Answer, insertOrder, type LiveProbe, startTestServer, type TestServer } from '@tiffin/server/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusalProblem } from '../conformance/http/refusal.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('owner')
})
afterAll(() => server.stop())

/** Runs statements as the superuser, outside the database that the server uses. */
async function asSuperuser(...statements: string[]): Promise<void> {
  const url = new URL(server.database.urls.admin)
  url.pathname = '/postgres'
  await run(url.href, statements)
}

async function run(connectionString: string, statements: string[]): Promise<void> {
  const client = new Client({ connectionString })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

const cut = (): string =>
  `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${server.database.name}' and usename in ('tiffin_app', 'tiffin_worker')`
const stopDatabase = (): Promise<void> => asSuperuser(`alter database "${server.database.name}" allow_connections false`, cut())
const restartDatabase = (): Promise<void> => asSuperuser(`alter database "${server.database.name}" allow_connections true`)

const options = () => ({ token, company: server.world.a })
const read = (): Promise<Answer> =>
  server.call('Reference', 'getData', { tables: [{ table: 'order', limit: [0, 5] }] }, options())
const save = (comment: string, key?: string): Promise<Answer> =>
  server.call(
    'Reference',
    'saveData',
    { tables: [{ table: 'user', id: server.world.userA, row: { comment } }] },
    { ...options(), ...(key === undefined ? {} : { key }) },
  )
const carries = (order_id: number) => (frame: Record<string, unknown>) =>
  frame['type'] === 'orders' && (frame['rows'] as { order_id: number }[]).some((row) => row.order_id === order_id)

async function move(order_id: number, from: number, to: number): Promise<Answer> {
  const { statuses } = server.world
  return server.call(
    'Order',
    'move',
    { intents: [{ intent_id: randomUUID(), order_id, from: statuses[from], to: statuses[to] }] },
    options(),
  )
}

async function openBoard(): Promise<LiveProbe> {
  const [row] = await server.database.asOwner<{ last: number }>(
    'select coalesce(max(last), 0)::int as last from feed_counter where company = $1',
    [server.world.a],
  )
  const board = server.live(token, { since: row?.last ?? 0 })
  await board.next((frame) => frame['type'] === 'welcome')
  return board
}

describe('database that cuts its connections', () => {
  it('fails only calls in progress, with an error message', async () => {
    for (let round = 0; round < 5; round += 1) {
      const calls = Array.from({ length: 24 }, (_, n) => (n % 2 === 0 ? read() : save(`round ${round} ${n}`)))
      await asSuperuser(cut())
      for (const answer of await Promise.all(calls)) {
        expect(refusalProblem(answer)).toBeUndefined()
        expect([undefined, 'database_unavailable']).toContain(answer.code)
      }
      await expect.poll(async () => (await read()).status, { timeout: 10_000 }).toBe('OK')
    }
    expect(await save('after')).toMatchObject({ status: 'OK' })
  })

  it('loses no updates of an open board', async () => {
    const board = await openBoard()
    const id = await insertOrder(server.database, server.world)
    await asSuperuser(cut())
    // A move with an unknown outcome is never reported as refused.
    const outcome = async (): Promise<unknown> => {
      const answer = await move(id, 2, 3)
      const [result] = (answer['data'] as { results?: { status: string; code?: string }[] }).results ?? []
      return answer.code ?? result?.code ?? result?.status
    }
    const seen: unknown[] = []
    await expect.poll(async () => seen.push(await outcome()) && seen.at(-1), { timeout: 10_000 }).toMatch(/^(OK|not_in_status)$/)
    expect(seen.slice(0, -1).every((code) => code === 'database_unavailable')).toBe(true)
    await board.next(carries(id))
    expect(board.socket.readyState).toBe(board.socket.OPEN)
    board.socket.close()
  })

  it('notifies other processes again', async () => {
    const other = await server.another()
    await asSuperuser(cut())
    await expect.poll(async () => (await read()).status, { timeout: 10_000 }).toBe('OK')
    expect((await fetch(`${other.url}/readyz`)).status).toBe(200)
  })
})

describe('unavailable database', () => {
  let board: LiveProbe
  beforeAll(async () => {
    board = await openBoard()
    await stopDatabase()
  })
  afterAll(() => board.socket.close())

  it.each([
    ['a read', () => read()],
    ['a save', () => save('while away')],
    ['a move', () => move(1, 2, 3)],
    ['a sign-in', () => server.call('Auth', 'Login', { login: 'owner', password: 'whatever' })],
    ['a check of the session', () => server.call('Auth', 'checkAuth', {}, { token })],
    ['the first call of a program', () => server.call('Auth', 'getLang', {})],
    ['signing out, which has not happened', () => server.call('Auth', 'SignOut', {}, { token: 'f'.repeat(43) })],
    ['a ticket', () => server.call('Print', 'claim', { console: 'c' }, options())],
  ])('%s is told so', async (_what, call) => {
    const answer = await call()
    expect(answer).toMatchObject({ http: 503, status: 'FAIL', code: 'database_unavailable' })
    expect(refusalProblem(answer)).toBeUndefined()
  })

  it('leaves the server alive, but not ready', async () => {
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503)
    expect((await fetch(`${server.url}/metrics`)).status).toBe(200)
  })

  it('keeps open boards open, and refuses new ones for now', async () => {
    const late = server.live('g'.repeat(43))
    expect(await late.next((frame) => frame['type'] === 'error')).toMatchObject({ code: 'database_unavailable' })
    expect(await late.closed).not.toBe(4401)
    expect(board.socket.readyState).toBe(board.socket.OPEN)
    board.socket.send('{"type":"ping"}')
    await board.next((frame) => frame['type'] === 'pong')
  })

  it('recovers without a restart: calls, notifications, boards and repeated saves', async () => {
    const key = randomUUID()
    expect(await save('asked while away', key)).toMatchObject({ code: 'database_unavailable' })
    await restartDatabase()
    await expect.poll(async () => (await read()).status, { timeout: 10_000 }).toBe('OK')
    const first = await save('asked while away', key)
    const second = await save('asked while away', key)
    expect(first).toMatchObject({ status: 'OK' })
    expect(second['data']).toEqual(first['data'])
    const id = await insertOrder(server.database, server.world)
    expect(await move(id, 2, 3)).toMatchObject({ data: { results: [{ status: 'OK' }] } })
    await board.next(carries(id))
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    expect(await server.signIn('owner')).toMatch(/^[\w-]{43}$/)
  })

  it('recovers for jobs too', async () => {
    const [order] = await server.database.asOwner<{ order_id: number }>('select order_id from "order" order by order_id limit 1')
    await server.call('Print', 'request', { order_id: order?.order_id }, options())
    const claim = await server.call('Print', 'claim', { console: 'gone' }, options())
    const { print_job_id } = (claim['data'] as { job: { print_job_id: number } }).job
    await server.database.asOwner(`update print_job set lease_until = now() where print_job_id = $1`, [print_job_id])
    await asSuperuser(cut())
    // The lease is watched by a job, which must run even after the worker lost its connections.
    await run(server.database.urls.admin, ['update graphile_worker._private_jobs set run_at = now()'])
    const state = async () =>
      (await server.database.asOwner<{ state: string }>('select state from print_job where print_job_id = $1', [print_job_id]))[0]
        ?.state
    await expect.poll(state, { timeout: 15_000 }).toBe('queued')
  }, 30_000)
})
