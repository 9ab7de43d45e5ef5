import type { MoveIntent, MoveResult, OrderStatus } from '@tiffin/sdk/contract'
import type { Translate } from '#i18n/create-i18n'
import { type Decision, isCancelled, statusName } from '#rules/index'
import type { BoardOrder, NamedOrder } from '#board/board-order'

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

/** What the tray shows: both sides. */
export type TrayEntry = Conflict & {
  key: string
  order: BoardOrder | undefined
  /** The order can still be looked at. */
  open: boolean
  /** Whether it would be refused again, and why. */
  decision: Decision
}

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

/** The conflicts with their orders as they are now; `mayMove` judges a move from there. */
export const selectTray = (
  { tray, rows }: { tray: readonly Conflict[]; rows: ReadonlyMap<number, BoardOrder> },
  mayMove: (orderId: number, to: number, reason?: string) => Decision,
): TrayEntry[] =>
  tray.map((conflict) => {
    const order = rows.get(conflict.order_id)
    const open = order !== undefined
    const judged = (): Decision =>
      conflict.kind === 'move' ? mayMove(conflict.order_id, conflict.to, conflict.reason) : { allowed: true }
    const decision: Decision = open ? judged() : { allowed: false, code: 'not_found' }
    return { ...conflict, key: conflictKey(conflict), order, open, decision }
  })

/** Both sides of a conflict in words. */
export function describeConflict(
  entry: TrayEntry,
  { statuses, t, lang }: { statuses: readonly OrderStatus[]; t: Translate; lang: string },
): { mine: string; theirs: string } {
  const statusOf = (id: number) => statusName(statuses, id, lang)
  const { order } = entry
  const status = order?.order_status ?? (entry.kind === 'move' ? entry.now : null)
  const why = (entry.kind === 'move' && entry.why) || order?.cancel_reason || ''
  const isOff = statuses.some((one) => one.order_status_id === status && isCancelled(one))
  const now = status === null ? '' : [statusOf(status), isOff ? why : ''].filter(Boolean).join(', ')
  const theirs = status === null ? t('This order is no longer visible') : t('Now: %1', [now])
  switch (entry.kind) {
    case 'move':
      return {
        mine: [t('Your move: %1 to %2', [statusOf(entry.from), statusOf(entry.to)]), entry.reason ?? '']
          .filter(Boolean)
          .join(', '),
        theirs,
      }
    case 'courier':
      return {
        mine: t('Your courier: %1', [entry.name || t('No courier')]),
        theirs: order ? t('Now: %1', [order.courier_obj?.name ?? t('No courier')]) : theirs,
      }
    case 'tick':
      return { mine: t(entry.done ? 'You ticked: %1' : 'You unticked: %1', [entry.item]), theirs }
  }
}

/** How many there are. */
export const trayText = (tray: readonly Conflict[]) =>
  tray.every(({ kind }) => kind === 'move') ? '%1 moves could not be applied' : '%1 changes could not be applied'
