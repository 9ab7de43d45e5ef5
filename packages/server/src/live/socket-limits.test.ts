import { request as httpRequest } from 'node:http'
import { connect, type Socket } from 'node:net'
import { CONTRACT_VERSION } from '@tiffin/sdk/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { RunningServer } from '#server/start-server'
import { callAt, startTestServer, type TestServer } from '#server/test/test-server'
import { fullRunOnly } from '#server/test/full'

const log: string[] = []
let server: TestServer
let url: string
let other: RunningServer
beforeAll(async () => {
  server = await startTestServer()
  const limits = {
    TIFFIN_SOCKETS_WAITING: '100',
    TIFFIN_SOCKETS_WAITING_PER_ADDRESS: '70',
    TIFFIN_SOCKETS_PER_ADDRESS: '70',
    TIFFIN_SOCKETS_PER_PERSON: '65',
  }
  other = await server.another({ TRUST_PROXY: '1', TIFFIN_LOG: 'info', ...limits }, log)
  url = other.url
})
afterAll(() => server.stop())

const opened: WebSocket[] = []
/** 101 with the socket, or the status of the error. */
const open = (address: string): Promise<{ status: number; socket: WebSocket; body: string }> =>
  new Promise((resolve) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/live`, { headers: { 'x-forwarded-for': address } })
    opened.push(socket)
    socket.on('error', () => {})
    socket.on('open', () => resolve({ status: 101, socket, body: '' }))
    socket.on('unexpected-response', (_request, response) => {
      let body = ''
      response.on('data', (part: Buffer) => (body += part.toString()))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, socket, body }))
    })
  })
const many = (times: number, address: (n: number) => string) =>
  Promise.all(Array.from({ length: times }, (_, n) => open(address(n))))
const closeAll = async () => {
  for (const socket of opened.splice(0)) socket.terminate()
  await new Promise((resolve) => setTimeout(resolve, 200))
}
const hello = (socket: WebSocket, token: string): Promise<string> =>
  new Promise((resolve) => {
    socket.on('message', (data: Buffer) => resolve((JSON.parse(data.toString()) as { type: string; code?: string }).type))
    socket.on('close', (code) => resolve(`closed ${code}`))
    const app = { name: 'api', version: '0', contract: CONTRACT_VERSION }
    socket.send(JSON.stringify({ type: 'hello', app, token, company: server.world.a, merchants: 'all', since: 0 }))
  })

describe('sockets', () => {
  fullRunOnly.it('without a hello are limited per address and in all, and make room for newer ones', async () => {
    const held = (all: { socket: WebSocket }[]) => all.filter(({ socket }) => socket.readyState === WebSocket.OPEN).length
    const item = await many(90, () => '192.0.2.1')
    await expect.poll(() => held(item)).toBe(70)
    const others = await many(60, (n) => `198.51.100.${n}`)
    await expect.poll(() => [held(item), held(others)]).toEqual([40, 60])
    // A client that says hello at once is still admitted.
    const { socket } = await open('192.0.2.1')
    expect(await hello(socket, await server.signIn('owner'))).toBe('welcome')
    await closeAll()
  })

  fullRunOnly.it(
    'without a hello are closed within seconds, even if the client does not close',
    async () => {
      const { hostname, port } = new URL(url)
      const raw = connect(Number(port), hostname)
      const gone = new Promise<number>((resolve) => raw.on('close', () => resolve(performance.now())))
      const began = performance.now()
      raw.on('error', () => {})
      raw.write(
        `GET /live HTTP/1.1\r\nHost: ${hostname}:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
      )
      raw.resume()
      expect((await gone) - began).toBeLessThan(12_000)
    },
    20_000,
  )

  it('of a kitchen with 60 boards behind one address are all admitted', async () => {
    const token = await server.signIn('owner')
    const boards = await many(60, () => '203.0.113.1')
    const said = await Promise.all(boards.map(({ socket }) => hello(socket, token)))
    expect(new Set(said)).toEqual(new Set(['welcome']))
    const another = await server.signIn('operator')
    const more = await many(10, () => '203.0.113.1')
    for (const { socket } of more) expect(await hello(socket, another)).toBe('welcome')
    const refused = await open('203.0.113.1')
    expect(refused.status).toBe(429)
    expect(JSON.parse(refused.body)).toMatchObject({ code: 'too_many_connections', params: [70] })
    await closeAll()
  })

  it('of one person are limited, whatever their address, sessions and access tokens', async () => {
    const session = await server.signIn('owner')
    const tokens = [session, await server.signIn('owner')]
    for (const name of ['one', 'two']) {
      const made = await server.call('Token', 'create', { name, scopes: ['read'], days: 1 }, { token: session })
      tokens.push((made['data'] as { token: string }).token)
    }
    const mine = [...(await many(40, () => '203.0.113.1')), ...(await many(30, () => '203.0.113.2'))]
    const said: string[] = []
    for (const [index, { socket }] of mine.entries()) said.push(await hello(socket, tokens[index % tokens.length] ?? ''))
    expect(said.filter((entry) => entry === 'welcome')).toHaveLength(65)
    expect(said.filter((candidate) => candidate === 'error')).toHaveLength(5)
    const other = await open('203.0.113.3')
    expect(await hello(other.socket, await server.signIn('operator'))).toBe('welcome')
    await closeAll()
  })
})

describe('log', () => {
  const text = () => log.join('')
  const raw = (bytes: string | Buffer): Promise<void> =>
    new Promise((resolve) => {
      const { hostname, port } = new URL(url)
      const socket = connect(Number(port), hostname, () => socket.write(bytes))
      socket.on('error', () => {})
      socket.on('close', () => resolve())
      socket.resume()
      setTimeout(() => socket.destroy(), 500)
    })
  const badFrame = async (send: (socket: WebSocket) => void): Promise<number> => {
    const { socket } = await open('192.0.2.9')
    const closed = new Promise<number>((resolve) => socket.on('close', resolve))
    send(socket)
    return closed
  }
  const rawFrame = (socket: WebSocket, bytes: number[]) => (Reflect.get(socket, '_socket') as Socket).write(Buffer.from(bytes))

  it('has at most one short line for client errors, and never a stack', async () => {
    log.length = 0
    for (let n = 0; n < 5; n += 1) expect(await badFrame((socket) => socket.send('x'.repeat(300 * 1024)))).toBe(1009)
    await badFrame((socket) => rawFrame(socket, [0xf1, 0x81, 0, 0, 0, 0, 0]))
    await badFrame((socket) => rawFrame(socket, [0x81, 0x01, 0x41]))
    await badFrame((socket) => rawFrame(socket, [0x81, 0x82, 0, 0, 0, 0, 0xc3, 0x28]))
    await badFrame((socket) => socket.send('no json'))
    await badFrame((socket) => socket.send(Buffer.from([1, 2, 3])))
    const { host } = new URL(url)
    const head = `POST /api HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/x-www-form-urlencoded\r\n`
    for (const bytes of [
      'nonsense\r\n\r\n',
      `${head}Content-Length: 1000\r\n\r\napi=Auth`,
      `${head}Content-Length: -5\r\n\r\n`,
      `${head}Transfer-Encoding: chunked\r\n\r\nZZ\r\n`,
      `${head}Transfer-Encoding: chunked\r\n\r\n5\r\nab`,
      `${head}X-Long: ${'x'.repeat(100_000)}\r\n\r\n`,
      `GET /%zz HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
      `GET /live HTTP/1.1\r\nHost: ${host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n`,
      Buffer.from([0x16, 0x03, 0x01, 0x00, 0xa5, 0x01]),
    ])
      await raw(bytes)
    for (const [type, body] of [
      ['application/json', '{"api":'],
      ['application/x-www-form-urlencoded', '%zz=%ff&api[x]=1'],
      ['multipart/form-data', 'x'],
    ] as const)
      await fetch(`${url}/api`, { method: 'POST', body, headers: { 'content-type': type } })
    // An upload whose session ends in the middle.
    const token = await server.signIn('owner')
    await new Promise<void>((resolve) => {
      const upload = httpRequest(`${url}/api`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/x-www-form-urlencoded',
          'content-length': '5000000',
        },
      })
      upload.on('error', () => resolve())
      upload.write('x'.repeat(1_000_000), () => setTimeout(() => upload.destroy(), 100))
    })
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(text()).not.toMatch(/"stack"|\\n\s+at /)
    expect(log.filter((line) => line.length > 300)).toEqual([])
    expect(log.length).toBeLessThanOrEqual(3)
    expect(text()).toContain('WS_ERR_UNSUPPORTED_MESSAGE_LENGTH')
    expect(text()).toContain('a client went away')
  }, 30_000)

  it('reports server failures as such, even if they are caused by another service’s reset connection', async () => {
    const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
    const failing = vi.spyOn(other.context.db, 'read').mockRejectedValue(reset)
    log.length = 0
    try {
      await callAt(url, 'Auth', 'getLang', {}, {})
    } finally {
      failing.mockRestore()
    }
    await expect.poll(text).toContain('call failed')
  })
})
