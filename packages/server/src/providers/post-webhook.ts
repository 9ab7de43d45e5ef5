import http from 'node:http'
import https from 'node:https'
import { type BlockList, isIP, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { resolveHost } from './resolve-host.ts'
import { isInNetworks, isPublicAddress } from './public-address.ts'

const MAX_ANSWER = 1000

export interface WebhookRequest {
  url: string
  headers: Record<string, string>
  body: string
  /** Networks allowed by the operator besides the public internet. */
  allowed: BlockList
  timeoutMs: number
  /** Ends the request early. */
  signal: AbortSignal
}

export interface WebhookAnswer {
  status: number
  /** The beginning of the body. */
  answer: string
  retryAfter: string | undefined
}

/** `timeout`, `unreachable`, or `address` for one that must not be called. */
export type PostProblem = 'timeout' | 'unreachable' | 'address'

class AddressRefused extends Error {}

/**
 * Posts to an address that a customer has entered. The connection goes to the address that was checked, so a name that resolves
 * differently a moment later does not lead to another one. Redirects are returned, never followed.
 */
export async function postWebhook(request: WebhookRequest): Promise<WebhookAnswer | PostProblem> {
  try {
    return await post(request)
  } catch (error) {
    if (error instanceof AddressRefused) return 'address'
    const { name } = error as Error
    return name === 'AbortError' || name === 'TimeoutError' ? 'timeout' : 'unreachable'
  }
}

function post({ url, headers, body, allowed, timeoutMs, signal }: WebhookRequest): Promise<WebhookAnswer> {
  const target = new URL(url)
  // Without encryption, messages go only to networks that the operator trusts.
  const mayReach = (address: string): boolean =>
    isInNetworks(allowed, address) || (target.protocol === 'https:' && isPublicAddress(address))
  const host = target.hostname.replaceAll(/[[\]]/g, '')
  // A literal address is connected to without a lookup.
  if (isIP(host) !== 0 && !mayReach(host)) throw new AddressRefused()
  const ended = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  const find = callbackify(() => resolveHost(host, { signal: ended, isSystemUsed: allowed.rules.length > 0 }))
  const lookup: LookupFunction = (_name, options, callback) =>
    find((error, found) => {
      if (error) return callback(error, [])
      const [first] = found
      if (!first || !found.every(({ address }) => mayReach(address))) return callback(new AddressRefused(), [])
      if (options.all === true) callback(null, found)
      else callback(null, first.address, first.family)
    })
  const { request } = target.protocol === 'https:' ? https : http
  return new Promise((done, fail) => {
    const sent = request(
      target,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        lookup,
        agent: false,
        signal: ended,
      },
      (response) => {
        let answer = ''
        const finish = (): void => {
          done({
            status: response.statusCode ?? 0,
            answer: answer.slice(0, MAX_ANSWER),
            retryAfter: response.headers['retry-after'],
          })
          response.destroy()
        }
        response.setEncoding('utf8')
        response.on('data', (text: string) => {
          answer += text
          if (answer.length >= MAX_ANSWER) finish()
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
