import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { CONTRACT_VERSION } from '@tiffin/sdk/contract'
import { WebSocket } from 'ws'
import { readConfig } from '../config.ts'
import { type RunningServer, startServer, type StartOptions } from '../start-server.ts'
import { seedWorld, type World } from './seed.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

/** Answer of a call as received over the wire. */
export interface Answer {
  http: number
  status: string
  code?: string
  error?: string
  headers: Headers
  [field: string]: unknown
}

export interface CallOptions {
  token?: string | undefined
  company?: number | string
  lang?: string
  key?: string
  headers?: Record<string, string>
  /** Form fields to override. */
  form?: Record<string, string>
}

export interface TestServer extends RunningServer {
  world: World
  database: TestDatabase
  /** Folder of its files. */
  home: string
  call(api: string, method: string, data?: unknown, options?: CallOptions): Promise<Answer>
  /** Signs in and returns the token. */
  signIn(login: string): Promise<string>
  /** Signs in like a browser, and returns the options of its calls. */
  signInBrowser(login: string): Promise<CallOptions>
  /** Opens a live socket that collects its frames. */
  live(token: string | undefined, hello?: Record<string, unknown>, headers?: Record<string, string>): LiveProbe
  /** Another server process on the same database; its log goes to `log`. */
  another(env?: Record<string, string>, log?: string[]): Promise<RunningServer>
}

export interface LiveProbe {
  socket: WebSocket
  frames: Record<string, unknown>[]
  /** Resolves with the first frame, received or future, for which `test` holds. */
  next(test: (frame: Record<string, unknown>) => boolean): Promise<Record<string, unknown>>
  closed: Promise<number>
}

export const PASSWORD = 'tiffin-demo'
/** Its hash at argon2's smallest cost: at the usual one, the sign-ins of all tests together would take half a minute. */
export const passwordHash = '$argon2id$v=19$m=8,t=1,p=1$dGlmZmluLXRlc3Qtc2FsdA$nnTNwV3jeLE2q6R0pXC+aIEjOxF82ar7m+Ive52tZPY'

/** A server with its own database and the users of `seedWorld`, who all have the same password. */
export async function startTestServer(
  env: Record<string, string> = {},
  options: Pick<StartOptions, 'jobs' | 'now'> = {},
): Promise<TestServer> {
  const database = await createTestDatabase()
  const world = await seedWorld(database)
  await database.asOwner(
    'update admin set password = $1, company = case login when $2 then $3::bigint when $4 then null else $5::bigint end',
    [passwordHash, 'owner-b', world.b, 'platform', world.a],
  )
  const home = mkdtempSync(path.join(tmpdir(), 'tiffin-home-'))
  const start = async (own: Record<string, string>, log?: string[]) => {
    const config = readConfig({ PORT: '0', TIFFIN_LOG: 'silent', ...env, ...own })
    return startServer(config, {
      ...options,
      ...(log ? { logTo: { write: (line) => void log.push(line) } } : {}),
      store: {
        db: database.open(),
        ownerUrl: database.urls.owner,
        workerUrl: database.urls.worker,
        home,
        close: async () => {},
      },
    })
  }
  const server = await start({})
  const others: RunningServer[] = []
  const call: TestServer['call'] = (api, method, data = {}, options = {}) => callAt(server.url, api, method, data, options)

  return {
    ...server,
    world,
    database,
    home,
    call,
    async signIn(login) {
      const answer = await call('Auth', 'Login', { login, password: PASSWORD })
      return (answer['auth'] as { user: { token: string } }).user.token
    },
    async signInBrowser(login) {
      const headers = { origin: server.url }
      const answer = await call('Auth', 'Login', { login, password: PASSWORD, keep: 'cookie' }, { headers })
      const { token } = (answer['auth'] as { user: { token: string } }).user
      const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
      return { headers: { ...headers, cookie }, form: { token } }
    },
    live: (token, hello = {}, headers = {}) =>
      openLive(server.url, { token, company: world.a, merchants: 'all', since: 0, ...hello }, headers),
    async another(own = {}, log) {
      const other = await start(own, log)
      others.push(other)
      return other
    },
    async stop() {
      await Promise.all([server, ...others].map((item) => item.stop()))
      await database.drop()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** One call over HTTP, like any client. */
export async function callAt(
  url: string,
  api: string,
  method: string,
  data: unknown,
  options: CallOptions = {},
): Promise<Answer> {
  const form = new URLSearchParams({ api, method, data: JSON.stringify(data) })
  if (options.company !== undefined) form.set('company', String(options.company))
  if (options.token !== undefined) form.set('token', options.token)
  if (options.lang !== undefined) form.set('lang', options.lang)
  if (options.key !== undefined) form.set('idempotency_key', options.key)
  for (const [name, value] of Object.entries(options.form ?? {})) form.set(name, value)
  const response = await fetch(`${url}/api`, {
    method: 'POST',
    body: form,
    headers: { ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }), ...options.headers },
  })
  return { ...((await response.json()) as { status: string }), http: response.status, headers: response.headers }
}

export function openLive(url: string, hello: Record<string, unknown>, headers: Record<string, string> = {}): LiveProbe {
  const app = { name: 'api', version: '0', contract: CONTRACT_VERSION }
  return openProbe(`${url}/live`, Object.keys(hello).length > 0 ? { type: 'hello', app, ...hello } : null, headers)
}

/** A chat socket that shakes hands as documented, with `token` and other fields of the client. */
export const openChat = (url: string, token: string, said: Record<string, unknown> = {}): LiveProbe =>
  openProbe(`${url}/chat`, { mode: 'handshake', token, ...said })

function openProbe(url: string, first: Record<string, unknown> | null, headers: Record<string, string> = {}): LiveProbe {
  const socket = new WebSocket(url.replace('http', 'ws'), { headers })
  const frames: Record<string, unknown>[] = []
  const waiting: { test: (frame: Record<string, unknown>) => boolean; resolve: (frame: Record<string, unknown>) => void }[] = []
  if (first) socket.on('open', () => socket.send(JSON.stringify(first)))
  socket.on('error', () => {})
  socket.on('message', (data) => {
    const frame = JSON.parse((data as Buffer).toString()) as Record<string, unknown>
    frames.push(frame)
    for (const item of waiting.filter(({ test }) => test(frame))) {
      waiting.splice(waiting.indexOf(item), 1)
      item.resolve(frame)
    }
  })
  return {
    socket,
    frames,
    next(test) {
      const seen = frames.find(test)
      return seen ? Promise.resolve(seen) : new Promise((resolve) => waiting.push({ test, resolve }))
    },
    closed: new Promise((resolve) => socket.on('close', (code) => resolve(code))),
  }
}
