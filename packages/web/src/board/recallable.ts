import type { MadeMove } from '@tiffin/core'

const MOST = 50
const FOR_MS = 15 * 60_000

/** The moves that can still be taken back at this moment (server time, in ms), newest first (KDS-02). */
export const recallable = (made: readonly MadeMove[], now: number): MadeMove[] =>
  made
    .filter(({ at }) => now - at < FOR_MS)
    .slice(-MOST)
    .toReversed()
