import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedPush {
  device: number
  /** The decrypted message. */
  content: { title: string; body: string; url: string; tag: string }
  headers: IncomingMessage['headers']
  bytes: number
}

export interface PushDevice {
  id: number
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } }
  /** How the service answers messages for it. */
  answer: { status: number; headers?: Record<string, string>; body?: string }
}

export interface FakePushService {
  url: string
  pushes: ReceivedPush[]
  /** Milliseconds that each message takes. */
  delayMs: number
  addDevice(): PushDevice
  stop(): Promise<void>
}

interface Browser extends PushDevice {
  ecdh: ECDH
  auth: Buffer
}

/**
 * A push service on this machine, with its browsers (RFC 8030): it checks the signature of the sender (RFC 8292), and each browser
 * decrypts the messages (RFC 8291).
 */
export async function startPushService(): Promise<FakePushService> {
  const browsers: Browser[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts)
      const browser = browsers[Number(request.url?.split('/').at(-1))]
      const problem = problemOf(request, fake.url)
      if (!browser || problem !== undefined) return void response.writeHead(browser ? 400 : 404).end(problem)
      const { status, headers = {}, body: text = '' } = browser.answer
      if (status < 300)
        fake.pushes.push({
          device: browser.id,
          content: JSON.parse(decrypt(body, browser)) as ReceivedPush['content'],
          headers: request.headers,
          bytes: body.length,
        })
      setTimeout(() => response.writeHead(status, headers).end(text), fake.delayMs)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const fake: FakePushService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pushes: [],
    delayMs: 0,
    addDevice() {
      const ecdh = createECDH('prime256v1')
      const p256dh = ecdh.generateKeys().toString('base64url')
      const auth = randomBytes(16)
      const id = browsers.length
      const browser: Browser = {
        id,
        subscription: { endpoint: `${fake.url}/push/${id}`, keys: { p256dh, auth: auth.toString('base64url') } },
        answer: { status: 201 },
        ecdh,
        auth,
      }
      browsers.push(browser)
      return browser
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return fake
}

/** The reason why a real service would refuse the request; undefined if it would not. */
function problemOf({ headers }: IncomingMessage, origin: string): string | undefined {
  if (headers['content-encoding'] !== 'aes128gcm') return 'encoding'
  if (!/^\d+$/.test(String(headers['ttl']))) return 'ttl'
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? []
  const [header = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  if (point.length !== 65) return 'key'
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) return 'signature'
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, string>
  const lifetime = Number(exp) - Date.now() / 1000
  if (aud !== origin || lifetime < 0 || lifetime > 86_400 || !/^(mailto:|https:)/.test(sub ?? '')) return 'claims'
}

function decrypt(body: Buffer, { ecdh, auth }: Browser): string {
  const salt = body.subarray(0, 16)
  const keyEnd = 21 + (body[20] as number)
  const sender = body.subarray(21, keyEnd)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
  const secret = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(sender), auth, info, 32))
  const derive = (name: string, length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, length))
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  decipher.setAuthTag(body.subarray(-16))
  const padded = Buffer.concat([decipher.update(body.subarray(keyEnd, -16)), decipher.final()])
  // The last byte that is not zero ends the text.
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}
