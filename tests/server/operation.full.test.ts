import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createTestDatabase, PASSWORD, seedWorld, startTestServer, type TestDatabase, type TestServer } from '@tiffin/server/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rawRequest } from '../hostile/raw-request.ts'
import { compiled } from '../fixtures/compiled.ts'
import { fullRunOnly, sampled } from '../fixtures/full.ts'

describe('running server', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.stop())

  it('reports that it is alive and ready', async () => {
    expect(await (await fetch(`${server.url}/healthz`)).json()).toEqual({ status: 'ok' })
    const ready = await fetch(`${server.url}/readyz`)
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }])
  })

  it.each([
    ['/healthz', 200],
    ['/readyz', 200],
    ['/metrics', 200],
    ['/api', 403],
  ])('answers %s with %i under a host name known only in the network', async (path, http) => {
    const answer = await rawRequest(server.url, {
      method: path === '/api' ? 'POST' : 'GET',
      path,
      headers: { host: '10.0.0.5:8080' },
    })
    expect(answer.http).toBe(http)
  })

  it.each([
    ['PUT', '/api', {}, 404, 'unknown_call'],
    ['POST', '/api/Auth/nonsense', {}, 200, 'unknown_call'],
    ['GET', '/api/nonsense', {}, 404, 'unknown_call'],
    ['GET', '/%zz', {}, 400, 'malformed'],
    ['GET', '/api%zz', {}, 400, 'malformed'],
    ['GET', '/metrics', { 'x-forwarded-for': '203.0.113.9' }, 401, 'session_required'],
  ])('API-02: refuses %s %s in the form of every refusal', async (method, path, headers, http, code) => {
    const answer = await rawRequest(server.url, { method, path, headers })
    expect(answer).toMatchObject({ http, status: 'FAIL', code, data: { status: 'FAIL', error: answer.error } })
  })

  it('API-01 API-09: takes the token from the form if no header has it', async () => {
    const token = await server.signIn('owner')
    const body = new URLSearchParams({ api: 'Auth', method: 'checkAuth', data: '{}', token })
    const answer = await fetch(`${server.url}/api`, { method: 'POST', body })
    expect(await answer.json()).toMatchObject({ status: 'OK', auth: { status: 'OK', user: { login: 'owner' } } })
  })

  it('API-02 API-14 TIME-09: every answer has the server time in seconds', async () => {
    const before = Math.floor(Date.now() / 1000)
    for (const login of ['owner', 'nobody']) {
      const { server_time: time } = await server.call('Auth', 'Login', { login, password: PASSWORD })
      expect(time).toBeGreaterThanOrEqual(before)
      expect(time).toBeLessThanOrEqual(Math.floor(Date.now() / 1000))
    }
  })

  it.each([
    ['in the network', { HOST: '0.0.0.0', TIFFIN_INSECURE_LAN: '1' }],
    ['behind a proxy', { TIFFIN_PUBLIC_URL: 'https://tiffin.example' }],
  ])('refuses to serve the demo %s, because its passwords are public', async (_where, env) => {
    await expect(server.another(env)).rejects.toMatchObject({
      code: 'demo_not_local',
      message: expect.stringMatching(/\(.*owner.*\).*TIFFIN_HOME=/) as string,
    })
  })

  it('counts calls by outcome', async () => {
    const counted = async (code: string): Promise<number> => {
      const text = await (await fetch(`${server.url}/metrics`)).text()
      return Number(
        new RegExp(String.raw`tiffin_calls_total\{api="Auth",method="Login",code="${code}"\} (\d+)`).exec(text)?.[1] ?? 0,
      )
    }
    const before = [await counted('bad_credentials'), await counted('OK')]
    await server.call('Auth', 'Login', { login: 'owner', password: 'wrong' })
    await server.signIn('owner')
    expect([await counted('bad_credentials'), await counted('OK')]).toEqual(before.map((count) => count + 1))
  })

  it('opens its metrics to this machine, and to others with the token', async () => {
    const guarded = await server.another({ TIFFIN_METRICS_TOKEN: 'figures-of-the-kitchen', TRUST_PROXY: '1' })
    const status = async (url: string, headers: Record<string, string>) => (await fetch(`${url}/metrics`, { headers })).status
    const proxied = { 'x-forwarded-for': '203.0.113.9' }
    expect(await status(server.url, {})).toBe(200)
    // A proxy unknown to the server makes no difference.
    expect(await status(server.url, proxied)).toBe(401)
    expect(await status(guarded.url, proxied)).toBe(401)
    expect(await status(guarded.url, { ...proxied, authorization: 'Bearer figures-of-the-cellar' })).toBe(401)
    expect(await status(guarded.url, { ...proxied, authorization: 'Bearer figures-of-the-kitchen' })).toBe(200)
  })

  it.each([
    ['content-security-policy', /script-src 'self';/],
    ['x-content-type-options', /^nosniff$/],
    ['x-frame-options', /./],
    ['referrer-policy', /./],
  ])('sends the header %s', async (name, value) => {
    expect((await fetch(`${server.url}/healthz`)).headers.get(name)).toMatch(value)
  })

  it('never allows caches to store an answer', async () => {
    expect((await server.call('Auth', 'getLang')).headers.get('cache-control')).toBe('no-store')
  })
})

describe('server that is told to stop', () => {
  sampled.it.each([
    ['without a request, as browsers open them', '', 3000],
    ['with half a call received', 'POST /api HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\napi', 20_000],
  ])('closes a connection %s', { timeout: 60_000 }, async (_name, sent, most) => {
    const server = await startTestServer()
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    const closed = new Promise((resolve) => socket.once('close', resolve).once('error', () => {}))
    await new Promise((resolve) => socket.once('connect', resolve))
    socket.resume().write(sent)
    await fetch(`${server.url}/healthz`)
    const begun = Date.now()
    await Promise.all([server.stop(), closed])
    expect(Date.now() - begun).toBeLessThan(most)
  })
})

describe('server process', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
    await seedWorld(database)
  })
  afterAll(() => database.drop())

  const start = (env: Record<string, string>) => {
    const main = path.resolve(import.meta.dirname, '../../packages/cli/src/main.ts')
    const child = spawn(process.execPath, ['--conditions=@tiffin/source', main, 'serve'], {
      env: {
        PATH: process.env['PATH'],
        HOME: mkdtempSync(path.join(tmpdir(), 'tiffin-operation-')),
        NODE_COMPILE_CACHE: compiled,
        PORT: '0',
        TIFFIN_LOG: 'trace',
        DATABASE_URL: database.urls.app,
        DATABASE_OWNER_URL: database.urls.owner,
        DATABASE_WORKER_URL: database.urls.worker,
        ...env,
      },
    })
    const seen = { text: '' }
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (seen.text += String(data)))
    const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
    return { child, seen, ended }
  }

  it.runIf(process.platform === 'linux').each(
    fullRunOnly.all([
      ['little for what is new', {}, /--max-semi-space-size=\d+/],
      ['what whoever starts it says', { NODE_OPTIONS: '--max-semi-space-size=32' }, /^((?!--max-semi).)*$/],
    ]),
  )('API-24: uses the memory settings %s, in the process that was started', async (_what, env, flags) => {
    const { child, seen, ended } = start(env)
    await expect.poll(() => seen.text, { timeout: 30_000 }).toMatch(/http:\/\/127\.0\.0\.1:\d+/)
    expect(readFileSync(`/proc/${child.pid}/cmdline`, 'utf8').replaceAll('\0', ' ')).toMatch(flags)
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  })

  it('stops cleanly when told, and has logged no secret', async () => {
    const { child, seen, ended } = start({})
    await expect.poll(() => seen.text, { timeout: 30_000 }).toMatch(/http:\/\/127\.0\.0\.1:\d+/)
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(seen.text)?.[0] ?? ''
    const form = new URLSearchParams({
      api: 'Auth',
      method: 'Login',
      data: JSON.stringify({ login: 'owner', password: PASSWORD }),
      token: 'a-token-from-before',
    })
    await fetch(`${url}/api`, {
      method: 'POST',
      body: form,
      headers: { authorization: 'Bearer a-secret-from-before-that-is-long' },
    })
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    for (const secret of [PASSWORD, 'a-token-from-before', 'a-secret-from-before']) expect(seen.text).not.toContain(secret)
    expect(seen.text).not.toContain(new URL(database.urls.app).password)
  })

  fullRunOnly.it('ends with a message if its port is in use', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const other = createServer().listen(0, '127.0.0.1', resolve)
    await promise
    const { port } = other.address() as AddressInfo
    const { seen, ended } = start({ PORT: String(port) })
    expect(await ended).toBe(1)
    expect(seen.text).toContain(`Port ${port} is in use`)
    other.close()
  })

  sampled.it.each<[string, Record<string, string>, RegExp]>([
    ['a non-local address without https', { HOST: '0.0.0.0' }, /https/],
    ['a role that is too powerful', { DATABASE_URL: 'owner' }, /tiffin_app/],
    ['a missing database', { DATABASE_URL: 'postgres://tiffin_app:x@127.0.0.1:1/tiffin' }, /DATABASE_URL .*\[database_refused\]/],
    ['a password that is wrong', { DATABASE_OWNER_URL: 'wrong' }, /DATABASE_OWNER_URL .*\[database_refused\]/],
    ['a port that is not a number', { PORT: 'http' }, /PORT/],
    ['an invalid Redis address', { REDIS_URL: 'nonsense' }, /REDIS_URL is an address that begins with redis:/],
    ['an unreachable Redis', { REDIS_URL: 'redis://127.0.0.1:1' }, /REDIS_URL .*\[redis_refused\]/],
  ])('refuses %s with a message and a code', async (_what, env, words) => {
    const wrong = new URL(database.urls.owner)
    wrong.password = 'wrong'
    const own =
      env['DATABASE_URL'] === 'owner'
        ? { DATABASE_URL: database.urls.owner }
        : env['DATABASE_OWNER_URL'] === 'wrong'
          ? { DATABASE_OWNER_URL: wrong.href }
          : env
    const { seen, ended } = start(own)
    expect(await ended).not.toBe(0)
    expect(seen.text).toMatch(words)
    expect(seen.text).not.toMatch(/\n\s+at .*\.ts:\d+/)
  })

  sampled.it.each(['192.0.2.1', 'nosuch.invalid'])('says what to do about the host %s, which is not its own', async (HOST) => {
    await database.asOwner('update admin set password = $1', [''])
    const { seen, ended } = start({ HOST, TIFFIN_INSECURE_LAN: '1' })
    expect(await ended).toBe(1)
    expect(seen.text).toMatch(/leave HOST at 127\.0\.0\.1.*\[host_unknown\]/)
  })
})
