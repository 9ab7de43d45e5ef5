/** How many moves can be undone, and for how long. */
export const RECALL_LIMIT = { moves: 50, ms: 15 * 60_000 }

/** The moves that can still be undone at this time (server time, in ms), newest first (KDS-02). */
export const recallableMoves = <M extends { at: number }>(undoable: readonly M[], now: number): M[] =>
  undoable
    .filter(({ at }) => now - at < RECALL_LIMIT.ms)
    .slice(-RECALL_LIMIT.moves)
    .toReversed()

/**
 * Of moves, oldest first, those that have not been undone, here or elsewhere: an order that is back in an earlier status has
 * lost the moves since it left that. An order that is not on the board keeps them.
 */
export function withoutUndone<M extends { order_id: number; from: number; to: number }>(
  moves: readonly M[],
  statusOf: (orderId: number) => number | undefined,
): readonly M[] {
  const undone = new Set<M>()
  for (const [id, made] of Map.groupBy(moves, ({ order_id }) => order_id)) {
    const status = statusOf(id)
    if (made.at(-1)?.to === status) continue
    const first = made.findLastIndex(({ from }) => from === status)
    for (const move of first < 0 ? [] : made.slice(first)) undone.add(move)
  }
  return moves.filter((move) => !undone.has(move))
}
