import type { StoreApi } from 'zustand/vanilla'
import { errors, type Handoff, type MoveIntent } from '@tiffin/sdk/contract'
import type { I18n } from '#i18n/create-i18n'
import type { Sentence } from '#i18n/text-key'
import type { Notices } from '#notices/notices'
import { statusName } from '#rules/index'
import { type BoardMoves, CANNOT_UNDO } from './board-moves.ts'
import type { BoardState } from './board-state.ts'
import {
  type BulkResult,
  MAX_LISTED_FAILURES,
  moveResultTexts,
  type Report,
  reportResults,
  resultSentence,
  undoResultTexts,
} from './bulk.ts'
import type { MarkedOrder } from './marks.ts'
import type { DescribeRemoteMove } from './describe-remote-move.ts'
import { moveIntent, shownStatus } from './move-intent.ts'
import { orderName, orderNameById } from './order-name.ts'

/** One of several moves made together. */
export interface BulkMove {
  order_id: number
  /** The target status; undefined if the order has no next status. */
  to: number | undefined
  /** The order as the user marked it. If it has moved since, it is not moved further. */
  marked?: MarkedOrder | undefined
  handoff?: Handoff | undefined
  /** Why the order is not moved. */
  refused?: 'view_only' | 'handoff_required' | undefined
}

export interface BulkMoves {
  /**
   * Moves several orders at once. The server responds for each order, and one message reports all results with an undo
   * (KDS-16).
   */
  moveMany(moves: readonly BulkMove[], reason?: string): Promise<readonly BulkResult[]>
  /**
   * Undoes the given move, or the latest one with those made together with it. Also works if the order has left the
   * board, since the server decides (KDS-02, KDS-06).
   */
  undo(intentId?: string): void
}

export function createBulkMoves(options: {
  store: StoreApi<BoardState>
  notices: Notices
  i18n: I18n
  moves: BoardMoves
  movedElsewhere: DescribeRemoteMove
}): BulkMoves {
  const { store, notices, i18n, moves, movedElsewhere } = options
  const { getState: get } = store
  const nameOfStatus = (id: number): string => statusName(get().statuses, id, i18n.lang())
  const nameOf = (orderId: number): string => orderNameById(get(), orderId, i18n.lang())

  /** Reports the results. For orders that had already been moved elsewhere, reports later who moved them. */
  function report(about: Omit<Report, 't'> & { undo?: (ids: readonly number[]) => void }, from: (id: number) => number) {
    const telling = { ...about, t: i18n.t }
    const notice = reportResults({ ...telling, notices })
    const elsewhere = about.results.filter(({ code }) => code === 'not_in_status').slice(0, MAX_LISTED_FAILURES)
    if (notice === undefined || elsewhere.length === 0) return notice
    const described = elsewhere.map(async ({ order_id }) => [order_id, await movedElsewhere(order_id, from(order_id))] as const)
    void Promise.all(described).then((sentences) => {
      const known = new Map(sentences)
      const results = about.results.map((result) => {
        const error = known.get(result.order_id)
        return error === undefined ? result : { ...result, error, params: [] }
      })
      const sentence = resultSentence({ ...telling, results })
      if (sentence) notices.update(notice, sentence)
    })
    return notice
  }

  /** Undoes the moves that can still be undone, and reports the others. */
  async function undo(moved: readonly Pick<MoveIntent, 'order_id' | 'intent_id' | 'from' | 'to'>[]): Promise<void> {
    // An order that is back in its old place has already been undone.
    const left = moved.filter(({ order_id, from }) => shownStatus(get(), order_id) !== from)
    if (left.length === 0) return void notices.show('info', 'Nothing to undo')
    const inverses = left.map(
      ({ order_id, intent_id }) => moves.inverse(intent_id) ?? ({ order_id, status: 'FAIL', error: CANNOT_UNDO } as const),
    )
    const done = await moves.addMany(inverses.filter((item) => 'intent_id' in item))
    const results: BulkResult[] = [...done, ...inverses.filter((item) => 'status' in item)]
    const of = new Map(left.map((move) => [move.order_id, move]))
    report(
      {
        name: nameOf,
        results,
        texts: undoResultTexts,
        given: (id) => nameOfStatus(of.get(id)?.from ?? 0),
      },
      (id) => of.get(id)?.to ?? 0,
    )
  }

  /** The intent for a move, or why there is none. Undefined if the order is already at its target. */
  function intentFor(
    { order_id, to, marked, handoff, refused }: BulkMove,
    reason: string | undefined,
  ): MoveIntent | BulkResult | undefined {
    const answers = { ...(reason === undefined ? {} : { reason }), ...(handoff ? { handoff } : {}) }
    const intent = moveIntent(get(), order_id, to ?? 0, answers)
    const refuse = ({ text: error, params }: Sentence, code?: string): BulkResult => ({
      order_id,
      status: 'FAIL',
      code,
      error,
      params,
    })
    const code = marked && intent?.from !== marked.order_status ? 'not_in_status' : undefined
    if (!intent) return refuse({ text: 'This order is no longer visible' }, code)
    if (code) return refuse({ text: 'Someone else moved it to %1.', params: [nameOfStatus(intent.from)] }, code)
    if (refused) return refuse({ text: errors[refused] }, refused)
    if (to === undefined) return refuse({ text: 'This order has no next status' })
    return intent.from === to ? undefined : intent
  }

  return {
    async moveMany(requested, reason) {
      const planned = requested.flatMap((move) => intentFor(move, reason) ?? [])
      const intents = planned.filter((item) => 'intent_id' in item)
      const results = [...(await moves.addMany(intents)), ...planned.filter((item) => 'status' in item)]
      const asked = new Map(requested.map((move) => [move.order_id, move]))
      const notice = report(
        {
          name: (id) =>
            get().rows.has(id) ? nameOf(id) : orderName(get(), asked.get(id)?.marked ?? { order_id: id }, i18n.lang()),
          results,
          texts: moveResultTexts(reason),
          given: (id) => nameOfStatus(asked.get(id)?.to ?? 0),
          // The latest first: each order goes back behind the one that it stood behind when it was moved.
          undo: (ids) => void undo(intents.filter(({ order_id }) => ids.includes(order_id)).toReversed()),
        },
        (id) => asked.get(id)?.marked?.order_status ?? intents.find(({ order_id }) => order_id === id)?.from ?? 0,
      )
      if (notice !== undefined) moves.offered(new Set(intents.map(({ intent_id }) => intent_id)), notice)
      return results
    },
    undo(intentId) {
      const together = intentId === undefined ? moves.latest() : []
      if (together.length > 1) void undo(together)
      else moves.undo(intentId)
    },
  }
}
