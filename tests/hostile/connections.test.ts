import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OLDEST_CONTRACT } from '@tiffin/sdk/contract'
import { startTestServer, type TestServer } from '@tiffin/server/test'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openConnection, rawRequest } from './raw-request.ts'

let server: TestServer
let token: string
const web = mkdtempSync(join(tmpdir(), 'tiffin-web-'))
writeFileSync(join(web, 'index.html'), '<title>console</title>')
writeFileSync(`${web}.txt`, 'outside')

beforeAll(async () => {
  server = await startTestServer({ TIFFIN_WEB: web })
  token = await server.signIn('owner')
})
afterAll(async () => {
  await server.stop()
  rmSync(web, { recursive: true })
  rmSync(`${web}.txt`)
})
// Whatever came before, the next valid call is answered.
afterEach(async () => {
  const answer = await server.call('Auth', 'checkAuth', {}, { token })
  if (answer.status !== 'OK') throw new Error(`A good call got ${answer.http} ${answer.code}`)
})

const getData = (tables: unknown): string =>
  String(
    new URLSearchParams({
      api: 'Reference',
      method: 'getData',
      company: String(server.world.a),
      data: JSON.stringify({ tables }),
    }),
  )

describe('console files', () => {
  it.each(['/', '/?utm_source=mail', '/ClassicAuth', '/Company/Order'])(
    'NAV-01: %s is the start page of the console',
    async (path) => {
      const { http, text } = await rawRequest(server.url, { method: 'GET', path })
      expect([http, text]).toEqual([200, '<title>console</title>'])
    },
  )

  const outside = [
    '/../',
    '/..%2f',
    '/%2e%2e/',
    '/%2e%2e%2f',
    '/assets/../../',
    '/assets/..%5c..%5c',
    '//..//',
    '/./../',
    '/..;/',
  ]
  it.each(outside.map((way) => `${way}${web.split('/').at(-1)}.txt`))('%s is not found', async (path) => {
    const answer = await rawRequest(server.url, { method: 'GET', path })
    expect(answer.http).toBeLessThan(500)
    expect(answer.text).not.toContain('outside')
  })

  it.each([
    '/%00',
    '/index.html%00.txt',
    '/%zz',
    '/%c0%ae%c0%ae/',
    `/${'a'.repeat(10_000)}`,
    '/api',
    '/live',
    '/.env',
    '//evil.example/',
  ])('GET %s is not a server failure', async (path) => {
    const { http } = await rawRequest(server.url, { method: 'GET', path })
    expect(http).toBeLessThan(500)
  })

  it.each(['PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND'])('%s is not understood', async (method) => {
    const { http } = await rawRequest(server.url, { method })
    expect([400, 404, 405]).toContain(http)
  })
})

describe('connection that', () => {
  it('sends no HTTP is answered and closed', async () => {
    const { socket, received, ended } = await openConnection(server.url)
    socket.write('\u0016\u0003\u0001 hello\r\n\r\n')
    await ended
    expect(received()).toMatch(/^HTTP\/1\.1 400/)
  })

  it('sends endless headers is cut off', async () => {
    const { socket, received, ended } = await openConnection(server.url)
    socket.write(`POST /api HTTP/1.1\r\nhost: 127.0.0.1:${server.port}\r\n`)
    for (let line = 0; line < 40; line += 1) socket.write(`x-${line}: ${'y'.repeat(1000)}\r\n`)
    await ended
    expect(received()).toMatch(/^HTTP\/1\.1 431/)
  })

  it('stops in the middle delays no other', async () => {
    const half = `POST /api HTTP/1.1\r\nhost: 127.0.0.1:${server.port}\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 1000\r\n\r\napi=Auth`
    const stuck = await Promise.all(Array.from({ length: 200 }, () => openConnection(server.url)))
    for (const [index, { socket }] of stuck.entries()) socket.write(index % 2 === 0 ? half : half.slice(0, 30))
    const answers = await Promise.all(Array.from({ length: 20 }, () => server.call('Auth', 'checkAuth', {}, { token })))
    expect(answers.every(({ status }) => status === 'OK')).toBe(true)
    for (const { socket } of stuck) socket.destroy()
  })

  it('disconnects during its own call leaves nothing behind', async () => {
    const body = getData([{ table: 'order' }])
    const gone = await Promise.all(Array.from({ length: 50 }, () => openConnection(server.url)))
    for (const { socket } of gone) {
      socket.write(
        `POST /api HTTP/1.1\r\nhost: 127.0.0.1:${server.port}\r\nauthorization: Bearer ${token}\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
        () => socket.resetAndDestroy(),
      )
    }
    await Promise.all(gone.map(({ ended }) => ended))
    await expect.poll(() => server.context.db.pool.idleCount === server.context.db.pool.totalCount).toBe(true)
  })
})

describe('live socket', () => {
  it('of an outdated client is told so', async () => {
    const app = { name: 'web', version: '0', contract: OLDEST_CONTRACT - 1 }
    const probe = server.live(token, { app })
    expect(await probe.next((frame) => frame['type'] === 'error')).toMatchObject({ code: 'client_outdated' })
    expect(await probe.closed).toBe(4400)
  })

  it.each([
    ['a foreign page', () => ({ origin: 'https://evil.example' })],
    ['a foreign name that resolves to this server', () => ({ host: `evil.example:${server.port}` })],
  ])('of %s is not opened', async (_what, headers) => {
    const probe = server.live(token, {}, headers())
    await probe.closed
    expect(probe.frames).toEqual([])
  })

  it.each(['/elsewhere', '/missing.txt', '/index.html'])(
    'at %s is closed at the first frame, if it was opened at all',
    async (path) => {
      const { socket, received, ended } = await openConnection(server.url)
      const key = 'sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n'
      socket.write(
        `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${server.port}\r\nconnection: upgrade\r\nupgrade: websocket\r\n${key}\r\n`,
      )
      // The opcode of a close frame is 8; the bit before it marks the frame as final (RFC 6455).
      await expect.poll(received).toMatch(/^HTTP\/1\.1 (200|404|101[^]*?\r\n\r\n\x88)/)
      socket.destroy()
      await ended
    },
  )
})

describe('server metrics', () => {
  it('count only existing calls, whatever names were tried', async () => {
    for (let n = 0; n < 26; n += 1) await server.call(`Made${String.fromCharCode(97 + n)}`, 'up')
    const text = await (await fetch(`${server.url}/metrics`)).text()
    expect(text).toContain('api="?"')
    expect(text).not.toContain('Made')
  })
})
