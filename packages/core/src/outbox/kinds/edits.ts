import type { AssignResult } from '@tiffin/sdk/contract'
import type { Client } from '@tiffin/sdk/client'
import type { BoardOrder, NamedOrder } from '#board/board-order'
import { type Conflict, conflictKey } from '../conflicts.ts'
import { storedEntries } from '../disk.ts'
import { createOutbox, type Outbox, type OutboxPorts, refusalOf } from '../outbox.ts'
import type { Tray } from '../tray.ts'

/** A change on a card other than a move. `courier` 0 means none. */
export type OrderEdit = NamedOrder & { intent_id: string } & (
    | {
        kind: 'courier'
        from: number
        courier: number
        courier_obj: BoardOrder['courier_obj']
        before: BoardOrder['courier_obj']
      }
    /** `item` is the line as text. */
    | { kind: 'tick'; line: string; item: string; done: boolean }
  )

/** `ticks` are the order's current ones. */
export type EditResult = AssignResult & { ticks?: readonly string[] }

/** Parses a stored edit; undefined if it is invalid. */
function readEdit(value: unknown): OrderEdit | undefined {
  const edit = { ...(value as object | null) } as Partial<OrderEdit>
  const { kind, from, courier, line, item, done } = edit as Partial<Record<string, unknown>>
  if (typeof edit.intent_id !== 'string' || typeof edit.order_id !== 'number') return undefined
  const isValid =
    (kind === 'courier' && typeof from === 'number' && typeof courier === 'number') ||
    (kind === 'tick' && typeof line === 'string' && typeof item === 'string' && typeof done === 'boolean')
  return isValid ? (edit as OrderEdit) : undefined
}

function conflictOfEdit(edit: OrderEdit, { error = 'Server error', params }: EditResult, at: number): Conflict {
  const { order_id, ticket, merchant } = edit
  const refused = { order_id, ticket, merchant, error, params, at }
  if (edit.kind === 'courier') return { kind: 'courier', courier: edit.courier, name: edit.courier_obj?.name ?? '', ...refused }
  return { kind: 'tick', line: edit.line, item: edit.item, done: edit.done, ...refused }
}

/** Courier changes and ticks. They share one outbox to keep their order. */
export function createEditOutbox(options: {
  client: Client
  ports: OutboxPorts
  owner: () => string
  tray: Tray
  /** Server time in ms. */
  now: () => number
  changed: () => void
  notSaved: () => void
  answered: (edit: OrderEdit, result: EditResult) => void
}): Outbox<OrderEdit, EditResult> {
  const { client, ports, owner, tray, changed, notSaved } = options
  return createOutbox<OrderEdit, EditResult>(
    {
      disk: storedEntries({ ports, name: 'edit', owner, read: readEdit }),
      // The server accepts many couriers at once, but one tick.
      batch(edits) {
        const couriers = edits.findIndex(({ kind }) => kind !== 'courier')
        return couriers < 0 ? edits : edits.slice(0, Math.max(1, couriers))
      },
      async send(edits) {
        const [first] = edits
        if (first?.kind === 'tick') {
          const { intent_id, order_id, line, done } = first
          const { data } = await client.Order.tick({ order_id, line, done }, { idempotencyKey: intent_id })
          return [{ intent_id, status: 'OK', ticks: data.ticks }]
        }
        const couriers = edits.filter((edit) => edit.kind === 'courier')
        const intents = couriers.map(({ intent_id, order_id, from, courier }) => ({ intent_id, order_id, from, courier }))
        const { data } = await client.Order.assign({ intents })
        return data.results
      },
      refused: refusalOf,
      answered(edit, result, { late }) {
        options.answered(edit, result)
        if (result.status === 'OK') tray.drop(conflictKey(edit))
        else if (late) tray.put(conflictOfEdit(edit, result, options.now()))
      },
      changed,
      notSaved,
    },
    ports,
  )
}
