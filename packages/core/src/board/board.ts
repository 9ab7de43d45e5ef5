import type { StoreApi } from 'zustand/vanilla'
import type { App } from '@tiffin/sdk/contract'
import type { Client } from '@tiffin/sdk/client'
import type { OpenSocket } from '@tiffin/sdk/live'
import type { I18n } from '#i18n/create-i18n'
import type { Notices } from '#notices/notices'
import type { SessionStore } from '#session/session-store'
import type { Ports } from '../ports.ts'
import type { ServerClock } from '../server-clock.ts'
import type { BoardPeriod } from './board-period.ts'
import type { BoardState } from './board-state.ts'
import type { Choices } from './choices.ts'
import type { ConflictDecisions } from './conflict-decisions.ts'
import type { CourierChoice } from './courier-choice.ts'
import type { LiveFeed } from './live-feed.ts'
import type { BulkMoves } from './bulk-moves.ts'
import type { MoveTarget } from './move-intent.ts'
import type { LiveUpdates } from './live-updates.ts'
import type { BoardLifecycle } from './board-lifecycle.ts'
import type { ShownOrders } from './shown-orders.ts'
import type { LineTicks } from './line-ticks.ts'

/** The order board: the server's rows, pending local changes, and the live feed that keeps them up to date. */
export interface Board
  extends
    BoardLifecycle,
    Choices,
    ConflictDecisions,
    CourierChoice,
    BulkMoves,
    LineTicks,
    Pick<BoardPeriod, 'bounds'>,
    Pick<LiveFeed, 'startDrag' | 'endDrag'>,
    Pick<LiveUpdates, 'onChanged' | 'onRing'>,
    ShownOrders {
  store: StoreApi<BoardState>
  reload(): Promise<void>
  /** Moves the order at once and tells the server; `after` as in the contract. */
  move(orderId: number, to: number, where?: MoveTarget): void
  /** Deletes an order. @throws an ApiError if the server refuses */
  remove(orderId: number): Promise<void>
}

export interface BoardOptions {
  client: Client
  session: SessionStore
  notices: Notices
  ports: Ports
  serverClock: ServerClock
  app: App
  liveUrl: string
  kiosk?: boolean
  webSocket?: OpenSocket
  i18n: I18n
}
