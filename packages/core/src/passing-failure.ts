import { isApiError } from '@tiffin/sdk/contract'

const passing = new Set<string>([
  'network',
  'timeout_client',
  'timeout',
  'database_unavailable',
  'shutting_down',
  'server_error',
  'bad_answer',
  'cancelled',
  'rate_limited',
])

/** Failures of the way or of the moment, after which the same request may go again. */
export const isPassing = (error: unknown): boolean => !isApiError(error) || passing.has(error.code)
