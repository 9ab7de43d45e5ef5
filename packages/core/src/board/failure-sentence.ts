import { type ApiError, apiError, isApiError } from '@tiffin/sdk/contract'
import type { BoardState } from './board-state.ts'

export const asApiError = (error: unknown): ApiError => (isApiError(error) ? error : apiError('server_error'))

/**
 * Why a request of the board failed. A stopped server refuses a request and a cut connection lets it time out (ERR-01);
 * once the live connection is lost, both mean the same to the user.
 */
export function failureSentence(error: unknown, { live }: Pick<BoardState, 'live'>): ApiError {
  const failure = asApiError(error)
  return live.phase !== 'online' && failure.code === 'timeout_client' ? apiError('network') : failure
}
