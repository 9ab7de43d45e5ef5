import http, { type Agent } from 'node:http'
import https from 'node:https'
import { type BlockList, isIP, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { resolveHost } from './resolve-host.ts'
import { isInNetworks, isPublicAddress } from './public-address.ts'

const MAX_ANSWER = 1000

export interface WebhookRequest {
  url: string
  headers: Record<string, string>
  body: string | Uint8Array
  /** Private networks that the operator allows. */
  allowed: BlockList
  timeoutMs: number
  /** Ends the request early. */
  signal: AbortSignal
  /** Keeps connections to checked addresses open; without one, each request has its own. */
  agent?: Agent
}

export interface WebhookResponse {
  status: number
  /** The beginning of the body. */
  answer: string
  retryAfter: string | undefined
}

/** `timeout`, `unreachable`, or `address` for one that must not be called. */
export type PostProblem = 'timeout' | 'unreachable' | 'address'

/** The address must not be called. */
export class AddressRefused extends Error {}

/** Without encryption, messages go only to networks that the operator trusts. */
const mayReach = ({ protocol }: URL, address: string, allowed: BlockList): boolean =>
  isInNetworks(allowed, address) || (protocol === 'https:' && isPublicAddress(address))

/** Whether a message may be sent to an address now: it is checked again with each message. */
export async function isReachable(url: string, allowed: BlockList, signal: AbortSignal): Promise<boolean> {
  const target = new URL(url)
  const host = target.hostname.replaceAll(/[[\]]/g, '')
  if (isIP(host) !== 0) return mayReach(target, host, allowed)
  const found = await resolveHost(host, { signal, isSystemUsed: allowed.rules.length > 0 }).catch(() => [])
  return found.length > 0 && found.every(({ address }) => mayReach(target, address, allowed))
}

/** Posts to an address that a customer has entered, and returns the error, if any. */
export async function postWebhook(request: WebhookRequest): Promise<WebhookResponse | PostProblem> {
  try {
    return await postChecked(request)
  } catch (error) {
    if (error instanceof AddressRefused) return 'address'
    const { name } = error as Error
    return name === 'AbortError' || name === 'TimeoutError' ? 'timeout' : 'unreachable'
  }
}

/**
 * Posts to an address that someone outside has entered. The connection goes to the address that was checked, so a name that resolves
 * differently a moment later does not lead to another one. Redirects are returned, never followed.
 * @throws AddressRefused for a private address
 */
export function postChecked(request: WebhookRequest): Promise<WebhookResponse> {
  const { url, headers, body, allowed, timeoutMs, signal, agent = false } = request
  const target = new URL(url)
  const host = target.hostname.replaceAll(/[[\]]/g, '')
  // A literal IP address is connected to without a lookup.
  if (isIP(host) !== 0 && !mayReach(target, host, allowed)) throw new AddressRefused()
  const ended = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  const find = callbackify(() => resolveHost(host, { signal: ended, isSystemUsed: allowed.rules.length > 0 }))
  const lookup: LookupFunction = (_name, options, callback) =>
    find((error, found) => {
      if (error) return callback(error, [])
      const [first] = found
      if (!first || !found.every(({ address }) => mayReach(target, address, allowed))) return callback(new AddressRefused(), [])
      if (options.all === true) callback(null, found)
      else callback(null, first.address, first.family)
    })
  const { request: open } = target.protocol === 'https:' ? https : http
  return new Promise((done, fail) => {
    const sent = open(
      target,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        lookup,
        agent,
        signal: ended,
      },
      (response) => {
        let result = ''
        const finish = (): void => {
          done({
            status: response.statusCode ?? 0,
            answer: result.slice(0, MAX_ANSWER),
            retryAfter: response.headers['retry-after'],
          })
          response.destroy()
        }
        response.setEncoding('utf8')
        response.on('data', (text: string) => {
          result += text
          if (result.length >= MAX_ANSWER) finish()
        })
        response.on('end', finish)
        // The status is known, even if the rest of the body never arrives.
        response.on('error', finish)
      },
    )
    sent.on('error', fail)
    // A receiver that changes the protocol gets no other event.
    sent.on('close', () => fail(new Error('the connection was closed')))
    sent.end(body)
  })
}
