import type { ApiError, MoveIntent, MoveResult } from '@tiffin/sdk/contract'
import type { Translate } from '#i18n/create-i18n'
import type { Sentence } from '#i18n/text-key'
import { NOTICE_MS, type Notices } from '#notices/notices'
import { isSessionError } from '../transient-error.ts'
import type { DescribeRemoteMove } from './describe-remote-move.ts'
import { ERROR_TEXT, moveResultTexts, undoResultTexts } from './bulk.ts'

/** Display names of the moved order and its target status. */
export type MoveNames = readonly [order: string, status: string]

/** Messages about moves, from the undo offer to the server's response. */
export interface MoveNotices {
  /** Reports a move and offers undo; returns the id of the message. */
  made(intent: MoveIntent, undo: () => void): number
  /** Records added moves. For several made together, the caller reports the results. */
  added(intents: readonly MoveIntent[], together: boolean): void
  /** Reports an undo with these names: its order may have left the board. */
  undone(intentId: string, names: MoveNames): void
  failed(error: ApiError, waiting: readonly MoveIntent[]): void
  answered(intent: MoveIntent, result: MoveResult, how: { late: boolean; awaited: boolean }): void
  close(): void
}

/** Message for moves that have not been sent yet; %1 has the order and the target. */
const WAITING_FOR_NETWORK = "%1. It will be sent when you're back online."

export function createMoveNotices(options: {
  notices: Notices
  translate: Translate
  names: (intent: Pick<MoveIntent, 'order_id' | 'to'>) => MoveNames
  /** The message that offers to undo a move. */
  offerOf: (intentId: string) => number | undefined
  movedElsewhere: DescribeRemoteMove
}): MoveNotices {
  const { notices, translate, names, offerOf, movedElsewhere } = options
  /** The messages about undone moves, with the names at that time. */
  const undone = new Map<string, { notice: number; names: MoveNames }>()
  /** Moves not yet reported as waiting for the network, and whether several were made together. */
  const unreportedMoves = new Map<string, boolean>()

  /** Reports each waiting move once; moves made together share a message. */
  function reportWaiting(waiting: readonly MoveIntent[]): void {
    const fresh = waiting.filter(({ intent_id }) => unreportedMoves.has(intent_id))
    const groups = Map.groupBy(fresh, ({ intent_id, to }) => (unreportedMoves.get(intent_id) ? to : intent_id))
    for (const [first, ...others] of groups.values()) {
      if (!first) continue
      const texts = first.undo === undefined ? moveResultTexts(first.reason) : undoResultTexts
      const [name, status] = undone.get(first.intent_id)?.names ?? names(first)
      const moved = others.length === 0 ? texts.one(name, status) : texts.all(others.length + 1, status)
      const waits: Sentence = { text: WAITING_FOR_NETWORK, params: [translate.sentence(moved)] }
      const notice = offerOf(first.intent_id) ?? undone.get(first.intent_id)?.notice
      if (notice !== undefined) notices.update(notice, waits)
      else if (unreportedMoves.get(first.intent_id)) notices.showSentence('info', waits)
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
    undone(intentId, what) {
      undone.set(intentId, { names: what, notice: notices.showSentence('positive', undoResultTexts.one(...what)) })
    },
    failed(error, waiting) {
      if (error.code === 'network') reportWaiting(waiting)
      else if (isSessionError(error)) notices.showSentence('warning', error)
    },
    answered(intent, { status, code, error, params, placed, order }, { late, awaited }) {
      const undoNotice = undone.get(intent.intent_id)
      undone.delete(intent.intent_id)
      unreportedMoves.delete(intent.intent_id)
      if (status === 'FAIL') {
        if (undoNotice) notices.close(undoNotice.notice)
        // Another console has made the same move: the tray has nothing to ask.
        const isThere = late && order?.order_status === intent.to
        if (awaited || (late && !isThere)) return
        const [name] = undoNotice?.names ?? names(intent)
        const refusal = (why: string) => ({ message: ERROR_TEXT, params: [name, why] })
        // The user may be away from the board when the connection returns.
        const stay = isThere ? { ms: Infinity } : {}
        const said = refusal(translate.message(error ?? 'Server error', params))
        const notice = notices.showSentence(isThere ? 'info' : 'negative', said, stay)
        if (code !== 'not_in_status') return
        void movedElsewhere(intent.order_id, intent.from).then((who) => who && notices.update(notice, refusal(who)))
        return
      }
      if (placed === 'end' && !awaited) notices.show('info', 'Card placed at the end of the column: the card before it is gone')
    },
    close: () => unreportedMoves.clear(),
  }
}
