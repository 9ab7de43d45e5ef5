import type { StoreApi } from 'zustand/vanilla'
import type { MoveIntent } from '@tiffin/sdk/contract'
import type { I18n } from '#i18n/create-i18n'
import type { Notices } from '#notices/notices'
import { statusName } from '#rules/index'
import { type BoardMoves, CANNOT_UNDO } from './board-moves.ts'
import type { BoardState } from './board-state.ts'
import { type BulkResult, reportResults, moveResultTexts, undoResultTexts } from './bulk.ts'
import { moveIntent } from './move-intent.ts'
import { orderNameById } from './order-name.ts'

export interface BulkMoves {
  /**
   * Moves several orders at once. The server answers for each order, and one message reports all results with an undo
   * (KDS-16).
   */
  moveMany(orderIds: readonly number[], statusId: number, reason?: string): Promise<readonly BulkResult[]>
}

export function createBulkMoves(options: {
  store: StoreApi<BoardState>
  notices: Notices
  i18n: I18n
  moves: BoardMoves
}): BulkMoves {
  const { store, notices, i18n, moves } = options
  const { getState: get } = store
  const telling = { notices, t: i18n.t, name: (orderId: number) => orderNameById(get(), orderId, i18n.lang()) }
  const nameOfStatus = (id: number): string => statusName(get().statuses, id, i18n.lang())

  /** Undoes those of the moves that can still be undone, and reports the others. */
  async function undo(moved: readonly MoveIntent[]): Promise<void> {
    // An order that is back in its old place has already been undone.
    const left = moved.filter(({ order_id, from }) => moveIntent(get(), order_id, from)?.from !== from)
    if (left.length === 0) return void notices.show('info', 'Nothing to undo')
    const inverses = left.map(({ order_id, intent_id }) => ({ order_id, intent: moves.inverse(intent_id) }))
    const results = await moves.addMany(inverses.flatMap(({ intent }) => intent ?? []))
    const gone = inverses.filter(({ intent }) => !intent).map(({ order_id }) => order_id)
    const refused = gone.map((order_id): BulkResult => ({ order_id, status: 'FAIL', error: CANNOT_UNDO }))
    const from = new Map(left.map((intent) => [intent.order_id, intent.from]))
    const given = (id: number): string => nameOfStatus(from.get(id) ?? 0)
    reportResults({ ...telling, results: [...results, ...refused], texts: undoResultTexts, given })
  }

  return {
    async moveMany(orderIds, statusId, reason) {
      const where = reason === undefined ? {} : { reason }
      const all = orderIds.flatMap((id) => moveIntent(get(), id, statusId, where) ?? [])
      const intents = all.filter(({ from, to }) => from !== to)
      const results = await moves.addMany(intents)
      const notice = reportResults({
        ...telling,
        results,
        texts: moveResultTexts(reason),
        given: () => nameOfStatus(statusId),
        undo: (ids) => void undo(intents.filter(({ order_id }) => ids.includes(order_id))),
      })
      if (notice !== undefined) moves.offered(new Set(intents.map(({ intent_id }) => intent_id)), notice)
      return results
    },
  }
}
