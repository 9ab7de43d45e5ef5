import { type ApiError, isApiError } from '@tiffin/sdk/contract'

const transientCodes = new Set<string>([
  'network',
  'timeout_client',
  'timeout',
  'write_timeout',
  'period_too_long',
  'server_busy',
  'database_unavailable',
  'shutting_down',
  'server_error',
  'bad_answer',
  'cancelled',
  'rate_limited',
])

/** Transient errors of the network or the server, after which the same request can be retried. */
export const isTransient = (error: unknown): boolean => !isApiError(error) || transientCodes.has(error.code)

const sessionCodes = new Set<string>([
  'session_required',
  'session_expired',
  'session_locked',
  'factor_required',
  'account_blocked',
  'client_outdated',
  'foreign_company',
])

/** Whether an error only means that the session has ended. */
export const isSessionEnd = ({ code }: Pick<ApiError, 'code'>): boolean =>
  code === 'session_required' || code === 'session_expired'

/** errors because of the session, not the request: the request waits for the next sign-in. */
export const isSessionError = ({ code }: Pick<ApiError, 'code'>): boolean => sessionCodes.has(code)
