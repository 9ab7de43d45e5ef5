import { createStore, type StoreApi } from 'zustand/vanilla'
import { type ApiError, apiError, type App, isApiError, type LiveServerFrame, type MoveIntent } from '@tiffin/sdk/contract'
import { type Client, newKey } from '@tiffin/sdk/client'
import { connectLive, type LiveConnection, type OpenSocket } from '@tiffin/sdk/live'
import { boardPeriod, type ChosenPeriod, companyToday, daysOfPeriod, isColumn, periodBounds, statusName } from '#rules/index'
import type { I18n } from '#i18n/create-i18n'
import type { Notices } from '#notices/notices'
import { conflictKey, trayText } from '#outbox/conflicts'
import { createTray } from '#outbox/tray'
import type { SessionStore } from '#session/session-store'
import { isPassing } from '../passing-failure.ts'
import type { Ports } from '../ports.ts'
import type { ServerClock } from '../server-clock.ts'
import { createBoardMoves } from './board-moves.ts'
import type { BoardOrder } from './board-order.ts'
import { type BoardState, closed } from './board-state.ts'
import { type BoardWork, createBoardWork } from './board-work.ts'
import { forgetLastBoards, keepLastBoard, readLastBoard } from './last-board.ts'
import { orderName } from './order-name.ts'
import { afterResult, cardBehind, withPending } from './pending-moves.ts'
import { boardOrdersQuery, readFrame, readOrders, readOrdersById } from './read-board.ts'

/** What a person has chosen to see, such as an address names it. */
export type BoardChoice = Pick<BoardState, 'chosen' | 'period' | 'search'>

export interface MoveOptions {
  after?: number | null
  reason?: string
}

export interface Board extends BoardWork {
  store: StoreApi<BoardState>
  /** Reads the board; merchants that are not named are those of the last time. */
  open(choice?: Partial<BoardChoice>): Promise<void>
  close(): void
  /** Without an open board, sends what was done on one before and is not answered yet; again and again until it is (MOON-04). */
  sendKept(): void
  reload(): Promise<void>
  choose(merchants: 'all' | readonly number[]): Promise<void>
  setPeriod(period: ChosenPeriod | undefined): Promise<void>
  setSearch(text: string): void
  /** Moves at once and tells the server; `after` as in the contract. */
  move(orderId: number, to: number, options?: MoveOptions): void
  /** Undoes the newest move, or the named one (KDS-02, KDS-06). */
  undo(intentId?: string): void
  /** Repeats what a conflict was about, from where the order is now, or gives it up; `key` as in TrayEntry (MOON-04). */
  keepConflict(key: string): void
  dropConflict(key: string): void
  /** Nothing under a dragged card moves: news waits until it is dropped (BOARD-47). */
  startDrag(orderId: number): void
  endDrag(): void
  /** The moments of a period, by default the chosen one. */
  bounds: (period?: ChosenPeriod) => readonly [string, string]
  /** Hears which rows of other tables changed, such as print jobs; the answer takes the listener away. */
  onChanged(listener: (table: string, ids: readonly (number | string)[]) => void): () => void
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

const CHOSEN = 'board.merchants'
/** Seconds; the first reload comes sooner (BOARD-46, BOARD-48, AMB-100). */
const RELOAD = { usual: 30, least: 5, first: 2 }
/** Between two copies of the last known board. */
const KEEP_MS = 10_000

const asApiError = (error: unknown): ApiError => (isApiError(error) ? error : apiError('server_error'))

/** The order board: the server's rows, the moves under way, and the news that keeps both true. */
export function createBoard(options: BoardOptions): Board {
  const { client, session, notices, ports, serverClock, i18n } = options
  const store = createStore<BoardState>(() => closed)
  const { getState: get, setState: set } = store
  let live: LiveConnection | undefined
  let cancelReload = (): void => {}
  let cancelKeep = (): void => {}
  let stopWatching: (() => void) | undefined
  let held: LiveServerFrame[] = []
  const changeListeners = new Set<(table: string, ids: readonly (number | string)[]) => void>()
  /** Counts openings, so that an answer to a board that was closed meanwhile is left alone. */
  let opening = 0

  const companyState = () => session.store.getState().user?.company
  const timezone = (): string => companyState()?.timezone ?? 'UTC'
  const bounds = (chosen: ChosenPeriod | undefined = get().period): readonly [string, string] => {
    const today = companyToday(serverClock.now(), timezone())
    return periodBounds(chosen === undefined ? boardPeriod(today) : daysOfPeriod(chosen, today), timezone())
  }
  /** Whether fewer days could be chosen; what the board shows by itself is not too long, but its server too busy. */
  const isLong = (chosen: ChosenPeriod | undefined): boolean => {
    if (chosen === undefined) return false
    const { from, to } = daysOfPeriod(chosen, companyToday(serverClock.now(), timezone()))
    return from < to
  }

  /** Whose board is open: what is kept of one person and company is never shown to others. */
  let owner = ''
  const ownerNow = (): string => `${session.company() ?? 0}.${session.store.getState().user?.admin_id ?? 0}`
  client.session.subscribe(({ type }) => {
    if (type === 'signed_out' && ports.lastKnown) forgetLastBoards(ports.lastKnown)
  })
  const tray = createTray({
    ports,
    owner: () => owner,
    get: () => get().tray,
    set: (conflicts) => set({ tray: conflicts }),
    // An open board shows them itself.
    onPut(conflicts) {
      if (get().phase !== 'closed') return
      notices.show('warning', trayText(conflicts), { params: [conflicts.length], ms: Number.POSITIVE_INFINITY })
    },
  })
  /** An order that has left the board is known by the moves that were made of it. */
  function nameOf(order_id: number): string {
    const known = get().rows.has(order_id) ? undefined : get().made.findLast((move) => move.order_id === order_id)
    return orderName(get(), { order_id, ticket: known?.ticket, merchant: known?.merchant }, i18n.lang())
  }
  const moves = createBoardMoves({
    client,
    notices,
    ports,
    tray,
    owner: () => owner,
    setPending: (pending) => set({ pending }),
    onRefused: (refused) => set({ refused }),
    made: () => get().made,
    setMade: (made) => set({ made }),
    settle(result) {
      const row = afterResult(get().rows.get(result.order?.order_id ?? 0), result)
      if (row) set({ rows: new Map(get().rows).set(row.order_id, row) })
    },
    order: (orderId) => get().rows.get(orderId),
    names: (intent) => [nameOf(intent.order_id), statusName(get().statuses, intent.to, i18n.lang())],
    translate: i18n.t,
    behind: (orderId, pending) => cardBehind(withPending(get().rows, pending), orderId),
    now: () => serverClock.now(),
  })

  const { work, over, hearEscalation, restoreWork, stopWork, resumeWork } = createBoardWork({
    ...options,
    store,
    moves,
    tray,
    owner: () => owner,
    intentFor,
    nameOf,
  })

  /** From here on the board is that of the person who is signed in now. */
  function takeOver(): void {
    if (owner === ownerNow()) return
    moves.close()
    stopWork()
    set(closed)
    owner = ownerNow()
  }

  /** What an earlier run of the program left behind, or a tab that was closed. */
  function restore(): void {
    tray.restore()
    moves.restore()
    restoreWork()
  }

  async function load(frame: boolean): Promise<void> {
    const mine = opening
    const { chosen, period, statuses, merchants } = get()
    const built = frame || statuses.length === 0 ? await readFrame(client) : { statuses, merchants }
    const query = boardOrdersQuery(bounds(period), [...built.statuses], chosen)
    const { orders, count, feed } = await readOrders(client, query, isLong(period))
    const rows = new Map(orders.map((order) => [order.order_id, order]))
    const left = await readOrdersById(client, unfinishedWithout(rows, chosen))
    if (mine !== opening) return
    if (get().dragging !== null) return
    // Another choice was made meanwhile, and asks for itself.
    if (get().chosen !== chosen || get().period !== period) return set(built)
    for (const order of left) rows.set(order.order_id, order)
    set({ ...built, rows: over(rows), count, phase: 'ready', isStale: false, heardAt: serverClock.now() })
    if (live) {
      live.watch(chosenForLive(), feed)
      // The server answers: the line need not wait for its turn, nor the header say both.
      live.retry()
    } else begin(feed)
  }

  /** Orders that the board waited for and the server no longer gives it: news of where they went may never have come here. */
  function unfinishedWithout(fresh: ReadonlyMap<number, BoardOrder>, chosen: BoardState['chosen']): number[] {
    const { rows, statuses } = get()
    const open = new Set(statuses.filter((one) => isColumn(one) && one.done !== 1).map((one) => one.order_status_id))
    const isWaitedFor = ({ order_id, order_status, merchant }: BoardOrder) =>
      open.has(order_status) && !fresh.has(order_id) && (chosen === 'all' || chosen.includes(merchant))
    return [...rows.values()].filter(isWaitedFor).map(({ order_id }) => order_id)
  }

  /** From the first answer on: news, readings at their interval, and a copy for a start without a network. */
  function begin(feed: number): void {
    connect(feed)
    stopWatching ??= ports.connectivity?.watch((online) => (online ? live?.retry() : live?.lose()))
    reloadLater(RELOAD.first)
    keepLater()
  }

  /** A choice that cannot be read leaves a board with less than there is: that is said, with a way to try again. */
  async function loadChosen(): Promise<void> {
    const mine = opening
    const { chosen, period } = get()
    try {
      await load(false)
    } catch (error) {
      ports.log('the board could not be loaded', error)
      if (mine !== opening || get().chosen !== chosen || get().period !== period) return
      const { message, params } = asApiError(error)
      notices.show('negative', message, { params, action: { label: 'Retry', run: () => void loadChosen() } })
    }
  }

  const chosenForLive = () => {
    const { chosen } = get()
    return chosen === 'all' ? 'all' : [...chosen]
  }

  function connect(since: number): void {
    const company = session.company()
    if (!company) return
    live = connectLive({
      url: options.liveUrl,
      getToken: () => client.session.token(),
      app: options.app,
      company,
      merchants: chosenForLive(),
      since,
      lang: session.store.getState().lang,
      kiosk: options.kiosk ?? false,
      onFrame: (frame) => (get().dragging === null ? hear(frame) : held.push(frame)),
      onState(state) {
        if (state.phase !== 'online') return set({ live: state })
        set({ live: state, heardAt: serverClock.now() })
        moves.send()
        resumeWork()
      },
      clock: ports.clock,
      ...(options.webSocket ? { webSocket: options.webSocket } : {}),
    })
    set({ live: live.state })
  }

  function hear(frame: LiveServerFrame): void {
    if (frame.type === 'orders') {
      const rows = new Map(get().rows)
      for (const id of frame.gone) rows.delete(id)
      for (const row of frame.rows as unknown as BoardOrder[]) {
        const known = rows.get(row.order_id)
        if (known && known.revision > row.revision) continue
        rows.set(row.order_id, row)
      }
      set({ rows: over(rows), heardAt: frame.server_time * 1000 })
      return
    }
    if (frame.type === 'pong' || frame.type === 'welcome') set({ heardAt: frame.server_time * 1000 })
    if (frame.type === 'changed') for (const listener of changeListeners) listener(frame.table, frame.ids)
    if (frame.type === 'escalation') hearEscalation(frame.orders)
    if (frame.type === 'resync') void resync()
    if (frame.type === 'signed_out') {
      // Whether the whole session is over or only this company closed is for checkAuth to say.
      live = undefined
      void resync()
    }
  }

  /** Rights, statuses or the company have changed: everything is reloaded, the person included. */
  async function resync(): Promise<void> {
    const mine = opening
    try {
      await session.refresh()
      if (mine === opening) await load(true)
    } catch (error) {
      ports.log('the board could not be reloaded', error)
    }
  }

  /** Not at every change: it is a large text, and older than it looks by ten seconds at most. */
  function keepLater(): void {
    cancelKeep()
    const { lastKnown } = ports
    if (!lastKnown) return
    let kept: Partial<BoardState> = {}
    const keep = (): void => {
      cancelKeep = ports.clock.after(KEEP_MS, keep)
      const { phase, rows, couriers } = get()
      if (phase !== 'ready' || (rows === kept.rows && couriers === kept.couriers)) return
      kept = { rows, couriers }
      keepLastBoard(lastKnown, owner, get()).catch((error: unknown) => ports.log('the board could not be kept on disk', error))
    }
    keep()
  }

  function reloadLater(seconds: number): void {
    cancelReload()
    cancelReload = ports.clock.after(seconds * 1000, () => {
      const chosen = companyState()?.order_reload_timer ?? RELOAD.usual
      reloadLater(live ? Math.max(RELOAD.least, chosen === 0 ? RELOAD.usual : chosen) : RELOAD.least)
      // Opened without a network: the person may have changed as well.
      if (!live) return void resync()
      if (get().dragging !== null) return
      const mine = opening
      load(false)
        .then(() => mine === opening && restore())
        .catch((error: unknown) => ports.log('the board could not be reloaded', error))
    })
  }

  function remembered(): 'all' | readonly number[] {
    const text = ports.storage.get(`${CHOSEN}.${session.company() ?? 0}`)
    const ids = (text ?? '').split(',').map(Number).filter(Boolean)
    return ids.length > 0 ? ids : 'all'
  }

  /** The wish to move an order from where it is shown. */
  function intentFor(orderId: number, to: number, { after, reason }: MoveOptions = {}): MoveIntent | undefined {
    const order = get().rows.get(orderId)
    if (!order) return undefined
    const from = get().pending.findLast((intent) => intent.order_id === orderId)?.to ?? order.order_status
    return {
      intent_id: newKey(),
      order_id: orderId,
      from,
      to,
      ...(after === undefined ? {} : { after }),
      ...(reason === undefined ? {} : { reason }),
    }
  }

  return {
    ...work,
    store,
    async open(choice) {
      opening += 1
      const mine = opening
      takeOver()
      const last = readLastBoard(ports.lastKnown, owner)
      const { made, pending, editing } = get()
      set({ ...closed, phase: 'loading', chosen: remembered(), made, pending, editing, ...choice })
      // MOON-04: what was known last stands there, with its age, until the server has answered.
      if (last) set({ ...last, phase: 'ready', isStale: true, live: { phase: 'connecting', since: ports.clock.now() } })
      restore()
      try {
        await load(true)
      } catch (error) {
        // BOARD-51: a failed load is only logged; the screen offers to try again.
        ports.log('the board could not be loaded', error)
        if (mine !== opening) return
        if (!last || !isPassing(error)) return set({ phase: 'failed', failure: asApiError(error) })
        set({ live: { phase: 'offline', since: ports.clock.now() } })
        reloadLater(RELOAD.first)
      }
    },
    close() {
      opening += 1
      cancelReload()
      cancelKeep()
      stopWatching?.()
      stopWatching = undefined
      live?.close()
      live = undefined
      held = []
      moves.close()
      stopWork()
      // A message that offers Undo stays where the board does not.
      set({ ...closed, made: get().made })
    },
    sendKept() {
      if (get().phase !== 'closed') return
      takeOver()
      restore()
    },
    reload: () => load(true),
    async choose(merchants) {
      ports.storage.set(`${CHOSEN}.${session.company() ?? 0}`, merchants === 'all' ? undefined : merchants.join(','))
      set({ chosen: merchants })
      await loadChosen()
    },
    async setPeriod(period) {
      set({ period })
      await loadChosen()
    },
    setSearch: (search) => set({ search }),
    move(orderId, to, how) {
      const intent = intentFor(orderId, to, how)
      if (intent) moves.add(intent)
    },
    undo: moves.undo,
    keepConflict(key) {
      const conflict = get().tray.find((one) => conflictKey(one) === key)
      if (!conflict) return
      tray.drop(key)
      const { kind, order_id } = conflict
      if (kind === 'courier') void work.assignCourier([order_id], conflict.courier || null)
      else if (kind === 'tick') void work.tick(order_id, conflict.line, conflict.done)
      else this.move(order_id, conflict.to, conflict.reason === undefined ? {} : { reason: conflict.reason })
    },
    dropConflict: tray.drop,
    startDrag: (orderId) => set({ dragging: orderId }),
    endDrag() {
      set({ dragging: null })
      const news = held
      held = []
      for (const frame of news) hear(frame)
    },
    bounds,
    onChanged(listener) {
      changeListeners.add(listener)
      return () => changeListeners.delete(listener)
    },
  }
}
