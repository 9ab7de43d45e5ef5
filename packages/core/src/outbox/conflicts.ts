import type { Handoff, MoveIntent, MoveResult } from '@tiffin/sdk/contract'
import type { NamedOrder } from '#board/board-order'

/** Contains the ticket and merchant, to name an order that has left the board. */
interface Refused extends NamedOrder {
  /** The server's reason. */
  error: string
  params?: readonly (string | number)[] | undefined
  /** Server time in ms. */
  at: number
}

/** A move made offline and refused later. */
export interface MoveConflict extends Refused {
  kind: 'move'
  /** The status shown when the move was made. */
  from: number
  to: number
  reason?: string | undefined
  handoff?: Handoff | undefined
  /** The order's status when the server refused the move; null if the order is no longer visible. */
  now: number | null
  /** The reason for a cancellation, if there was one. */
  why?: string | undefined
}

/** An offline change that the server refused later. Staff decide whether it still applies (MOON-04). */
export type Conflict =
  | MoveConflict
  /** `courier` 0 means none. */
  | (Refused & { kind: 'courier'; courier: number; name: string })
  /** A ticket line, by key and as text. */
  | (Refused & { kind: 'tick'; line: string; item: string; done: boolean })

/** Identifies the subject of a conflict; the tray shows one conflict per subject. */
type ConflictAbout = { kind: 'move' | 'courier'; order_id: number } | { kind: 'tick'; order_id: number; line: string }

export const conflictKey = (about: ConflictAbout): string =>
  about.kind === 'move' ? String(about.order_id) : `${about.order_id}.${about.kind === 'tick' ? about.line : about.kind}`

/** The conflict of a refused move; undefined if the order is already at its target. */
export function conflictOfMove(
  { from, to, reason, handoff }: MoveIntent,
  { order, error = 'Server error', params }: Partial<MoveResult>,
  named: NamedOrder & { at: number },
): MoveConflict | undefined {
  if (order?.order_status === to) return undefined
  const now = order?.order_status ?? null
  return { kind: 'move', ...named, from, to, reason, handoff, now, why: order?.cancel_reason, error, params }
}

/**
 * Adds a conflict to the tray. Conflicts with the same subject merge: start of the first, reason and target of the
 * last.
 */
export function withConflict(tray: readonly Conflict[], conflict: Conflict): readonly Conflict[] {
  const earlier = tray.find((other) => conflictKey(other) === conflictKey(conflict))
  const merged = earlier ? { ...conflict, error: earlier.error, params: earlier.params } : conflict
  if (earlier?.kind === 'move' && merged.kind === 'move') merged.from = earlier.from
  return [...tray.filter((other) => other !== earlier), merged]
}

/** Parses a stored conflict; undefined if it is invalid. */
export function readConflict(value: unknown): Conflict | undefined {
  const conflict = { ...(value as object | null) } as Partial<Conflict>
  const { kind, order_id, at, error } = conflict
  if (typeof order_id !== 'number' || typeof at !== 'number' || typeof error !== 'string') return undefined
  const { from, to, now, courier, name, line, item, done } = conflict as Partial<Record<string, unknown>>
  const isValid =
    (kind === 'move' && typeof from === 'number' && typeof to === 'number' && (now === null || typeof now === 'number')) ||
    (kind === 'courier' && typeof courier === 'number' && typeof name === 'string') ||
    (kind === 'tick' && typeof line === 'string' && typeof item === 'string' && typeof done === 'boolean')
  return isValid ? (conflict as Conflict) : undefined
}

/** The number of conflicts, as text. */
export const conflictsText = (tray: readonly Conflict[]) =>
  tray.every(({ kind }) => kind === 'move') ? '%1 moves could not be applied' : '%1 changes could not be applied'
