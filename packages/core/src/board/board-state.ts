import type { ApiError, MoveIntent, OrderStatus } from '@tiffin/sdk/contract'
import type { LiveState } from '@tiffin/sdk/live'
import type { Conflict } from '#outbox/conflicts'
import type { ChosenPeriod } from '#rules/index'
import type { BoardMerchant, BoardOrder } from './board-order.ts'
import type { BoardCourier } from './couriers.ts'
import type { UndoableMove } from './undoable-moves.ts'

/** State of the board. */
export interface BoardState {
  phase: 'closed' | 'loading' | 'ready' | 'failed'
  /** Why loading failed, in the phase `failed`. */
  failure?: ApiError | undefined
  statuses: readonly OrderStatus[]
  merchants: readonly BoardMerchant[]
  /** The chosen merchants; `all` means all that the user may see (BOARD-01). */
  chosen: 'all' | readonly number[]
  /** Chosen days in the company's time zone. Undefined means today to seven days ahead (BOARD-13). */
  period: ChosenPeriod | undefined
  search: string
  /** The station whose items are shown; empty means all (KDS-09). */
  station: string
  /** Server rows with pending local changes applied: couriers, ticks, acknowledgements. */
  rows: ReadonlyMap<number, BoardOrder>
  /** Number of orders in the period. Larger than the number of rows if there are too many to show. */
  count: number
  /** Moves that the server has not confirmed yet, oldest first. */
  pending: readonly MoveIntent[]
  /** The move that the server refused last. */
  refused: MoveIntent | null
  /** Moves made here that can be undone, newest last (KDS-02). */
  undoable: readonly UndoableMove[]
  /** Orders deleted here; their disappearance is not reported. */
  deleted: ReadonlySet<number>
  /** Number of courier changes and ticks that the server has not confirmed yet. The rows already show them. */
  editing: number
  /** Offline changes that the server refused later; `selectTray` shows both sides (MOON-04). */
  tray: readonly Conflict[]
  /** The couriers as last read. */
  couriers: readonly BoardCourier[]
  live: LiveState
  /** The rows come from an earlier run and the server has not confirmed them yet. */
  isStale: boolean
  /** Server time of the last update, in ms (KDS-17). */
  heardAt: number
  dragging: number | null
}

/** The merchants, period, search and station that a user chose, for example through the address. */
export type BoardChoice = Pick<BoardState, 'chosen' | 'period' | 'search' | 'station'>

/** The state of a closed board. */
export const closedBoard: BoardState = {
  phase: 'closed',
  statuses: [],
  merchants: [],
  chosen: 'all',
  period: undefined,
  search: '',
  station: '',
  rows: new Map(),
  count: 0,
  pending: [],
  refused: null,
  undoable: [],
  deleted: new Set(),
  editing: 0,
  tray: [],
  couriers: [],
  live: { phase: 'closed', since: 0 },
  isStale: false,
  heardAt: 0,
  dragging: null,
}

/** Within this many ms of the last response the server counts as reachable, even if the live connection is lost. */
const ANSWER_GRACE = { within: 10_000, after: 1000 }

/** The connection state to show. If the server has just responded, it is no longer offline. `now` is server time. */
export function connectionPhase(
  { live, heardAt }: Pick<BoardState, 'live' | 'heardAt'>,
  { now, offset }: { now: number; offset: number },
): LiveState['phase'] {
  if (live.phase !== 'offline') return live.phase
  const isBack = heardAt - offset > live.since + ANSWER_GRACE.after && now - heardAt < ANSWER_GRACE.within
  return isBack ? 'connecting' : 'offline'
}
