import { type ApiError, isApiError } from '@tiffin/sdk/contract'

const passing = new Set<string>([
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

/** Failures of the way or of the moment, after which the same request may go again. */
export const isPassing = (error: unknown): boolean => !isApiError(error) || passing.has(error.code)

const ofSession = new Set<string>([
  'session_required',
  'session_expired',
  'account_blocked',
  'client_outdated',
  'foreign_company',
])

/** Refusals that say nothing of what was asked: it waits until somebody is signed in again. */
export const isOfSession = ({ code }: Pick<ApiError, 'code'>): boolean => ofSession.has(code)
