import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { apiError, CONTRACT_VERSION, type ErrorCode } from '@tiffin/sdk/contract'
import { connectLive } from '@tiffin/sdk/live'
import { Webhook } from 'standardwebhooks'
import { VERSION } from '../build-info.ts'
import type { Call } from '../call.ts'
import type { Connection } from '../connection.ts'
import { isConnectionLost } from '../connection-lost.ts'
import { explain } from '../explain.ts'
import { exitCodes, wrongUsage } from '../failure.ts'
import { escapeLine, escapeText } from '../results/format-value.ts'
import { openListenState } from './listen-state.ts'

export interface ListenOptions {
  forwardTo: string
  since?: string
}

/** A program that is being debugged may take its time. */
const FORWARD_MS = 60_000
const RETRY_MS = 2000

type Event = Awaited<ReturnType<Connection['client']['Webhook']['events']>>['data']['events'][number]

/**
 * Forwards the events of the company to an address on this machine, with the user's rights. The live connection tells when to
 * read; the feed number of the last forwarded event is stored in a file, so the next run continues there.
 * @returns the exit code, after Ctrl+C
 */
export async function listenWebhook(call: Call<ListenOptions>): Promise<130> {
  const { io, options, t, lang } = call
  const target = readTarget(options.forwardTo)
  const since = options.since === undefined ? undefined : readNumber(options.since)
  const connection = await call.connect()
  const { company } = await connection.user()
  if (!company) throw apiError('company_required')
  const state = openListenState(io.env, {
    profile: connection.store.name,
    url: connection.url,
    company: company.company_id,
    target,
  })
  const before = state.read()
  const secret = before.secret ?? `whsec_${randomBytes(32).toString('base64')}`
  let position = since ?? before.feed
  let offset = since === undefined ? (before.offset ?? 0) : 0
  const stopping = new AbortController()
  const { signal } = stopping
  const stop = (): void => stopping.abort()
  process.on('SIGINT', stop).on('SIGTERM', stop)
  const bell = createBell(signal)
  let ended: Error | undefined
  const live = connectLive({
    url: new URL('/live', connection.url).href,
    getToken: () => connection.client.session.token(),
    app: { name: 'cli', version: VERSION, contract: CONTRACT_VERSION, device: connection.device },
    company: company.company_id,
    merchants: 'all',
    since: position ?? 0,
    lang,
    onFrame(frame) {
      if (frame.type === 'signed_out') ended = apiError(frame.code as ErrorCode, frame.params ? { params: frame.params } : {})
      if (frame.type !== 'pong') bell.ring()
    },
  })
  try {
    call.say(t('Signing secret: %1', [secret]))
    call.say(t('Forwarding events to %1. Stop with Ctrl+C.', [target]))
    let hasFailed = false
    while (!signal.aborted) {
      try {
        const { data } = await connection.client.Webhook.events(position === undefined ? {} : { since: position, offset }, {
          signal,
        })
        hasFailed = false
        if (data.missed) call.say(t('Events after feed number %1 are no longer available', [position ?? 0]))
        for (const event of data.events) {
          if (!(await forward(call, { target, secret, signal }, event))) break
          offset = event.feed - 1 === position ? offset + 1 : 1
          position = event.feed - 1
          state.write({ feed: position, offset, secret })
        }
        if (signal.aborted) break
        position = data.feed
        offset = data.offset
        state.write({ feed: position, offset, secret })
        if (!data.more) await bell.wait()
      } catch (error) {
        if (signal.aborted) break
        if (!isConnectionLost(error)) throw error
        if (!hasFailed) for (const line of explain(error, t, lang).lines) call.say(line)
        hasFailed = true
        await pause(RETRY_MS, signal)
      }
      if (ended) throw ended
    }
    return exitCodes.interrupted
  } finally {
    live.close()
    process.off('SIGINT', stop).off('SIGTERM', stop)
  }
}

interface Forwarding {
  target: string
  secret: string
  signal: AbortSignal
}

/** Sends one event until it gets a response, successful or not, and prints it. False if it was stopped before. */
async function forward(
  { io, options, say, t }: Call<ListenOptions>,
  { target, secret, signal }: Forwarding,
  event: Event,
): Promise<boolean> {
  const order = (JSON.parse(event.body) as { data: { order_id: number } }).data.order_id
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    const response = await post(target, secret, signal, event)
    if (response !== undefined) {
      const row = {
        id: event.id,
        type: event.type,
        feed: event.feed,
        order_id: order,
        http_status: response.status,
        answer: response.text,
      }
      if (options.json !== undefined || options.format !== undefined) io.out(`${escapeText(JSON.stringify(row))}\n`)
      else io.out(`${escapeLine(`${event.feed}  ${event.type}  #${order}  ${response.status}  ${response.text}`.trimEnd())}\n`)
      return true
    }
    if (attempt === 0 && !signal.aborted) say(t('No answer from %1, trying again', [target]))
    await pause(RETRY_MS, signal)
  }
  return false
}

async function post(target: string, secret: string, signal: AbortSignal, { id, body }: Event) {
  const now = new Date()
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, now, body),
  }
  const until = AbortSignal.any([signal, AbortSignal.timeout(FORWARD_MS)])
  try {
    const response = await fetch(target, { method: 'POST', body, headers, redirect: 'manual', signal: until })
    return { status: response.status, text: (await response.text()).slice(0, 200) }
  } catch {
    return undefined
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> => wait(ms, undefined, { signal }).catch(() => undefined)

/** Waits for the next ring, or returns at once if it rang since the last wait. */
function createBell(signal: AbortSignal): { ring(): void; wait(): Promise<void> } {
  let rung = Promise.withResolvers<void>()
  const ring = (): void => rung.resolve()
  signal.addEventListener('abort', ring)
  return {
    ring,
    async wait() {
      await rung.promise
      rung = Promise.withResolvers<void>()
      if (signal.aborted) ring()
    },
  }
}

function readTarget(text: string): string {
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol)) return url.href
  throw wrongUsage('The address %1 is not valid', { params: [text], next: ['It must begin with http:// or https://'] })
}

function readNumber(text: string): number {
  if (/^\d{1,10}$/.test(text)) return Number(text)
  throw wrongUsage('%1 must be a number: %2', { params: ['--since', text] })
}
