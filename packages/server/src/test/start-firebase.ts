import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FakeFirebase {
  url: string
  /** The service account, as Google gives it. */
  credentials: string
  messages: { token: string; notification: { title: string; body: string }; data: Record<string, string> }[]
  /** How often an access token was asked for. */
  tokens: number
  /** How it answers messages for a device, instead of taking them. */
  answers: Map<string, { status: number; headers?: Record<string, string>; error: object }>
  stop(): Promise<void>
}

/** Google's token endpoint and Firebase's `messages:send` on this machine. */
export async function startFirebase(): Promise<FakeFirebase> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const issued = new Set<string>()
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    const reply = (status: number, body: object, headers: Record<string, string> = {}): void =>
      void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString()
      if (request.url === '/token') {
        fake.tokens += 1
        if (!isAsserted(body, publicKey.export({ type: 'spki', format: 'pem' }) as string, `${fake.url}/token`))
          return reply(400, { error: 'invalid_grant' })
        const access_token = `token-${fake.tokens}`
        issued.add(`Bearer ${access_token}`)
        return reply(200, { access_token, expires_in: 3600, token_type: 'Bearer' })
      }
      if (request.url !== '/v1/projects/tiffin-test/messages:send') return reply(404, { error: { status: 'NOT_FOUND' } })
      if (!issued.has(request.headers.authorization ?? '')) return reply(401, { error: { status: 'UNAUTHENTICATED' } })
      const { message } = JSON.parse(body) as { message: FakeFirebase['messages'][number] }
      const refusal = fake.answers.get(message.token)
      if (refusal) return reply(refusal.status, { error: refusal.error }, refusal.headers)
      fake.messages.push(message)
      return reply(200, { name: `projects/tiffin-test/messages/${fake.messages.length}` })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const fake: FakeFirebase = {
    url,
    credentials: JSON.stringify({
      type: 'service_account',
      project_id: 'tiffin-test',
      client_email: 'push@tiffin-test.example',
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
      token_uri: `${url}/token`,
    }),
    messages: [],
    tokens: 0,
    answers: new Map(),
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return fake
}

/** RFC 7523 */
function isAsserted(body: string, key: string, audience: string): boolean {
  const form = new URLSearchParams(body)
  const [header = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.')
  const { aud, scope, iss, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, string>
  return (
    form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:jwt-bearer' &&
    verify('sha256', Buffer.from(`${header}.${claims}`), createPublicKey(key), Buffer.from(signature, 'base64url')) &&
    aud === audience &&
    scope === 'https://www.googleapis.com/auth/firebase.messaging' &&
    iss === 'push@tiffin-test.example' &&
    Number(exp) > Date.now() / 1000
  )
}
