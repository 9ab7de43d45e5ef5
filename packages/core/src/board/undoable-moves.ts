import type { MoveIntent } from '@tiffin/sdk/contract'
import { randomUuid } from '@tiffin/sdk/client'
import type { Notices } from '#notices/notices'
import { type DiskPorts, readJson, storedTexts } from '#outbox/disk'
import type { NamedOrder } from './board-order.ts'
import { RECALL_LIMIT, recallableMoves } from './recallable-moves.ts'

/** A move made on this board that can be undone for a while (KDS-02). */
export interface UndoableMove extends NamedOrder {
  intent_id: string
  from: number
  to: number
  /** The card before it at that time; null at the head. */
  behind?: number | null | undefined
  /** Server time in ms. */
  at: number
  /** The message that offers to undo it. */
  notice?: number | undefined
  /** Equal for all moves made by one command, which are undone together. */
  together?: string | undefined
}

export interface UndoableMoves {
  note(move: Omit<UndoableMove, 'at'>): void
  find(intentId: string | undefined): UndoableMove | undefined
  /** The latest move that can be undone, with those made together with it. */
  latest(): readonly UndoableMove[]
  /** Removes the move from the undoable ones and closes its offer. */
  forget(intentId: string): void
  /** Returns the intent that undoes a move, and closes the move's offer. Undefined if it is too late. */
  inverse(intentId: string): MoveIntent | undefined
  /** Takes over moves of an earlier run. */
  restore(): void
  /** Registers a message that offers to undo these moves. It closes when none of them can be undone. */
  offered(intentIds: ReadonlySet<string>, notice: number): void
}

/** Only a move to another status can be undone; an undo can't. */
export const isUndoable = ({ undo, from, to }: MoveIntent): boolean => undo === undefined && from !== to

export function createUndoableMoves(options: {
  ports: DiskPorts
  owner: () => string
  notices: Notices
  undoable: () => readonly UndoableMove[]
  setUndoable: (undoable: readonly UndoableMove[]) => void
  now: () => number
}): UndoableMoves {
  const { notices, undoable, setUndoable, now, ports, owner } = options
  const stored = storedTexts(ports, 'undo', owner)
  const find = (intentId: string | undefined) => undoable().find(({ intent_id }) => intent_id === intentId)

  /** Removes all other known moves. Moves of another program with the same storage are kept. */
  function keep(moves: readonly UndoableMove[], known = undoable()): void {
    const dropped = new Set(known.filter((move) => !moves.includes(move)).map(({ intent_id }) => intent_id))
    if (dropped.size > 0) for (const text of stored.all()) if (dropped.has(text.key)) text.remove()
    setUndoable(moves)
  }

  function forget(intentId: string): void {
    const move = find(intentId)
    keep(undoable().filter((other) => other !== move))
    // A message about several moves stays while any of them can be undone.
    if (move?.notice !== undefined && !undoable().some(({ notice }) => notice === move.notice)) notices.close(move.notice)
  }

  return {
    note(move) {
      const made = { ...move, at: now() }
      stored.put(made.intent_id, JSON.stringify({ ...made, notice: undefined }))
      keep([...recallableMoves(undoable(), now()).toReversed(), made].slice(-RECALL_LIMIT.moves))
    },
    find,
    latest() {
      const moves = recallableMoves(undoable(), now())
      const [latest] = moves
      return moves.filter((move) => move === latest || (move.together !== undefined && move.together === latest?.together))
    },
    forget,
    inverse(intentId) {
      const move = recallableMoves(undoable(), now()).find(({ intent_id }) => intent_id === intentId)
      forget(intentId)
      if (!move) return undefined
      const { order_id, from, to, behind } = move
      return { intent_id: randomUuid(), order_id, from: to, to: from, after: behind, undo: intentId }
    },
    restore() {
      const left = stored.all().flatMap(({ text }) => readMove(readJson(text())) ?? [])
      const more = left.filter(({ intent_id }) => find(intent_id) === undefined)
      const all = [...undoable(), ...more].toSorted((a, b) => a.at - b.at)
      keep(recallableMoves(all, now()).toReversed(), all)
    },
    offered: (intentIds, notice) =>
      setUndoable(undoable().map((move) => (intentIds.has(move.intent_id) ? { ...move, notice } : move))),
  }
}

/** Parses a stored move; undefined if it is invalid. */
function readMove(value: unknown): UndoableMove | undefined {
  const move = { ...(value as object | null) } as Partial<UndoableMove>
  const isValid =
    typeof move.intent_id === 'string' && [move.order_id, move.from, move.to, move.at].every((item) => typeof item === 'number')
  return isValid ? (move as UndoableMove) : undefined
}
