import type { Call } from '../contract/call.ts'
import { type ApiError, apiError, type ErrorCode, errors } from '../contract/errors.ts'
import type { TransportResult } from './transport.ts'

type Body = Record<string, unknown>

/** The JSON object of a response, and the failure it reports, if any. */
export interface ParsedResponse {
  body: Body | undefined
  error: ApiError | undefined
}

const codeOf = { network: 'network', timeout: 'timeout_client', cancelled: 'cancelled' } as const

const isBody = (value: unknown): value is Body => typeof value === 'object' && value !== null && !Array.isArray(value)
const isKnown = (code: unknown): code is ErrorCode => typeof code === 'string' && Object.hasOwn(errors, code)
const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
const count = (value: unknown) => (typeof value === 'number' ? value : undefined)
const isRefused = (part: unknown): part is Body => isBody(part) && typeof part['status'] === 'string' && part['status'] !== 'OK'

function parse(json: string): Body | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return isBody(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Position in the request of the n-th row of a table: responses count rows by table, `ApiError.row` counts by request. */
function rowInRequest(input: unknown, table: string, n: number): number | undefined {
  const sentTables = isBody(input) && Array.isArray(input['tables']) ? input['tables'] : []
  const places = sentTables.flatMap((entry: unknown, at) => (isBody(entry) && entry['table'] === table ? [at] : []))
  return places[n]
}

/** The tables that a Reference response refuses, each with the refused row (ERR-03). */
function refusedTable(data: unknown, input: unknown): Body[] {
  if (!isBody(data)) return []
  for (const [table, result] of Object.entries(data)) {
    if (!isRefused(result)) continue
    const rows: unknown[] = Array.isArray(result['rows']) ? result['rows'] : []
    const n = rows.findIndex(isRefused)
    const refusedRow = rows[n]
    const row = n < 0 ? undefined : rowInRequest(input, table, n)
    return [...(isBody(refusedRow) ? [{ ...refusedRow, table, row }] : []), { ...result, table, row }]
  }
  return []
}

/** An `auth` part is an error if its status is not OK or REG, or if it has an error (API-06, AUTH-02). */
function refusedAuth(auth: unknown): Body[] {
  if (!isBody(auth)) return []
  const refused = text(auth['error']) !== undefined || (isRefused(auth) && auth['status'] !== 'REG')
  return refused ? [{ code: text(auth['error']) === undefined ? 'session_required' : undefined, ...auth }] : []
}

/** Parts of a response that may contain an error, most specific first (AMB-200). */
function refusals(body: Body, call: Pick<Call, 'api'>, input: unknown): Body[] {
  const { data } = body
  return [
    ...(isRefused(body) ? [body] : []),
    ...(call.api === 'Reference' ? refusedTable(data, input) : []),
    ...(isRefused(data) ? [data] : []),
    ...refusedAuth(body['auth']),
  ]
}

function toError(parts: Body[]): ApiError {
  const first = <T>(name: string, read: (value: unknown) => T | undefined): T | undefined => {
    for (const part of parts) {
      const value = read(part[name])
      if (value !== undefined) return value
    }
    return undefined
  }
  const asRecord = (value: unknown) => (isBody(value) ? value : undefined)
  const asParams = (value: unknown) =>
    Array.isArray(value) ? value.filter((item) => typeof item === 'string' || typeof item === 'number') : undefined
  const asRefusals = (value: unknown) => (Array.isArray(value) ? value.filter(isBody).map((item) => toError([item])) : undefined)
  const code = first('code', text)
  const message = first('error', text)
  // A newer server may send codes that this client does not know; its message is still the best one to show.
  return apiError(isKnown(code) ? code : 'server_error', {
    ...(message === undefined ? {} : { message }),
    params: first('params', asParams),
    table: first('table', text),
    row: first('row', count),
    field: first('field', text),
    current: first('current', asRecord),
    because: first('because', asRecord),
    refused: first('refused', asRefusals),
  })
}

/**
 * Turns a response into a response or an ApiError. Errors are HTTP failures, timeouts, no network, invalid JSON, and
 * `FAIL` in the envelope, in `data`, in a table or in `auth` (AMB-200).
 */
export function parseResponse(result: TransportResult, call: Pick<Call, 'api'>, input: unknown): ParsedResponse {
  if (result.kind !== 'answer') {
    return { body: undefined, error: apiError(codeOf[result.kind], { because: { reason: result.reason } }) }
  }
  const body = parse(result.text)
  const refused = body === undefined ? [] : refusals(body, call, input)
  if (result.status !== 200) {
    return { body, error: refused.length > 0 ? toError(refused) : apiError('server_error', { because: { http: result.status } }) }
  }
  if (body === undefined) {
    return { body, error: apiError('bad_answer', { because: { reason: 'not a JSON object', length: result.text.length } }) }
  }
  return { body, error: refused.length > 0 ? toError(refused) : undefined }
}
