import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { SessionUser } from '../contract/session-user.ts'
import type { App } from '../contract/wire.ts'

/** A call as the stub received it, over a real socket. */
export interface RecordedCall {
  verb: string | undefined
  path: string | undefined
  headers: IncomingHttpHeaders
  form: Record<string, string>
}

/** The stub's reply to a call: an object is sent as JSON, a function writes the response itself. */
export type Reply = object | ((response: ServerResponse) => void)

export interface StubApi {
  url: string
  seen: RecordedCall[]
  close(): Promise<void>
}

/** A server on a free loopback port that responds calls from `replies` in order; the last one repeats. */
export async function stubApi(...replies: Reply[]): Promise<StubApi> {
  const seen: RecordedCall[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const form = Object.fromEntries(new URLSearchParams(await text(request)))
    seen.push({ verb: request.method, path: request.url, headers: request.headers, form })
    const reply = replies[Math.min(seen.length, replies.length) - 1] ?? { server_time: 1, status: 'OK' }
    if (typeof reply === 'function') reply(response)
    else response.setHeader('content-type', 'application/json').end(JSON.stringify(reply))
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A reply with another HTTP status. A string is sent as a body that is not JSON. */
export const http =
  (status: number, body: object | string = ''): Reply =>
  (response) => {
    response.statusCode = status
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }

/** Drops the connection without a response. */
export const dropConnection: Reply = (response) => response.destroy()

export const ok = (rest: object = {}) => ({ server_time: 1_800_000_000, status: 'OK', ...rest })
export const failed = (rest: object = {}) => ({ server_time: 1_800_000_000, status: 'FAIL', ...rest })

export const app: App = { name: 'api', version: '1.0.0', contract: 1 }

export const person = (token = 'secret'): SessionUser => ({
  token,
  admin_id: 7,
  login: 'ann',
  name: 'Ann',
  surname: '',
  phone: '',
  email: '',
  img: '',
  hide_menu: 0,
  company: null,
  role: 2,
  company_role: 1,
  navigation: [],
  dictionary_edit: '',
  settings: {},
  merchants: {},
  device: null,
})
