import type { StoreApi } from 'zustand/vanilla'
import type { LiveServerFrame, MoveIntent } from '@tiffin/sdk/contract'
import { type Client, newKey } from '@tiffin/sdk/client'
import type { I18n } from '#i18n/create-i18n'
import type { Notices } from '#notices/notices'
import { isColumn, isSearching, matchesSearch, statusName, ticketLines } from '#rules/index'
import type { Tray } from '#outbox/tray'
import { isPassing } from '../passing-failure.ts'
import type { Ports } from '../ports.ts'
import type { ServerClock } from '../server-clock.ts'
import { type BoardMoves, NO_WAY_BACK } from './board-moves.ts'
import type { BoardOrder } from './board-order.ts'
import type { BoardState } from './board-state.ts'
import { type BulkResult, REFUSED, tellResults, textsOfMoves, textsOfUndo } from './bulk.ts'
import { type BoardCourier, readCouriers } from './couriers.ts'
import { orderName } from './order-name.ts'
import { createOrderEdits } from './order-edits.ts'
import { createReceipts } from './receipts.ts'

/** What people do with the cards of a board besides moving one. */
export interface BoardWork {
  /** Moves several orders at once; each is answered on its own, and one notice tells all with a way back (KDS-16). */
  moveMany(orderIds: readonly number[], statusId: number, reason?: string): Promise<readonly BulkResult[]>
  /** Gives orders to a courier, or to none; shown at once, each answered on its own, undone by the notice (KDS-20). */
  assignCourier(orderIds: readonly number[], courierId: number | null): Promise<readonly BulkResult[]>
  /** The couriers to choose from, those who are free first; busy and off-duty ones are marked (KDS-20). Rejects with an ApiError. */
  couriers(): Promise<readonly BoardCourier[]>
  /** Ticks a line of a ticket off, or on again; `line` is a key of `ticketLines` (KDS-10). */
  tick(orderId: number, line: string, done: boolean): Promise<BulkResult>
  /** Somebody here has seen the order: it stops flashing and ringing everywhere, and the office knows (KDS-05, MOON-02). */
  acknowledge(orderId: number): void
  /** Which columns are drawn, by their statuses, where not all are: what nobody could see is not told as shown (MOON-02). */
  showing(columns: readonly number[]): void
}

type Escalated = Extract<LiveServerFrame, { type: 'escalation' }>['orders']

interface WorkOptions {
  client: Client
  notices: Notices
  i18n: I18n
  ports: Ports
  serverClock: ServerClock
  /** Whose board is open. */
  owner: () => string
  tray: Tray
  store: StoreApi<BoardState>
  moves: BoardMoves
  intentFor: (orderId: number, to: number, options?: { reason?: string }) => MoveIntent | undefined
  /** What people call an order. */
  nameOf: (orderId: number) => string
}

const textsOfAssigning = (on: boolean) => ({
  one: on ? '%1 given to %2' : 'Courier unassigned from %1',
  all: on ? '%1 orders given to the courier' : '%1 orders taken off the courier',
  some: '%1 assigned, %2 refused: %3',
})

export function createBoardWork(options: WorkOptions) {
  const { client, notices, i18n, ports, serverClock, owner, tray, store, moves, intentFor, nameOf } = options
  const { getState: get, setState: set } = store
  const onUnkept = (): void => void notices.show('warning', 'Changes cannot be kept: do not switch off until they are sent')
  const receipts = createReceipts({ client, ports, serverClock, owner, onUnkept })
  const edits = createOrderEdits({
    client,
    ports,
    tray,
    owner,
    now: serverClock.now,
    named(order_id) {
      const { ticket, merchant } = get().rows.get(order_id) ?? {}
      return { order_id, ticket, merchant }
    },
    courier: named,
    onUnkept,
    onChange: () => set({ rows: over(get().rows), editing: edits.count() }),
    settle(orderId, change) {
      const row = get().rows.get(orderId)
      if (row) set({ rows: new Map(get().rows).set(orderId, change(row)) })
    },
  })
  /** Rows of the server with what was done here and is not answered yet on top. */
  const over = (rows: ReadonlyMap<number, BoardOrder>): ReadonlyMap<number, BoardOrder> => receipts.over(edits.over(rows))

  const telling = { notices, t: i18n.t, name: nameOf }
  const nameOfStatus = (id: number): string => statusName(get().statuses, id, i18n.lang())

  function named(courier: number): BoardOrder['courier_obj'] | undefined {
    const found = get().couriers.find(({ courier_id }) => courier_id === courier)
    return found && { courier_id: courier, phone: found.phone, name: found.name, img: found.img }
  }

  /** `from` is whom the wish takes an order from, where that is not whoever has it now: somebody else's choice is refused. */
  async function assign(wishes: readonly { order_id: number; courier: number; from?: number }[]): Promise<readonly BulkResult[]> {
    const { rows } = get()
    const before = new Map(wishes.map(({ order_id, from }) => [order_id, from ?? rows.get(order_id)?.courier ?? 0]))
    const given = new Map(wishes.map(({ order_id, courier }) => [order_id, courier]))
    const results = await edits.add(
      wishes
        .filter(({ order_id, courier }) => rows.has(order_id) && rows.get(order_id)?.courier !== courier)
        .map(({ order_id, courier }) => {
          // Those that were read last, so that a card can name one at once.
          const courier_obj =
            courier === 0 ? null : (named(courier) ?? { courier_id: courier, phone: '', name: `#${courier}`, img: '' })
          return {
            kind: 'courier',
            intent_id: newKey(),
            order_id,
            from: before.get(order_id) ?? 0,
            courier,
            courier_obj,
            before: rows.get(order_id)?.courier_obj ?? null,
          }
        }),
    )
    tellResults({
      ...telling,
      results,
      texts: textsOfAssigning(wishes.some(({ courier }) => courier !== 0)),
      given: (id) => named(given.get(id) ?? 0)?.name ?? '',
      undo: (ids) =>
        void assign(ids.map((order_id) => ({ order_id, courier: before.get(order_id) ?? 0, from: given.get(order_id) ?? 0 }))),
    })
    return results
  }

  /** Undoes those of several moves that it still can, and says which it cannot (KDS-16). */
  async function takeBack(moved: readonly MoveIntent[]): Promise<void> {
    // What is where it was has been undone already.
    const left = moved.filter(({ order_id, from }) => intentFor(order_id, from)?.from !== from)
    if (left.length === 0) return void notices.show('info', 'Nothing to undo')
    const ways = left.map(({ order_id, intent_id }) => ({ order_id, intent: moves.inverse(intent_id) }))
    const results = await moves.addMany(ways.flatMap(({ intent }) => intent ?? []))
    const gone = ways.filter(({ intent }) => !intent).map(({ order_id }) => order_id)
    const refused = gone.map((order_id): BulkResult => ({ order_id, status: 'FAIL', error: NO_WAY_BACK }))
    const from = new Map(left.map((intent) => [intent.order_id, intent.from]))
    const given = (id: number): string => nameOfStatus(from.get(id) ?? 0)
    tellResults({ ...telling, results: [...results, ...refused], texts: textsOfUndo, given })
  }

  const work: BoardWork = {
    async moveMany(orderIds, statusId, reason) {
      const how = reason === undefined ? {} : { reason }
      const wished = orderIds.map((id) => intentFor(id, statusId, how)).filter((intent) => intent !== undefined)
      const intents = wished.filter(({ from, to }) => from !== to)
      const results = await moves.addMany(intents)
      const notice = tellResults({
        ...telling,
        results,
        texts: textsOfMoves(reason),
        given: () => nameOfStatus(statusId),
        undo: (ids) => void takeBack(intents.filter(({ order_id }) => ids.includes(order_id))),
      })
      if (notice !== undefined) moves.offered(new Set(intents.map(({ intent_id }) => intent_id)), notice)
      return results
    },
    assignCourier: (orderIds, courierId) => assign(orderIds.map((order_id) => ({ order_id, courier: courierId ?? 0 }))),
    async couriers() {
      const { couriers: known, live } = get()
      // MOON-04: without a network those that were known last, at once where it is known to be away.
      if (known.length > 0 && live.phase === 'offline') return known
      try {
        const couriers = await readCouriers(client, get().statuses)
        set({ couriers })
        return couriers
      } catch (error) {
        if (known.length > 0 && isPassing(error)) return known
        throw error
      }
    },
    async tick(orderId, line, done) {
      const item = ticketLines(get().rows.get(orderId) ?? {}).find(({ key }) => key === line)?.item.name ?? ''
      const [result] = await edits.add([{ kind: 'tick', intent_id: newKey(), order_id: orderId, line, item, done }])
      if (result?.status === 'FAIL' && result.in_tray !== true)
        notices.show('negative', REFUSED, { params: [nameOf(orderId), i18n.t(result.error ?? 'Server error', result.params)] })
      return result ?? { order_id: orderId, status: 'FAIL' }
    },
    acknowledge(orderId) {
      const order = get().rows.get(orderId)
      if (!order || order.acknowledged === 1) return
      receipts.acknowledge(orderId)
      set({ rows: over(get().rows) })
    },
    showing(columns) {
      drawn = new Set(columns)
      see(get())
    },
  }

  let drawn: ReadonlySet<number> | undefined
  /** Unfinished orders that can be seen count as shown; what is done needs nobody's eyes any more. */
  function see({ phase, rows, statuses, search }: BoardState): void {
    if (phase !== 'ready') return
    const columns = statuses.filter((one) => isColumn(one) && one.done !== 1).map((one) => one.order_status_id)
    const watched = new Set(columns.filter((id) => drawn?.has(id) ?? true))
    const isSeen = (row: BoardOrder) => watched.has(row.order_status) && (!isSearching(search) || matchesSearch(row, search))
    receipts.see([...rows.values()].filter(isSeen).map((row) => row.order_id))
  }
  /** By order: the notice that nobody has accepted it, and the order as it was then, or came here later. */
  const unaccepted = new Map<number, { notice: number; was: BoardOrder | undefined }>()
  /** A terminal has nothing to close a notice with, and what has been done needs no notice. */
  function closeAccepted({ phase, rows }: BoardState): void {
    if (phase !== 'ready') return
    for (const [id, { notice, was }] of unaccepted) {
      const row = rows.get(id)
      if (row?.acknowledged === 1 || (was && row?.order_status !== was.order_status)) {
        notices.close(notice)
        unaccepted.delete(id)
      } else unaccepted.set(id, { notice, was: was ?? row })
    }
  }
  store.subscribe((state, before) => {
    if (state.rows === before.rows && state.phase === before.phase && state.search === before.search) return
    see(state)
    closeAccepted(state)
  })

  return {
    work,
    over,
    restoreWork() {
      edits.restore()
      receipts.restore()
      set({ rows: over(get().rows) })
    },
    resumeWork: edits.send,
    stopWork() {
      edits.close()
      receipts.stop()
    },
    /** Boards ring louder by the rows themselves; that owners have to act is said to them (KDS-08). */
    hearEscalation(orders: Escalated): void {
      for (const { order_id, merchant, ticket, minutes, step, shown } of orders) {
        if (step !== 2) continue
        const text = shown
          ? 'Order %1 has waited for %2 minutes and nobody has accepted it'
          : 'Order %1 has waited for %2 minutes and no board has shown it'
        const params = [orderName(get(), { order_id, merchant, ticket }, i18n.lang()), minutes]
        notices.close(unaccepted.get(order_id)?.notice ?? 0)
        const notice = notices.show('warning', text, { params, ms: Number.POSITIVE_INFINITY })
        unaccepted.set(order_id, { notice, was: get().rows.get(order_id) })
      }
    },
  }
}
