import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { isTransient } from '@tiffin/core'
import { apiError, CONTRACT_VERSION } from '@tiffin/sdk/contract'
import { connectLive } from '@tiffin/sdk/live'
import { Webhook } from 'standardwebhooks'
import { VERSION } from '../build-info.ts'
import type { Call } from '../call.ts'
import type { Connection } from '../connection.ts'
import { explain } from '../explain.ts'
import { exitCodes, wrongUsage } from '../failure.ts'
import { escapeLine } from '../results/format-value.ts'
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
 * Forwards the events of the company to an address on this machine, with the user's rights. The live connection says when to
 * look; the feed number of what was forwarded is in a file, so the next run begins there.
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
  const secret = state.read().secret ?? `whsec_${randomBytes(32).toString('base64')}`
  let position = since ?? state.read().feed
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
      if (frame.type === 'signed_out') ended = apiError('session_expired', { message: frame.error })
      if (frame.type !== 'pong') bell.ring()
    },
  })
  try {
    call.say(t('Signing secret: %1', [secret]))
    call.say(t('Forwarding events to %1. Stop with Ctrl+C.', [target]))
    let hasFailed = false
    while (!signal.aborted) {
      try {
        const { data } = await connection.client.Webhook.events(position === undefined ? {} : { since: position })
        hasFailed = false
        if (data.missed) call.say(t('Events after feed number %1 are no longer available', [position ?? 0]))
        for (const event of data.events) {
          await forward(call, { target, secret, signal }, event)
          if (signal.aborted) break
        }
        if (signal.aborted) break
        position = data.feed
        state.write({ feed: position, secret })
        if (!data.more) await bell.wait()
      } catch (error) {
        if (!isTransient(error)) throw error
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

/** Sends one event until it gets an answer, whatever it is, and prints it. */
async function forward(
  { io, options, say, t }: Call<ListenOptions>,
  { target, secret, signal }: Forwarding,
  event: Event,
): Promise<void> {
  const order = (JSON.parse(event.body) as { data: { order_id: number } }).data.order_id
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    const answer = await post(target, secret, signal, event)
    if (answer !== undefined) {
      const row = {
        id: event.id,
        type: event.type,
        feed: event.feed,
        order_id: order,
        http_status: answer.status,
        answer: answer.text,
      }
      if (options.json !== undefined || options.format !== undefined) io.out(`${JSON.stringify(row)}\n`)
      else io.out(`${escapeLine(`${event.feed}  ${event.type}  #${order}  ${answer.status}  ${answer.text}`.trimEnd())}\n`)
      return
    }
    if (attempt === 0 && !signal.aborted) say(t('No answer from %1, trying again', [target]))
    await pause(RETRY_MS, signal)
  }
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
