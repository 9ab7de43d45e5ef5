import { CONTRACT_VERSION } from '@tiffin/sdk/contract'

/** The public API for this process: over HTTP, like any other client. */
export interface Wire {
  /** @throws WireError; `code` is the server's own, or `network` without a readable response */
  call<T>(api: string, method: string, data: unknown): Promise<T>
}

export interface WireOptions {
  url: string
  login: string
  password: string
  fetch?: typeof fetch
}

export interface WireError extends Error {
  name: 'WireError'
  code: string
}

const wireError = (code: string, message: string): WireError =>
  Object.assign(new Error(message), { name: 'WireError' as const, code })

export const isWireError = (value: unknown): value is WireError => value instanceof Error && value.name === 'WireError'

const TIMEOUT_MS = 20_000
const signedOut = new Set(['session_required', 'session_expired'])
const app = JSON.stringify({ name: 'simulator', version: '1', contract: CONTRACT_VERSION })

interface Answer {
  status?: string
  code?: string
  error?: string
  auth?: { user?: { token?: string } }
}

/** Signs in when necessary, and again when the session has ended. */
export function createWire({ url, login, password, fetch: send = fetch }: WireOptions): Wire {
  let token: string | null = null

  async function post(api: string, method: string, data: unknown): Promise<Answer> {
    const body = new URLSearchParams({ api, method, data: JSON.stringify(data), app, idempotency_key: crypto.randomUUID() })
    const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` }
    const result = await send(`${url}/api`, { method: 'POST', body, headers, signal: AbortSignal.timeout(TIMEOUT_MS) })
      .then((response) => response.json() as Promise<Answer>)
      .catch((error: unknown) => {
        throw wireError('network', error instanceof Error ? error.message : 'No answer')
      })
    if (result.status !== 'OK') throw wireError(result.code ?? 'network', result.error ?? 'No reason given')
    return result
  }

  async function signIn(): Promise<void> {
    token = null
    const answer = await post('Auth', 'Login', { login, password })
    token = answer.auth?.user?.token ?? null
  }

  return {
    async call<T>(api: string, method: string, data: unknown) {
      if (token === null) await signIn()
      try {
        return (await post(api, method, data)) as T
      } catch (error) {
        if (!isWireError(error) || !signedOut.has(error.code)) throw error
        await signIn()
        return (await post(api, method, data)) as T
      }
    },
  }
}
