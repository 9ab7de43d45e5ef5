import type { AssignResult } from '@tiffin/sdk/contract'
import { apiError, isApiError } from '@tiffin/sdk/contract'
import type { Client } from '@tiffin/sdk/client'
import { withTick } from '#rules/index'
import type { Ports } from '../ports.ts'
import type { BoardOrder, NamedOrder } from './board-order.ts'
import type { BulkResult } from './bulk.ts'
import { type Conflict, conflictKey } from './conflicts.ts'
import { createKeptIntents } from './kept-intents.ts'
import { createSendingPace } from './sending-pace.ts'
import type { Tray } from './tray.ts'

/** What a person changes on a card besides its place. `courier` 0 is none. */
export type OrderEdit = NamedOrder & { intent_id: string } & (
    | {
        kind: 'courier'
        from: number
        courier: number
        courier_obj: BoardOrder['courier_obj']
        before: BoardOrder['courier_obj']
      }
    /** `item` says the line in words. */
    | { kind: 'tick'; line: string; item: string; done: boolean }
  )

type CourierEdit = OrderEdit & { kind: 'courier' }

export interface OrderEdits {
  /** Shows the edits at once and sends them; the answers tell how each ended. */
  add(edits: readonly OrderEdit[]): Promise<readonly BulkResult[]>
  /** Sends what waits; does nothing while an earlier sending is under way. */
  send(): void
  /** Takes up the edits that another run of the program left behind, or another tab that was closed. */
  restore(): void
  /** The server's rows with the edits on top that it has not answered yet. */
  over(rows: ReadonlyMap<number, BoardOrder>): ReadonlyMap<number, BoardOrder>
  /** How many the server has not answered. */
  count(): number
  /** Forgets what was not answered, when the board closes; what is on disk stays there. */
  drop(): void
}

const MOST_AT_ONCE = 50

/** An edit as it was kept; whatever is not one counts as none. */
function readEdit(value: unknown): OrderEdit | undefined {
  const edit = { ...(value as object | null) } as Partial<OrderEdit>
  const { kind, from, courier, line, item, done } = edit as Partial<Record<string, unknown>>
  if (typeof edit.intent_id !== 'string' || typeof edit.order_id !== 'number') return undefined
  const isWhole =
    (kind === 'courier' && typeof from === 'number' && typeof courier === 'number') ||
    (kind === 'tick' && typeof line === 'string' && typeof item === 'string' && typeof done === 'boolean')
  return isWhole ? (edit as OrderEdit) : undefined
}

/** What the tray shows of a refused edit. */
function conflictOf(edit: OrderEdit, { error = 'Server error', params }: Omit<BulkResult, 'order_id'>, at: number): Conflict {
  const { order_id, ticket, merchant } = edit
  const refused = { order_id, ticket, merchant, error, params, at }
  if (edit.kind === 'courier') return { kind: 'courier', courier: edit.courier, name: edit.courier_obj?.name ?? '', ...refused }
  return { kind: 'tick', line: edit.line, item: edit.item, done: edit.done, ...refused }
}

const edited = (order: BoardOrder, edit: OrderEdit): BoardOrder =>
  edit.kind === 'courier'
    ? { ...order, courier: edit.courier, courier_obj: edit.courier_obj }
    : { ...order, ticks: withTick(order, edit.line, edit.done) }

/** A row after the server's answer about its courier; `other` is one whom somebody else has chosen, where they are known. */
function withCourier(
  row: BoardOrder,
  now: NonNullable<AssignResult['order']>,
  { courier, courier_obj, from, before }: CourierEdit,
  other: BoardOrder['courier_obj'] | undefined,
) {
  if (row.revision > now.revision) return row
  const named = now.courier === courier ? courier_obj : now.courier === from ? before : (other ?? row.courier_obj)
  return { ...row, ...now, courier_obj: named }
}

/**
 * Sends edits in their order and keeps each, on disk too where there is one, until the server has answered it; the server
 * carries each out once. What is refused of edits that came late goes to the tray (MOON-04).
 */
export function createOrderEdits(options: {
  client: Client
  ports: Ports
  tray: Tray
  owner: () => string
  /** Server time in ms. */
  now: () => number
  /** An order of the board with what names it. */
  named: (orderId: number) => NamedOrder
  /** A courier as cards name them, of those who were read last. */
  courier: (id: number) => BoardOrder['courier_obj'] | undefined
  /** An edit was made that would not outlive the program. */
  onUnkept: () => void
  /** The edits have changed: what is shown has to be put together again. */
  onChange: () => void
  /** Takes over what the server says of an order now. */
  settle: (orderId: number, change: (order: BoardOrder) => BoardOrder) => void
}): OrderEdits {
  const { client, ports, tray, onChange, settle } = options
  const kept = createKeptIntents({ ports, kind: 'edit', owner: options.owner, read: readEdit })
  let waiting: readonly OrderEdit[] = []
  let sending = false
  const pace = createSendingPace({ clock: ports.clock, most: MOST_AT_ONCE, send })
  const late = new Set<string>()
  const answers = new Map<string, (result: BulkResult) => void>()

  function answer(edit: OrderEdit, result: Omit<BulkResult, 'order_id'>): void {
    waiting = waiting.filter((one) => one !== edit)
    kept.remove(edit.intent_id)
    const in_tray = late.delete(edit.intent_id) && result.status === 'FAIL'
    const conflict = conflictOf(edit, result, options.now())
    if (in_tray) tray.put(conflict)
    else if (result.status === 'OK') tray.drop(conflictKey(conflict))
    tell(edit, { ...result, in_tray })
  }

  function tell(edit: OrderEdit, result: Omit<BulkResult, 'order_id'>): void {
    answers.get(edit.intent_id)?.({ order_id: edit.order_id, ...result })
    answers.delete(edit.intent_id)
  }

  /** Takes a refused edit off the card again; the next news brings the rest. */
  function takeBack(edit: OrderEdit): void {
    settle(edit.order_id, (row) => {
      if (edit.kind === 'tick') return { ...row, ticks: withTick(row, edit.line, !edit.done) }
      return row.courier === edit.courier ? { ...row, courier: edit.from, courier_obj: edit.before } : row
    })
  }

  function assigned(edit: CourierEdit, { order, status, code, error, params }: AssignResult): void {
    if (status === 'FAIL') takeBack(edit)
    if (order) settle(order.order_id, (row) => withCourier(row, order, edit, options.courier(order.courier)))
    answer(edit, { status, code, error, params })
  }

  async function ask(batch: readonly OrderEdit[]): Promise<void> {
    const [first] = batch
    if (first?.kind === 'tick') {
      const { intent_id: idempotencyKey, order_id, line, done } = first
      const { data } = await client.Order.tick({ order_id, line, done }, { idempotencyKey })
      settle(first.order_id, (row) => ({ ...row, ticks: data.ticks }))
      return answer(first, { status: 'OK' })
    }
    const couriers = batch.filter((edit) => edit.kind === 'courier')
    const intents = couriers.map(({ intent_id, order_id, from, courier }) => ({ intent_id, order_id, from, courier }))
    const { data } = await client.Order.assign({ intents })
    for (const edit of couriers) {
      const result = data.results.find(({ intent_id }) => intent_id === edit.intent_id)
      if (result) assigned(edit, result)
    }
  }

  function send(): void {
    const end = waiting.findIndex(({ kind }) => kind !== 'courier')
    const batch = waiting.slice(0, Math.min(pace.size(), end < 0 ? waiting.length : Math.max(1, end)))
    if (sending || batch.length === 0) return
    sending = true
    ask(batch)
      .then(() => pace.answered(batch.length))
      .catch((error: unknown) => {
        const fate = pace.failed(error, batch.length)
        if (fate === 'refused') {
          const { code, message, params } = isApiError(error) ? error : apiError('server_error')
          for (const edit of batch) takeBack(edit)
          for (const edit of batch) answer(edit, { status: 'FAIL', code, error: message, params })
        }
        if (fate === 'refused' || fate === 'smaller') return undefined
        if (fate === 'later') for (const { intent_id } of waiting) late.add(intent_id)
        ports.log(`changes of orders wait for ${fate === 'session' ? 'a session' : 'the connection'}`, error)
        return 'later'
      })
      .then((outcome) => {
        sending = false
        onChange()
        if (outcome !== 'later') send()
      })
      .catch((error: unknown) => ports.log('changes of orders could not be shown', error))
  }

  return {
    add(given) {
      const edits = given.map((edit) => ({ ...edit, ...options.named(edit.order_id) }))
      const results = edits.map(({ intent_id }) => new Promise<BulkResult>((resolve) => answers.set(intent_id, resolve)))
      for (const edit of edits) if (waiting.some(({ intent_id }) => late.has(intent_id))) late.add(edit.intent_id)
      const areKept = edits.map((edit) => kept.add(edit))
      if (areKept.includes(false)) options.onUnkept()
      waiting = [...waiting, ...edits]
      onChange()
      send()
      return Promise.all(results)
    },
    send,
    restore() {
      const known = new Set(waiting.map(({ intent_id }) => intent_id))
      const left = kept.all().filter(({ intent_id }) => !known.has(intent_id))
      if (left.length === 0) return
      for (const { intent_id } of left) late.add(intent_id)
      waiting = [...left, ...waiting]
      onChange()
      send()
    },
    count: () => waiting.length,
    over(rows) {
      if (waiting.length === 0) return rows
      const view = new Map(rows)
      for (const edit of waiting) {
        const order = view.get(edit.order_id)
        if (order) view.set(edit.order_id, edited(order, edit))
      }
      return view
    },
    drop() {
      const left = waiting
      waiting = []
      late.clear()
      for (const edit of left) tell(edit, { status: 'FAIL', code: 'cancelled', error: 'Request cancelled' })
    },
  }
}
