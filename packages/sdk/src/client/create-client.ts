import type { Call, Input, Output } from '../contract/call.ts'
import { type Api, type Calls, calls } from '../contract/calls/index.ts'
import { type ApiError, apiError } from '../contract/errors.ts'
import { anyProgram, type App } from '../contract/wire.ts'
import { backoffDelay } from './backoff.ts'
import { type Clock, systemClock } from './clock.ts'
import { updateSession } from './update-session.ts'
import { randomUuid as randomKey } from './random-uuid.ts'
import { parseResponse } from './parse-response.ts'
import { createSession, type Session } from './session.ts'
import { axiosTransport, type Transport, type TransportResult } from './transport.ts'

/** Options that a single call may override. */
export interface CallOptions {
  /** The company to act for; 0 means none. */
  company?: number
  /** Identifies this intent across attempts and restarts; generated if left out. Writes only. */
  idempotencyKey?: string
  signal?: AbortSignal
  /** Time limit for all attempts together, in ms. */
  timeoutMs?: number
  lang?: string
  /** The token of an earlier session of this browser, when the call is about that session. */
  token?: string | undefined
  /** Allows resending a write after a lost connection, with the same idempotency key. Reads are always resent. */
  retryWrites?: boolean
}

/** `offset`: ms to add to the local clock, measured at the middle of the round trip (TIME-09). */
export interface ServerTime {
  seconds: number
  offset: number
  roundTrip: number
}

type Value<T> = T | (() => T)

export interface ClientOptions {
  /** The address that all calls are posted to. */
  url: string
  /** The front-end; other programs may leave it out. */
  app?: App
  transport?: Transport
  /** Default: 20 s (API-41). */
  timeoutMs?: number
  /** Returns the token when no `session` is given. */
  getToken?: () => string | undefined
  session?: Session
  lang?: Value<string | undefined>
  company?: Value<number | undefined>
  onServerTime?: (time: ServerTime) => void
  /** Called after each call that was not cancelled; `isReached` is true if the server responded. */
  onReached?: (isReached: boolean) => void
  /** Called once for each session that ends; `error` is null when the user signed out. */
  onSignedOut?: (error: ApiError | null) => void
  randomUuid?: () => string
  /** Checks each response against the contract; for development and tests. */
  validate?: boolean
  clock?: Clock
  random?: () => number
}

/** The declared output of a call, with the server's time in seconds. */
export type Answer<C> = Output<C> & { server_time: number }
type Arguments<I> = {} extends I ? [input?: I, options?: CallOptions] : [input: I, options?: CallOptions]
type CallsOf<A extends Api> = {
  [M in keyof Calls[A]]: (...given: Arguments<Input<Calls[A][M]>>) => Promise<Answer<Calls[A][M]>>
}
/** Every call of the contract as `client.Api.method(input, options)`. They reject only with an ApiError. */
export type Client = { [A in Api]: CallsOf<A> } & { readonly session: Session; readonly url: string }

const defaultTimeout = 20_000
/** getLang is the first request; if it fails, the retry screen appears (AMB-198). */
const langTimeout = 10_000
const attempts = 3
const retryBackoff = { first: 400, longest: 2_000 }

/** A transport failure where a retry may succeed. */
const isTransient = (result: TransportResult) =>
  result.kind === 'network' || (result.kind === 'answer' && [502, 503, 504].includes(result.status))

const read = <T extends string | number | undefined>(value: Value<T>): T => (typeof value === 'function' ? value() : value)

/**
 * Creates the API client. Each call is one form post (API-01). Reads are retried after a lost connection, at most twice and
 * within their time limit. Writes are not, but carry an idempotency key so that the caller may resend them.
 */
export function createClient(options: ClientOptions): Client {
  const {
    url,
    app = anyProgram,
    transport = axiosTransport,
    clock = systemClock,
    randomUuid = randomKey,
    random,
    validate = true,
  } = options
  const session = options.session ?? createSession({ token: options.getToken })
  const { onSignedOut } = options
  if (onSignedOut) session.subscribe((change) => change.type === 'signed_out' && onSignedOut(change.error))

  const pause = (ms: number, signal: AbortSignal | undefined) =>
    new Promise<void>((resolve) => {
      const end = () => {
        cancel()
        signal?.removeEventListener('abort', end)
        resolve()
      }
      const cancel = clock.after(ms, end)
      signal?.addEventListener('abort', end)
    })

  const langOf = (own: CallOptions) => own.lang ?? read(options.lang)

  /** API-03: fills in the front-end's details for getLang, so that callers need not pass them. */
  const dataOf = (call: Call, input: unknown, own: CallOptions) =>
    call.method === 'getLang' ? { platform: app.name, ver: app.version, lang: langOf(own), ...(input as object) } : input

  function formOf(call: Call, input: unknown, token: string | undefined, own: CallOptions): URLSearchParams {
    const company = own.company ?? read(options.company)
    const key = call.effect === 'write' ? (own.idempotencyKey ?? randomUuid()) : undefined
    const fields: Record<string, string | undefined> = {
      api: call.api,
      method: call.method,
      token,
      lang: langOf(own),
      data: JSON.stringify(dataOf(call, input, own)),
      company: company === undefined ? undefined : String(company),
      idempotency_key: key,
      app: JSON.stringify(app),
    }
    return new URLSearchParams(Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined))
  }

  async function exchange(call: Call, form: URLSearchParams, token: string | undefined, own: CallOptions) {
    const timeout = options.timeoutMs ?? defaultTimeout
    const until = clock.now() + (own.timeoutMs ?? (call.method === 'getLang' ? Math.min(timeout, langTimeout) : timeout))
    const repeatable = call.effect === 'read' || own.retryWrites === true
    for (let attempt = 1; ; attempt += 1) {
      const sentAt = clock.now()
      const result = await transport({
        url,
        form,
        bearer: session.kind === 'bearer' ? token : undefined,
        cookies: session.kind === 'cookie',
        timeoutMs: until - sentAt,
        signal: own.signal,
      })
      const receivedAt = clock.now()
      const wait = backoffDelay(retryBackoff, attempt, random)
      if (!repeatable || !isTransient(result) || attempt === attempts || receivedAt + wait >= until) {
        return { result, sentAt, receivedAt }
      }
      await pause(wait, own.signal)
    }
  }

  function reportServerTime(body: Record<string, unknown> | undefined, sentAt: number, receivedAt: number) {
    const seconds = body?.['server_time']
    if (typeof seconds !== 'number') return
    options.onServerTime?.({
      seconds,
      offset: seconds * 1000 - (sentAt + receivedAt) / 2,
      roundTrip: receivedAt - sentAt,
    })
  }

  async function run(call: Call, input: unknown, own: CallOptions): Promise<unknown> {
    const epoch = session.epoch()
    const token = own.token ?? session.token()
    const { result, sentAt, receivedAt } = await exchange(call, formOf(call, input, token, own), token, own)
    if (result.kind !== 'cancelled') options.onReached?.(result.kind === 'answer' && !isTransient(result))
    const { body, error } = parseResponse(result, call, input)
    reportServerTime(body, sentAt, receivedAt)
    const failure = error ?? (validate ? findMismatch(call, body) : undefined)
    // A response for an earlier session or company must not change the current one.
    if (session.epoch() === epoch) updateSession(session, `${call.api}.${call.method}`, result, { body, error: failure })
    if (failure) throw failure
    return body
  }

  const apis = Object.entries(calls).map(([api, methods]) => [
    api,
    Object.fromEntries(
      Object.entries(methods).map(([method, call]: [string, Call]) => [
        method,
        (input: unknown = {}, own: CallOptions = {}) => run(call, input, own),
      ]),
    ),
  ])
  return Object.assign(Object.fromEntries(apis) as { [A in Api]: CallsOf<A> }, { session, url })
}

/** Checks a response against the contract; returns an error that lists the differences. */
function findMismatch(call: Call, body: unknown): ApiError | undefined {
  const parsed = call.output.safeParse(body)
  if (parsed.success) return undefined
  const issues = parsed.error.issues.slice(0, 5).map(({ path, message }) => `${path.join('.')}: ${message}`)
  return apiError('bad_answer', { because: { call: `${call.api}.${call.method}`, issues } })
}
