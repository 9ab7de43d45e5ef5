import { apiError } from '../contract/errors.ts'
import type { Client } from './create-client.ts'
import { updateSession } from './update-session.ts'
import { parseResponse } from './parse-response.ts'

/** A download in progress. If the stream fails, the file is incomplete. */
export interface Download {
  filename: string
  /** Number of rows, if the server counted them. */
  rows?: number
  stream: ReadableStream<Uint8Array>
}

/**
 * Downloads the file of an export ticket (API-24). Never retried, because a ticket works only once.
 * @throws an ApiError: the server's, `network`, or `cancelled`
 */
export async function download(client: Client, ticket: string, signal?: AbortSignal): Promise<Download> {
  const { session, url } = client
  const query = new URLSearchParams({ api: 'Export', method: 'Excel', token: ticket })
  const token = session.kind === 'bearer' ? session.token() : undefined
  const response = await fetch(`${url}?${query.toString()}`, {
    credentials: session.kind === 'cookie' ? 'include' : 'omit',
    redirect: 'error',
    ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
    ...(signal ? { signal } : {}),
  }).catch((error: unknown) => {
    throw apiError(signal?.aborted ? 'cancelled' : 'network', { because: { reason: String(error) } })
  })
  const filename = /filename="([\w.-]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  if (filename !== undefined && response.body) {
    const rows = response.headers.get('tiffin-rows')
    return { filename, ...(rows === null ? {} : { rows: Number(rows) }), stream: response.body }
  }
  const result = { kind: 'answer', status: response.status, text: await response.text() } as const
  const reading = parseResponse(result, { api: 'Export' }, {})
  updateSession(session, 'Export.Excel', result, reading)
  throw reading.error ?? apiError('bad_answer')
}
