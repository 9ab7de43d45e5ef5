import { createStore, type StoreApi } from 'zustand/vanilla'
import { builtinAlarm } from '@tiffin/sdk/contract'
import { hasStation, soundUrl } from '#rules/index'
import type { Ports } from '../ports.ts'
import type { ServerClock } from '../server-clock.ts'
import { orderHeldUntil } from './order-held.ts'
import { placeCards } from './selectors.ts'
import type { BoardOrder } from './board-order.ts'
import type { Board } from './board.ts'

export interface Alarm {
  /** Orders that ring: unopened ones in a status with a sound, and escalated ones. */
  store: StoreApi<{ ringing: readonly number[] }>
  start(): () => void
  /** Records that the order was opened, which acknowledges it on every board (MOON-02). */
  opened(orderId: number): void
}

const OPENED_KEY = 'board.opened'
const MAX_OPENED = 500
const MINUTE = 60_000
/** Interval between sounds, in seconds (AMB-100). */
const INTERVAL_SECONDS = { default: 30, min: 5 }

/**
 * Plays the sound of each status with an order that is not held and not opened yet: at once, then at the company's interval.
 * An interval of 0 plays it once (BOARD-44, BOARD-45, AMB-099).
 */
export function createAlarm(options: {
  board: Board
  ports: Ports
  serverClock: Pick<ServerClock, 'now'>
  isOn: () => boolean
  /** Folder of the companies' uploaded sounds. */
  sounds: () => string
  /** Seconds between two sounds; null if the company sets none. */
  every: () => number | null
}): Alarm {
  const { board, ports, serverClock, isOn, every } = options
  const store = createStore<{ ringing: readonly number[] }>(() => ({ ringing: [] }))
  const opened = new Set((ports.storage.get(OPENED_KEY) ?? '').split(',').map(Number).filter(Boolean))
  let cancel: (() => void) | undefined
  let cancelStart: (() => void) | undefined
  let lastEscalated = 0

  /** An order acknowledged on another board is silent here too. An escalated order always rings (KDS-08). */
  const isRinging = ({ order_id, acknowledged, escalated }: BoardOrder, { sound }: { sound: string }): boolean =>
    escalated > 0 || (sound !== '' && acknowledged !== 1 && !opened.has(order_id))

  function ringing(): { orders: number[]; sounds: string[]; escalated: number } {
    const state = board.store.getState()
    if (state.phase !== 'ready') return { orders: [], sounds: [], escalated: 0 }
    const now = serverClock.now()
    const isHeld = (card: BoardOrder): boolean => orderHeldUntil(card, state.statuses, now) !== undefined
    // The other stations' boards ring for their orders.
    const isHere = (card: BoardOrder): boolean => card.escalated > 0 || hasStation(card, state.station)
    const sounding = placeCards(state, board.bounds())
      .map(({ status, cards }) => ({
        sound: status.sound || builtinAlarm,
        cards: cards.filter((card) => isRinging(card, status) && !isHeld(card) && isHere(card)),
      }))
      .filter(({ cards }) => cards.length > 0)
    const cards = sounding.flatMap((column) => column.cards)
    return {
      orders: cards.map(({ order_id }) => order_id),
      sounds: [...new Set(sounding.map(({ sound }) => sound))],
      // The number of escalated orders: each additional one rings at once.
      escalated: cards.filter(({ escalated }) => escalated > 0).length,
    }
  }

  function play(): void {
    cancel?.()
    cancel = undefined
    const { sounds, escalated } = ringing()
    if (sounds.length === 0) return
    if (isOn()) for (const sound of sounds) ports.sound?.alarm(soundUrl(options.sounds(), sound), escalated > 0)
    const seconds = every() ?? INTERVAL_SECONDS.default
    if (seconds > 0) cancel = ports.clock.after(Math.max(INTERVAL_SECONDS.min, seconds) * 1000, play)
  }

  /** Held orders ring when the kitchen starts on them (KDS-11). */
  function awaitStart(): void {
    cancelStart?.()
    const { rows, statuses } = board.store.getState()
    const now = serverClock.now()
    const starts = [...rows.values()].map((order) => orderHeldUntil(order, statuses, now)).filter((at) => at !== undefined)
    // Wait at most a minute, because the clock may be corrected during the wait.
    cancelStart = starts.length > 0 ? ports.clock.after(Math.min(MINUTE, Math.min(...starts) - now), follow) : undefined
  }

  function follow(): void {
    awaitStart()
    const { orders, escalated } = ringing()
    const before = store.getState().ringing
    const hasMoreEscalated = escalated > lastEscalated
    lastEscalated = escalated
    const isSame = orders.length === before.length && orders.every((id) => before.includes(id))
    if (!isSame) store.setState({ ringing: orders })
    if (hasMoreEscalated || orders.some((id) => !before.includes(id))) play()
  }

  return {
    store,
    start() {
      const stop = board.store.subscribe((state, before) => {
        const { rows, pending, phase, station } = before
        if (state.rows !== rows || state.pending !== pending || state.phase !== phase || state.station !== station) follow()
      })
      follow()
      return () => {
        stop()
        cancelStart?.()
        cancel?.()
        cancel = undefined
        store.setState({ ringing: [] })
      }
    },
    opened(orderId) {
      const order = board.store.getState().rows.get(orderId)
      if (order && orderHeldUntil(order, board.store.getState().statuses, serverClock.now()) !== undefined) return
      opened.delete(orderId)
      opened.add(orderId)
      ports.storage.set(OPENED_KEY, [...opened].slice(-MAX_OPENED).join(','))
      board.acknowledge(orderId)
      follow()
    },
  }
}
