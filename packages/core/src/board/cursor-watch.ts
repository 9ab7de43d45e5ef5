import type { I18n } from '#i18n/create-i18n'
import type { Notices } from '#notices/notices'
import { isCancelled, statusName } from '#rules/index'
import type { Ports } from '../ports.ts'
import type { NamedOrder } from './board-order.ts'
import type { Board } from './board.ts'
import { type CardCursor, type Columns, type Departure, departureOf } from './card-cursor.ts'
import { orderName } from './order-name.ts'

/** Long enough to notice that the cursor is on another order. */
const HOLD_MS = 1000

/** A second key press within this time counts as accidental. */
export const DOUBLE_PRESS_MS = 300

/** A view shown until a moment ago; keys pressed since then have also moved its cursor. */
interface PastView {
  columns: Columns
  cursor: CardCursor
  until: number
}

/** A function that moves the cursor for a key. */
type Way = (columns: Columns, cursor: CardCursor) => CardCursor

/** Reports what happened to the order under the cursor when it was moved elsewhere, and holds keys meant for it. */
export interface CursorWatch {
  /**
   * Compares the cursor with its previous state in the columns shown now; `choice` contains the user's view settings
   * other than merchants, period, search and station.
   */
  check(before: CardCursor, cursor: CardCursor, columns: Columns, choice?: unknown): void
  /**
   * Whether to ignore a key for the order under the cursor: during a hold, or if the key has just acted on another
   * order, because it bounced or is held down. Without `order`, the key is for several orders.
   */
  refuses(command: string, order?: number): boolean
  /**
   * The cursor after the user moves it by `pick`. Ends a hold, or begins one if the list has just changed and the same
   * key would have chosen another order before.
   */
  choose(columns: Columns, cursor: CardCursor, pick: Way): CardCursor
  /** Ends the hold when the user points at an order. */
  release(): void
}

export function createCursorWatch(options: {
  board: Pick<Board, 'store'>
  i18n: I18n
  notices: Notices
  ports: Pick<Ports, 'clock'>
}): CursorWatch {
  const { board, i18n, notices, ports } = options
  let notified: number | undefined
  let view: readonly unknown[] = []
  let heldUntil = 0
  /** The last key that acted on an order, since the cursor was moved. */
  let acted: { command: string; order: number | undefined; at: number } | undefined
  let shown: Columns = []
  let past: PastView[] = []
  /** Orders moved here, with the time. The user knows why they left. */
  const own = new Map<number, number>()
  const nameOf = (order: NamedOrder): string => orderName(board.store.getState(), order, i18n.lang())

  function sentence({ outcome, order }: Departure): string {
    const { statuses } = board.store.getState()
    const name = nameOf(order)
    if (outcome.kind === 'merchant') return i18n.t('%1 is no longer on this board: its merchant is no longer shown.', [name])
    if (outcome.kind === 'day') return i18n.t("%1 is no longer on this board: it's from an earlier day.", [name])
    if (outcome.kind !== 'moved') return i18n.t('%1 is no longer on this board.', [name])
    const status = statuses.find(({ order_status_id }) => order_status_id === outcome.to)
    // The cancellation banner shows the reason.
    if (status && isCancelled(status)) return i18n.t('%1 was cancelled.', [name])
    return i18n.t('%1 moved to %2.', [name, statusName(statuses, outcome.to, i18n.lang())])
  }

  const withoutOwn = (columns: Columns): Columns =>
    own.size === 0
      ? columns
      : columns.map(({ status, cards }) => ({ status, cards: cards.filter(({ order_id }) => !own.has(order_id)) }))
  const isRecent = (time: number): boolean => ports.clock.now() - time < HOLD_MS

  /** Records a change of the list that the user did not make. */
  function remember(before: CardCursor, cursor: CardCursor, columns: Columns, isOther: boolean): void {
    const now = ports.clock.now()
    for (const [id, time] of own) if (!isRecent(time)) own.delete(id)
    // Otherwise they pile up until the next key.
    past = past.filter(({ until }) => isRecent(until))
    const { pending } = board.store.getState()
    // Acting on an order shows that the user has seen the list.
    if (pending.some(({ order_id }) => !own.has(order_id))) past = past.map((view) => ({ ...view, cursor }))
    for (const { order_id } of pending) own.set(order_id, now)
    if (isOther) past = []
    else if (orderIds(withoutOwn(shown)) !== orderIds(withoutOwn(columns)))
      past.push({ columns: shown, cursor: before, until: now })
    shown = columns
  }

  return {
    check(before, cursor, columns, choice) {
      const state = board.store.getState()
      const now = [state.chosen, state.period, state.search, state.station, choice]
      // An order hidden by the user's own choice is not reported.
      const isOther = now.some((other, index) => other !== view[index])
      view = now
      remember(before, cursor, columns, isOther)
      const departure = departureOf(before, columns, state)
      // Without another card the cursor keeps the departed order, which must not be reported twice.
      const isNotified = departure?.order.order_id === notified
      notified = departure?.order.order_id
      if (!departure || isNotified || isOther) return
      heldUntil = ports.clock.now() + HOLD_MS
      const gone = sentence(departure)
      if (cursor.order === null || cursor.order === before.order)
        notices.showSentence('warning', { message: gone }, { isBackground: true })
      else notices.show('warning', '%1 Now on %2.', { params: [gone, nameOf({ order_id: cursor.order })], isBackground: true })
    },
    refuses(command, order) {
      const now = ports.clock.now()
      const isRepeated = acted?.command === command && acted.order !== order && now - acted.at < DOUBLE_PRESS_MS
      acted = { command, order: isRepeated ? acted?.order : order, at: now }
      if (isRepeated) return true
      const isHeld = order !== undefined && now < heldUntil
      if (isHeld) notices.show('warning', 'The order under the cursor changed. Press again.')
      return isHeld
    },
    choose(columns, cursor, pick) {
      acted = undefined
      const next = pick(columns, cursor)
      past = past
        .filter(({ until }) => isRecent(until))
        .map((earlier) => ({ ...earlier, cursor: pick(withoutOwn(earlier.columns), earlier.cursor) }))
      const { order } = past.length > 0 ? pick(withoutOwn(columns), cursor) : next
      const isOther = past.some((earlier) => earlier.cursor.order !== null && earlier.cursor.order !== order)
      heldUntil = isOther && next.order !== null ? ports.clock.now() + HOLD_MS : 0
      return next
    },
    release() {
      acted = undefined
      heldUntil = 0
    },
  }
}

const orderIds = (columns: Columns): string => columns.map(({ cards }) => cards.map(({ order_id }) => order_id).join()).join('|')
