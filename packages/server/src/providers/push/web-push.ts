import http from 'node:http'
import https from 'node:https'
import type { BlockList } from 'node:net'
import { AddressRefused, postChecked } from '#providers/post-webhook'
import { toPushResult, failureOf, fit, type PushResult, type PushContent } from './push-result.ts'
import type { VapidKeys } from '#sessions/server-keys'

export interface Subscription {
  endpoint: string
  p256dh: string
  auth: string
}

export interface WebPushOptions {
  keys: () => Promise<VapidKeys>
  /** Who push services may contact: an https or mailto address. */
  subject: () => string
  /** Private networks that the operator allows. */
  allowed: BlockList
  signal: AbortSignal
}

export type WebPush = (target: Subscription, content: PushContent) => Promise<PushResult>

/** Seconds that a push service keeps a message for a device that is off. */
const TTL = 86_400
const TIMEOUT_MS = 15_000
/** Services accept signatures for a day; new ones are made before that. */
const HEADER_MS = 11 * 3_600_000
const MAX_ORIGINS = 1000
/** A connection that was idle for longer may be closed by the service as it is used. */
const IDLE = { keepAlive: true, maxSockets: 100, timeout: 4000 }

/** Sends to browsers (RFC 8030, 8291, 8292). */
export function createWebPush({ keys, subject, allowed, signal }: WebPushOptions): WebPush {
  const agents = { 'http:': new http.Agent(IDLE), 'https:': new https.Agent(IDLE) }
  const headers = new Map<string, { value: string; until: number }>()

  /** Signing takes longer than encrypting, and a signature is the same for all devices of a service. */
  async function authorization(origin: string): Promise<string> {
    const known = headers.get(origin)
    if (known && known.until > Date.now()) return known.value
    const { getVapidHeaders } = (await import('web-push')).default
    const { publicKey, privateKey } = await keys()
    const until = Date.now() + HEADER_MS
    const signed = getVapidHeaders(origin, subject(), publicKey, privateKey, 'aes128gcm', Math.floor(until / 1000) + 3600)
    if (headers.size >= MAX_ORIGINS) headers.clear()
    headers.set(origin, { value: signed.Authorization, until })
    return signed.Authorization
  }

  return async ({ endpoint, p256dh, auth }, content) => {
    try {
      const { encrypt } = (await import('web-push')).default
      const { cipherText } = encrypt(p256dh, auth, JSON.stringify(fit(content)), 'aes128gcm')
      const { origin, protocol } = new URL(endpoint)
      const { status, answer, retryAfter } = await postChecked({
        url: endpoint,
        body: cipherText,
        headers: {
          authorization: await authorization(origin),
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          ttl: String(TTL),
          urgency: 'normal',
        },
        allowed,
        timeoutMs: TIMEOUT_MS,
        signal,
        agent: agents[protocol as keyof typeof agents],
      })
      return toPushResult(status, answer, retryAfter)
    } catch (error) {
      return error instanceof AddressRefused ? { result: 'refused', answer: 'private address' } : failureOf(error)
    }
  }
}
