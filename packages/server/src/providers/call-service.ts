import { apiError } from '@tiffin/sdk/contract'

/** Longer than generating a picture takes, shorter than a user waits. */
const PICTURE_MS = 90_000
/** Statuses with which services explain an error; others are caused by configuration or by the service itself. */
const REFUSAL_STATUSES = new Set([400, 413, 422, 429])

export interface ServiceResponse {
  bytes: Buffer
  type: string
}

/**
 * Sends a request to an external service. The response is untrusted.
 * @throws `service_refused` with its reason; `service_failed` if it is unreachable, slow, invalid or longer than `maxBytes`
 */
export async function callService(
  url: string,
  request: RequestInit,
  maxBytes: number,
  timeoutMs = PICTURE_MS,
): Promise<ServiceResponse> {
  const failed = (cause: unknown): Error => Object.assign(apiError('service_failed'), { cause })
  let response: Response
  let bytes: Buffer
  try {
    response = await fetch(url, { ...request, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
    bytes = await readUpTo(response, maxBytes)
  } catch (error) {
    throw failed(error)
  }
  if (response.ok) return { bytes, type: response.headers.get('content-type') ?? '' }
  const reason = reasonOf(bytes)
  if (REFUSAL_STATUSES.has(response.status) && reason) throw apiError('service_refused', { params: [reason] })
  throw failed(new Error(`the service answered ${response.status}: ${bytes.toString('utf8', 0, 500)}`))
}

async function readUpTo(response: Response, max: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    length += part.length
    if (length > max) throw new Error(`the answer is longer than ${max} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** `{error: {message}}` of OpenAI and `{errors: [{title}]}` of remove.bg. */
function reasonOf(bytes: Buffer): string | undefined {
  const body = parseObject(bytes) as { error?: { message?: unknown }; errors?: { title?: unknown }[] } | undefined
  const reason = body?.error?.message ?? body?.errors?.[0]?.title
  return typeof reason === 'string' && reason !== '' ? reason.slice(0, 300) : undefined
}

/** JSON of a response; undefined if it is not JSON. */
export function parseObject(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8')) ?? undefined
  } catch {
    return undefined
  }
}
