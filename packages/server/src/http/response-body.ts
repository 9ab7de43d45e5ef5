import { apiError, type ApiError, isApiError } from '@tiffin/sdk/contract'
import type { RawJson } from '../context.ts'

const isRaw = (output: unknown): output is RawJson =>
  typeof output === 'object' && output !== null && 'json' in output && Object.keys(output).length === 1

/** Bytes of a success response: the result of the call in the envelope. `now` in milliseconds. */
export function successBody(output: unknown, now: number): Buffer {
  const head = `{"server_time":${Math.floor(now / 1000)},"status":"OK"`
  const body = isRaw(output) ? output.json : JSON.stringify(output)
  if (body === '{}') return Buffer.from(`${head}}`)
  // The opening brace is cut from the bytes: cutting a large text would copy it.
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  return Buffer.concat([Buffer.from(`${head},`), bytes.subarray(1)])
}

/** The details of an error. */
const reportDetails = ({ code, message, params, table, row, field, current, because }: ApiError) => ({
  error: message,
  code,
  params,
  table,
  row,
  field,
  current,
  because,
})

/** Text of an error in all documented forms: at the top, in `data`, and in `auth` for calls of Auth (API-02). */
export function errorBody(error: ApiError, api: string, now: number): string {
  const { code, message, table, refused } = error
  return JSON.stringify({
    server_time: Math.floor(now / 1000),
    status: 'FAIL',
    ...reportDetails(error),
    // Only the first error includes the current row: thousands of rows would be another read.
    refused: refused?.map((item) => ({ ...reportDetails(item), current: undefined })),
    data: {
      status: 'FAIL',
      error: message,
      ...(table === undefined ? {} : { [table]: { status: 'FAIL', error: message, code, rows: [] } }),
    },
    ...(api === 'Auth' || code === 'session_required' || code === 'session_expired'
      ? { auth: { status: 'FAIL', error: message } }
      : {}),
  })
}

const statuses: Partial<Record<ApiError['code'], number>> = {
  malformed: 400,
  too_large: 413,
  forbidden_origin: 403,
  too_many_connections: 429,
  server_error: 500,
  database_unavailable: 503,
  content_unavailable: 503,
  shutting_down: 503,
}

/** HTTP status of an error: 200 for every response of the application itself (DESIGN §2, The wire). */
export const statusOf = (error: ApiError): number => statuses[error.code] ?? 200

/** Converts a thrown value for the client; a bug reveals no details. */
export const asApiError = (error: unknown): ApiError =>
  isApiError(error) ? error : Object.assign(apiError('server_error'), { cause: error })
