/** Result of sending a message to a push service. */
export interface PushResult {
  /**
   * `gone`: the device no longer exists. `refused`: permanently, so retrying is pointless. `unreachable`: certainly not
   * accepted. `interrupted`: may have been accepted.
   */
  result: 'sent' | 'gone' | 'refused' | 'unreachable' | 'interrupted'
  answer: string
  retryAfter?: string | undefined
}

/** The notification. `url` is a path of this server. */
export interface PushContent {
  title: string
  body: string
  url: string
  /** A later message with the same tag replaces an earlier one. */
  tag: string
}

/** Failures before anything was sent. */
const NOT_SENT: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'CERT_HAS_EXPIRED',
])

/** A request that got no response. */
export function failureOf(error: unknown): PushResult {
  const { cause } = error as { cause?: unknown }
  const { code = '', message } = (cause instanceof Error ? cause : error) as NodeJS.ErrnoException
  return { result: NOT_SENT.has(code) ? 'unreachable' : 'interrupted', answer: message }
}

/** A response with this status. 429 and 5xx are tried again. */
export function toPushResult(status: number, answer: string, retryAfter: string | undefined): PushResult {
  const text = `${status} ${answer}`.trim()
  if (status >= 200 && status < 300) return { result: 'sent', answer: text }
  if (status === 404 || status === 410) return { result: 'gone', answer: text }
  if (status === 429 || status >= 500) return { result: 'unreachable', answer: text, retryAfter }
  return { result: 'refused', answer: text }
}

/** Push services and Firebase must take 4096 bytes, of which encryption and names need about 100 (RFC 8030, 7.2). */
const MAX_BYTES = 3900
const MAX_TITLE = 200

/** The content so that it fits: a longer text ends with an ellipsis. */
export function fit(content: PushContent): PushContent {
  const { body } = content
  const title = cut(content.title, MAX_TITLE)
  const shorter = (length: number): PushContent => ({ ...content, title, body: cut(body, length) })
  const fits = (length: number): boolean => Buffer.byteLength(JSON.stringify(shorter(length))) <= MAX_BYTES
  if (fits(body.length)) return shorter(body.length)
  let [short, long] = [0, body.length]
  while (long - short > 1) {
    const middle = Math.floor((short + long) / 2)
    if (fits(middle)) short = middle
    else long = middle
  }
  return shorter(short)
}

/** Half of a character is left out. */
const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')}…`
