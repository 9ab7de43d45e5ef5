/** How many moves can be undone, and for how long. */
export const RECALL_LIMIT = { moves: 50, ms: 15 * 60_000 }

/** The moves that can still be undone at this time (server time, in ms), newest first (KDS-02). */
export const recallableMoves = <M extends { at: number }>(undoable: readonly M[], now: number): M[] =>
  undoable
    .filter(({ at }) => now - at < RECALL_LIMIT.ms)
    .slice(-RECALL_LIMIT.moves)
    .toReversed()
