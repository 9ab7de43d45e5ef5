import type { AssignResult } from '@tiffin/sdk/contract'
import { isApiError } from '@tiffin/sdk/contract'
import type { Client } from '@tiffin/sdk/client'
import { withTick } from '#rules/index'
import type { Ports } from '../ports.ts'
import type { BoardOrder } from './board-order.ts'
import type { BulkResult } from './bulk.ts'
import { isPassing } from '../passing-failure.ts'

/** What a person changes on a card besides its place. `courier` 0 is none. */
export type OrderEdit = { intent_id: string; order_id: number } & (
  | { kind: 'courier'; from: number; courier: number; courier_obj: BoardOrder['courier_obj']; before: BoardOrder['courier_obj'] }
  | { kind: 'tick'; line: string; done: boolean }
)

type CourierEdit = OrderEdit & { kind: 'courier' }

export interface OrderEdits {
  /** Shows the edits at once and sends them; the answers tell how each ended. */
  add(edits: readonly OrderEdit[]): Promise<readonly BulkResult[]>
  /** Sends what waits; does nothing while an earlier sending is under way. */
  send(): void
  /** The server's rows with the edits on top that it has not answered yet. */
  over(rows: ReadonlyMap<number, BoardOrder>): ReadonlyMap<number, BoardOrder>
  /** Forgets what was not answered, when the board closes. */
  drop(): void
}

const MOST_AT_ONCE = 50
const AGAIN_MS = 2000

const edited = (order: BoardOrder, edit: OrderEdit): BoardOrder =>
  edit.kind === 'courier'
    ? { ...order, courier: edit.courier, courier_obj: edit.courier_obj }
    : { ...order, ticks: withTick(order, edit.line, edit.done) }

/** A row after the server's answer about its courier; a name that is not known here comes with the next news. */
function withCourier(
  row: BoardOrder,
  now: NonNullable<AssignResult['order']>,
  { courier, courier_obj, from, before }: CourierEdit,
) {
  if (row.revision > now.revision) return row
  const named = now.courier === courier ? courier_obj : now.courier === from ? before : row.courier_obj
  return { ...row, ...now, courier_obj: named }
}

/** Sends edits in their order and keeps each until the server has answered it; the server carries each out once. */
export function createOrderEdits(options: {
  client: Client
  ports: Ports
  /** The edits have changed: what is shown has to be put together anew. */
  onChange: () => void
  /** Takes over what the server says of an order now. */
  settle: (orderId: number, change: (order: BoardOrder) => BoardOrder) => void
}): OrderEdits {
  const { client, ports, onChange, settle } = options
  let waiting: readonly OrderEdit[] = []
  let sending = false
  const answers = new Map<string, (result: BulkResult) => void>()

  function answer(edit: OrderEdit, result: Omit<BulkResult, 'order_id'>): void {
    waiting = waiting.filter((one) => one !== edit)
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
    if (order) settle(order.order_id, (row) => withCourier(row, order, edit))
    answer(edit, { status, code, error, params })
  }

  async function ask(batch: readonly OrderEdit[]): Promise<void> {
    const [first] = batch
    if (first?.kind === 'tick') {
      const { data } = await client.Order.tick({ order_id: first.order_id, line: first.line, done: first.done })
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
    const batch = waiting.slice(0, Math.min(MOST_AT_ONCE, end < 0 ? waiting.length : Math.max(1, end)))
    if (sending || batch.length === 0) return
    sending = true
    ask(batch)
      .catch((error: unknown) => {
        if (isApiError(error) && !isPassing(error)) {
          const { code, message, params } = error
          for (const edit of batch) takeBack(edit)
          for (const edit of batch) answer(edit, { status: 'FAIL', code, error: message, params })
          return undefined
        }
        ports.log('changes of orders wait for the connection', error)
        ports.clock.after(AGAIN_MS, send)
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
    add(edits) {
      const results = edits.map(({ intent_id }) => new Promise<BulkResult>((resolve) => answers.set(intent_id, resolve)))
      waiting = [...waiting, ...edits]
      onChange()
      send()
      return Promise.all(results)
    },
    send,
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
      for (const edit of waiting) answer(edit, { status: 'FAIL', code: 'cancelled', error: 'The request was cancelled' })
    },
  }
}
