import { type ApiError, apiError, isApiError } from '@tiffin/sdk/contract'
import type { BoardState } from './board-state.ts'

/**
 * Why a request of the board failed. A stopped server refuses a request and a cut connection lets it time out (ERR-01);
 * once the live connection is lost, both mean the same to the user.
 */
export function failureSentence(error: unknown, { live }: Pick<BoardState, 'live'>): ApiError {
  if (!isApiError(error)) return apiError('server_error')
  return error.code === 'timeout_client' && live.phase !== 'online' ? apiError('network') : error
}
