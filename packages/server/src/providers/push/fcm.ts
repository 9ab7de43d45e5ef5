import { sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Config } from '#server/config'
import { toPushResult, failureOf, fit, type PushResult, type PushContent } from './push-result.ts'

export type Fcm = (token: string, content: PushContent) => Promise<PushResult>

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging'
const TIMEOUT_MS = 15_000

interface ServiceAccount {
  project_id: string
  client_email: string
  private_key: string
  token_uri?: string
}

/** Firebase Cloud Messaging, HTTP v1; null without TIFFIN_FCM_CREDENTIALS. */
export function createFcm(config: Config, signal: AbortSignal): Fcm | null {
  const { TIFFIN_FCM_CREDENTIALS: credentials, TIFFIN_FCM_URL: base } = config
  if (credentials === undefined) return null
  const isJson = credentials.trimStart().startsWith('{')
  const account = JSON.parse(isJson ? credentials : readFileSync(credentials, 'utf8')) as ServiceAccount
  const token = createTokens(account)
  const url = `${base}/v1/projects/${encodeURIComponent(account.project_id)}/messages:send`
  return async (device, content) => {
    const { title, body, url: link, tag } = fit(content)
    try {
      const response = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
        headers: { authorization: `Bearer ${await token()}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          message: {
            token: device,
            notification: { title, body },
            data: { url: link, tag },
            android: { collapse_key: tag },
          },
        }),
      })
      return classify(response.status, await response.text(), response.headers.get('retry-after') ?? undefined)
    } catch (error) {
      return error instanceof TokenRefused ? { result: 'unreachable', answer: error.message } : failureOf(error)
    }
  }
}

/** Without a token nothing is sent: the operator corrects the credentials, or Google is reachable again later. */
class TokenRefused extends Error {}

const GOOGLE_TOKENS = 'https://oauth2.googleapis.com/token'
/** Seconds before its end at which a token is renewed. */
const RENEWED_BEFORE = 300

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

/** Assertion signed by the service account, which is exchanged for a token (RFC 7523). */
function assertion({ client_email, private_key, token_uri: aud = GOOGLE_TOKENS }: ServiceAccount): string {
  const iat = Math.floor(Date.now() / 1000)
  const claims = { iss: client_email, scope: SCOPE, aud, iat, exp: iat + 3600 }
  const signed = `${encoded({ alg: 'RS256', typ: 'JWT' })}.${encoded(claims)}`
  return `${signed}.${sign('sha256', Buffer.from(signed), private_key).toString('base64url')}`
}

/** The access token of a service account, renewed before it ends. All who wait share one request. */
function createTokens(account: ServiceAccount): () => Promise<string> {
  let current: Promise<string> | undefined
  let until = 0
  async function renew(): Promise<string> {
    try {
      const response = await fetch(account.token_uri ?? GOOGLE_TOKENS, {
        method: 'POST',
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        body: new URLSearchParams({
          grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
          assertion: assertion(account),
        }),
      })
      if (!response.ok) throw new Error(`${response.status} ${(await response.text()).slice(0, 300)}`)
      const { access_token, expires_in } = (await response.json()) as { access_token: string; expires_in: number }
      until = Date.now() + Math.max(expires_in - RENEWED_BEFORE, 1) * 1000
      return access_token
    } catch (error) {
      current = undefined
      throw new TokenRefused(`credentials: ${(error as Error).message}`)
    }
  }
  return () => {
    if (current === undefined || Date.now() >= until) {
      until = Number.POSITIVE_INFINITY
      current = renew()
    }
    return current
  }
}

/** Firebase's codes are in the details of its errors; a status alone may have several meanings. */
function classify(status: number, body: string, retryAfter: string | undefined): PushResult {
  const answer = toPushResult(status, body.slice(0, 1000), retryAfter)
  if (answer.result === 'sent') return answer
  const code = errorCode(body)
  if (code === 'UNREGISTERED') return { ...answer, result: 'gone' }
  // Credentials that the operator corrects. Another 404 is a project that does not exist.
  if (status === 401) return { ...answer, result: 'unreachable' }
  return { ...answer, result: status === 404 ? 'refused' : answer.result }
}

function errorCode(body: string): string | undefined {
  try {
    const { error } = JSON.parse(body) as { error?: { details?: { errorCode?: string }[] } }
    return error?.details?.find(({ errorCode: code }) => code !== undefined)?.errorCode
  } catch {
    return undefined
  }
}
