import { isApiError } from '@tiffin/sdk/contract'
import type { Message, Sentence } from '#i18n/text-key'
import type { BoardState } from './board-state.ts'

const unansweredCodes: ReadonlySet<string> = new Set(['network', 'timeout_client'])

/**
 * Why a request of the board failed. A stopped server refuses a request and a cut connection lets it time out (ERR-01);
 * once the live connection is lost, both mean the same to the user.
 */
export function failureSentence(error: unknown, { live }: Pick<BoardState, 'live'>): Sentence | Message {
  if (!isApiError(error)) return { text: 'Server error' }
  return live.phase !== 'online' && unansweredCodes.has(error.code) ? { text: "Can't reach the server" } : error
}
