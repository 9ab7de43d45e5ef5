import type { AssignResult } from '@tiffin/sdk/contract'
import type { EditResult, OrderEdit } from '#outbox/kinds/edits'
import { setTick } from '#rules/index'
import type { BoardOrder } from './board-order.ts'

type CourierEdit = OrderEdit & { kind: 'courier' }
/** A courier as shown on cards, from the couriers last loaded. */
type CourierOf = (id: number) => BoardOrder['courier_obj'] | undefined

const withEdit = (order: BoardOrder, edit: OrderEdit): BoardOrder =>
  edit.kind === 'courier'
    ? { ...order, courier: edit.courier, courier_obj: edit.courier_obj }
    : { ...order, ticks: setTick(order, edit.line, edit.done) }

/** The server's rows with pending edits applied. */
export function applyPendingEdits(
  rows: ReadonlyMap<number, BoardOrder>,
  edits: readonly OrderEdit[],
): ReadonlyMap<number, BoardOrder> {
  if (edits.length === 0) return rows
  const view = new Map(rows)
  for (const edit of edits) {
    const order = view.get(edit.order_id)
    if (order) view.set(edit.order_id, withEdit(order, edit))
  }
  return view
}

/** Removes a refused edit from the card. The next update brings the rest. */
function withoutEdit(row: BoardOrder, edit: OrderEdit): BoardOrder {
  if (edit.kind === 'tick') return { ...row, ticks: setTick(row, edit.line, !edit.done) }
  return row.courier === edit.courier ? { ...row, courier: edit.from, courier_obj: edit.before } : row
}

function withCourier(
  row: BoardOrder,
  now: NonNullable<AssignResult['order']>,
  { courier, courier_obj, from, before }: CourierEdit,
  courierOf: CourierOf,
): BoardOrder {
  if (row.revision > now.revision) return row
  // Another board may have chosen a different courier.
  const courierName =
    now.courier === courier ? courier_obj : now.courier === from ? before : (courierOf(now.courier) ?? row.courier_obj)
  return { ...row, ...now, courier_obj: courierName }
}

/** A row after the server processed an edit of it. */
export function applyEditResult(row: BoardOrder, edit: OrderEdit, result: EditResult, courierOf: CourierOf): BoardOrder {
  const left = result.status === 'FAIL' ? withoutEdit(row, edit) : row
  if (edit.kind === 'tick') return result.ticks ? { ...left, ticks: [...result.ticks] } : left
  return result.order ? withCourier(left, result.order, edit, courierOf) : left
}
