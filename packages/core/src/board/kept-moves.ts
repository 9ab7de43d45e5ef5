import { type MoveIntent, moveIntentSchema } from '@tiffin/sdk/contract'
import type { ListedStorage } from '../ports.ts'
import { type MoveConflict, readConflict } from './move-tray.ts'

/** Moves that the server has not answered, and those that it refused while nobody looked, on disk (MOON-04). */
export interface KeptMoves {
  /** In the order in which they were made. */
  intents(): MoveIntent[]
  add(intent: MoveIntent): void
  remove(intentId: string): void
  tray(): MoveConflict[]
  putInTray(conflict: MoveConflict): void
  takeFromTray(orderId: number): void
}

const SEQUENCE_DIGITS = 10
const nothing: KeptMoves = {
  intents: () => [],
  add() {},
  remove() {},
  tray: () => [],
  putInTray() {},
  takeFromTray() {},
}

function readJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as unknown)
  } catch {
    return undefined
  }
}

/**
 * One text a move, so that a second program with the same storage loses nothing of the first one's. Keys count instead of
 * telling the time: the clocks of small kitchen machines begin anew after a power cut.
 */
export function createKeptMoves(storage: ListedStorage | undefined, owner: () => string): KeptMoves {
  if (!storage) return nothing
  const places = () => ({ moves: `move.${owner()}.`, tray: `tray.${owner()}.` })
  const sequenceOf = (key: string): number => Number(key.split('.').at(-2))
  const moveKeys = () => storage.keys(places().moves).toSorted((a, b) => sequenceOf(a) - sequenceOf(b))

  return {
    intents: () =>
      moveKeys().flatMap((key) => {
        const { data } = moveIntentSchema.safeParse(readJson(storage.get(key)))
        return data ? [data] : []
      }),
    add(intent) {
      const next = sequenceOf(moveKeys().at(-1) ?? '.0.') + 1
      storage.set(`${places().moves}${String(next).padStart(SEQUENCE_DIGITS, '0')}.${intent.intent_id}`, JSON.stringify(intent))
    },
    // Whoever's it is: the answer may come when the board of another company is open already.
    remove(intentId) {
      for (const key of storage.keys('move.')) if (key.endsWith(`.${intentId}`)) storage.set(key, undefined)
    },
    tray: () =>
      storage.keys(places().tray).flatMap((key) => {
        const conflict = readConflict(readJson(storage.get(key)))
        return conflict ? [conflict] : []
      }),
    putInTray: (conflict) => storage.set(`${places().tray}${conflict.order_id}`, JSON.stringify(conflict)),
    takeFromTray: (orderId) => storage.set(`${places().tray}${orderId}`, undefined),
  }
}
