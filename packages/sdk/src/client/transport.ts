import axios from 'axios'

export interface TransportRequest {
  url: string
  form: URLSearchParams
  /** Secret for `Authorization: Bearer`. */
  bearer?: string | undefined
  /** Sends the browser's cookies, also to another origin. */
  cookies: boolean
  /** Time limit for the whole exchange, in ms: a server that sends slowly does not extend it. */
  timeoutMs: number
  signal?: AbortSignal | undefined
}

/** The response body as text with any status, or why there is none; `reason` is for logs. */
export type TransportResult =
  { kind: 'answer'; status: number; text: string } | { kind: 'network' | 'timeout' | 'cancelled'; reason: string }

/** Sends one form and never throws. */
export type Transport = (request: TransportRequest) => Promise<TransportResult>

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** A proxy set in the environment can't reach this machine's own loopback. */
function isLoopback(url: string): boolean {
  return URL.canParse(url) && loopback.test(new URL(url).hostname)
}

/** The transport over axios: XMLHttpRequest in browsers, node:http elsewhere. Redirects are not followed. */
export const axiosTransport: Transport = async ({ url, form, bearer, cookies, timeoutMs, signal }) => {
  const control = new AbortController()
  const abort = () => control.abort()
  let late = false
  const timer = setTimeout(() => {
    late = true
    control.abort()
  }, timeoutMs)
  signal?.addEventListener('abort', abort)
  if (signal?.aborted) abort()
  try {
    const response = await axios.post<string>(url, form, {
      responseType: 'text',
      transformResponse: (text: unknown) => text,
      validateStatus: () => true,
      maxRedirects: 0,
      maxBodyLength: Infinity,
      withCredentials: cookies,
      signal: control.signal,
      ...(bearer === undefined ? {} : { headers: { Authorization: `Bearer ${bearer}` } }),
      ...(isLoopback(url) ? { proxy: false as const } : {}),
    })
    return { kind: 'answer', status: response.status, text: response.data }
  } catch (error) {
    if (late) return { kind: 'timeout', reason: `no answer within ${timeoutMs} ms` }
    if (signal?.aborted) return { kind: 'cancelled', reason: 'aborted by the caller' }
    return { kind: 'network', reason: error instanceof Error ? error.message : String(error) }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}
