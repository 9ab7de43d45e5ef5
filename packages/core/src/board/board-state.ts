import type { ApiError, MoveIntent, OrderStatus } from '@tiffin/sdk/contract'
import type { LiveState } from '@tiffin/sdk/live'
import type { Conflict } from '#outbox/conflicts'
import type { ChosenPeriod } from '#rules/index'
import type { BoardMerchant, BoardOrder } from './board-order.ts'
import type { BoardCourier } from './couriers.ts'
import type { MadeMove } from './made-moves.ts'

/** What a board knows and shows. */
export interface BoardState {
  phase: 'closed' | 'loading' | 'ready' | 'failed'
  /** Why it could not be read, in the phase `failed`. */
  failure?: ApiError | undefined
  statuses: readonly OrderStatus[]
  merchants: readonly BoardMerchant[]
  /** The merchants chosen; `all` are all that may be seen (BOARD-01). */
  chosen: 'all' | readonly number[]
  /** Days of the company, or which ones; undefined stands for today to seven days ahead (BOARD-13). */
  period: ChosenPeriod | undefined
  search: string
  /** Rows as the server gave them, with what was done here and is not answered yet: couriers, ticks, acknowledgements. */
  rows: ReadonlyMap<number, BoardOrder>
  /** How many orders the period holds; more than the rows when there are too many to show. */
  count: number
  /** Moves that the server has not answered yet, oldest first. */
  pending: readonly MoveIntent[]
  /** The move that the server refused last. */
  refused: MoveIntent | null
  /** Moves made here that can be undone, newest last (KDS-02). */
  made: readonly MadeMove[]
  /** Couriers and ticks that the server has not answered yet; the rows show them already. */
  editing: number
  /** What was done without a network and the server refused later; `selectTray` shows both sides (MOON-04). */
  tray: readonly Conflict[]
  /** The couriers as they were last read. */
  couriers: readonly BoardCourier[]
  live: LiveState
  /** The rows are those of an earlier run, which the server has not confirmed yet. */
  isStale: boolean
  /** Server time of the newest news, in ms (KDS-17). */
  heardAt: number
  dragging: number | null
}

/** A board that nobody looks at. */
export const closed: BoardState = {
  phase: 'closed',
  statuses: [],
  merchants: [],
  chosen: 'all',
  period: undefined,
  search: '',
  rows: new Map(),
  count: 0,
  pending: [],
  refused: null,
  made: [],
  editing: 0,
  tray: [],
  couriers: [],
  live: { phase: 'closed', since: 0 },
  isStale: false,
  heardAt: 0,
  dragging: null,
}

/** Of the newest answer: within these ms the server is there, though the line that was lost is not. */
const ANSWERED = { within: 10_000, after: 1000 }

/** How the board is connected, as people are told it: where the server has just answered again it is no longer offline. `now` is server time. */
export function connectionPhase(
  { live, heardAt }: Pick<BoardState, 'live' | 'heardAt'>,
  { now, offset }: { now: number; offset: number },
): LiveState['phase'] {
  if (live.phase !== 'offline') return live.phase
  const isBack = heardAt - offset > live.since + ANSWERED.after && now - heardAt < ANSWERED.within
  return isBack ? 'connecting' : 'offline'
}
