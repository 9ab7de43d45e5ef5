import type { MoveIntent, MoveResult } from '@tiffin/sdk/contract'
import type { NamedOrder } from '#board/board-order'

/** Ticket and merchant name an order that has left the board. */
interface Refused extends NamedOrder {
  /** Why, as the server says it. */
  error: string
  params?: readonly (string | number)[] | undefined
  /** Server time in ms. */
  at: number
}

/** A move that was made without a network and refused later. */
export interface MoveConflict extends Refused {
  kind: 'move'
  /** As the board showed it when the move was made. */
  from: number
  to: number
  reason?: string | undefined
  /** Where the order was when the server refused; null where it cannot be seen any more. */
  now: number | null
  /** Why it was cancelled, where it was. */
  why?: string | undefined
}

/** What was done without a network and refused later: a person decides whether it still holds (MOON-04). */
export type Conflict =
  | MoveConflict
  /** `courier` 0 is none. */
  | (Refused & { kind: 'courier'; courier: number; name: string })
  /** A line of the ticket, by its key and in words. */
  | (Refused & { kind: 'tick'; line: string; item: string; done: boolean })

/** What a conflict is about; of several about the same thing the tray shows one. */
type ConflictAbout = { kind: 'move' | 'courier'; order_id: number } | { kind: 'tick'; order_id: number; line: string }

export const conflictKey = (about: ConflictAbout): string =>
  about.kind === 'move' ? String(about.order_id) : `${about.order_id}.${about.kind === 'tick' ? about.line : about.kind}`

/** The conflict of a refused move; undefined where the order is already where it was meant to go. */
export function conflictOfMove(
  { from, to, reason }: MoveIntent,
  { order, error = 'Server error', params }: Partial<MoveResult>,
  named: NamedOrder & { at: number },
): MoveConflict | undefined {
  if (order?.order_status === to) return undefined
  return { kind: 'move', ...named, from, to, reason, now: order?.order_status ?? null, why: order?.cancel_reason, error, params }
}

/** The tray with one more; of several about the same thing counts where the first began, why it failed, and where the last led. */
export function withConflict(tray: readonly Conflict[], conflict: Conflict): readonly Conflict[] {
  const earlier = tray.find((other) => conflictKey(other) === conflictKey(conflict))
  const merged = earlier ? { ...conflict, error: earlier.error, params: earlier.params } : conflict
  if (earlier?.kind === 'move' && merged.kind === 'move') merged.from = earlier.from
  return [...tray.filter((other) => other !== earlier), merged]
}

/** A conflict as it was kept; whatever is not one counts as none. */
export function readConflict(value: unknown): Conflict | undefined {
  const conflict = { ...(value as object | null) } as Partial<Conflict>
  const { kind, order_id, at, error } = conflict
  if (typeof order_id !== 'number' || typeof at !== 'number' || typeof error !== 'string') return undefined
  const { from, to, now, courier, name, line, item, done } = conflict as Partial<Record<string, unknown>>
  const isWhole =
    (kind === 'move' && typeof from === 'number' && typeof to === 'number' && (now === null || typeof now === 'number')) ||
    (kind === 'courier' && typeof courier === 'number' && typeof name === 'string') ||
    (kind === 'tick' && typeof line === 'string' && typeof item === 'string' && typeof done === 'boolean')
  return isWhole ? (conflict as Conflict) : undefined
}

/** How many there are. */
export const trayText = (tray: readonly Conflict[]) =>
  tray.every(({ kind }) => kind === 'move') ? '%1 moves could not be applied' : '%1 changes could not be applied'
