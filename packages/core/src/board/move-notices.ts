import type { ApiError, MoveIntent, MoveResult } from '@tiffin/sdk/contract'
import type { Translate } from '#i18n/create-i18n'
import type { Sentence } from '#i18n/text-key'
import { NOTICE_MS, type Notices } from '#notices/notices'
import { isSessionError } from '../transient-error.ts'
import { REFUSAL_TEXT, moveResultTexts, undoResultTexts } from './bulk.ts'

/** Display names of the moved order and its target status. */
export type MoveNames = readonly [order: string, status: string]

/** Messages about moves, from the undo offer to the server's answer. */
export interface MoveNotices {
  /** Reports a move and offers undo; returns the id of the message. */
  made(intent: MoveIntent, undo: () => void): number
  /** Records added moves. For several made together, the caller reports the results. */
  added(intents: readonly MoveIntent[], together: boolean): void
  /** The undone order has left the board; its result is reported with these earlier names. */
  departed(intentId: string, names: MoveNames): void
  failed(error: ApiError, waiting: readonly MoveIntent[]): void
  answered(intent: MoveIntent, result: MoveResult, how: { late: boolean; awaited: boolean }): void
  close(): void
}

/** For moves not sent yet; %1 names the order and the target. */
const WAITING_FOR_NETWORK = "%1. It will be sent when you're back online."

export function createMoveNotices(options: {
  notices: Notices
  translate: Translate
  names: (intent: Pick<MoveIntent, 'order_id' | 'to'>) => MoveNames
  /** The message that offers to undo a move. */
  offerOf: (intentId: string) => number | undefined
}): MoveNotices {
  const { notices, translate, names, offerOf } = options
  /** Names of undone orders that are no longer on the board: an update may bring them before the answer. */
  const departed = new Map<string, MoveNames>()
  /** Moves not yet reported as waiting for the network, and whether several were made together. */
  const unreportedMoves = new Map<string, boolean>()

  /** Reports each waiting move once; moves made together share a message. */
  function reportWaiting(waiting: readonly MoveIntent[]): void {
    const fresh = waiting.filter(({ intent_id }) => unreportedMoves.has(intent_id))
    const groups = Map.groupBy(fresh, ({ intent_id, to }) => (unreportedMoves.get(intent_id) ? to : intent_id))
    for (const [first, ...others] of groups.values()) {
      if (!first) continue
      const texts = first.undo === undefined ? moveResultTexts(first.reason) : undoResultTexts
      const [name, status] = names(first)
      const moved = others.length === 0 ? texts.one(name, status) : texts.all(others.length + 1, status)
      const waits: Sentence = { text: WAITING_FOR_NETWORK, params: [translate.sentence(moved)] }
      const offer = offerOf(first.intent_id)
      if (offer !== undefined) notices.update(offer, waits)
      // The message of an undone move is already closed.
      else if (unreportedMoves.get(first.intent_id) || first.undo !== undefined) notices.showSentence('info', waits)
    }
    unreportedMoves.clear()
  }

  return {
    made(intent, undo) {
      const action = { label: 'Undo', run: undo } as const
      return notices.showSentence('info', moveResultTexts(intent.reason).one(...names(intent)), { ms: NOTICE_MS, action })
    },
    added(intents, together) {
      for (const { intent_id } of intents) unreportedMoves.set(intent_id, together)
    },
    departed: (intentId, gone) => void departed.set(intentId, gone),
    failed(error, waiting) {
      if (error.code === 'network') reportWaiting(waiting)
      else if (isSessionError(error)) notices.showSentence('warning', error)
    },
    answered(intent, { status, error, params, placed }, { late, awaited }) {
      const gone = departed.get(intent.intent_id)
      departed.delete(intent.intent_id)
      unreportedMoves.delete(intent.intent_id)
      if (status === 'FAIL') {
        if (late || awaited) return
        const [name] = names(intent)
        notices.showSentence('negative', {
          message: REFUSAL_TEXT,
          params: [name, translate.message(error ?? 'Server error', params)],
        })
        return
      }
      if (gone) notices.showSentence('positive', undoResultTexts.one(...gone))
      if (placed === 'end' && !awaited) notices.show('info', 'Card placed at the end of the column: the card before it is gone')
    },
    close: () => unreportedMoves.clear(),
  }
}
