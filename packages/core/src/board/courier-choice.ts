import type { StoreApi } from 'zustand/vanilla'
import { type Client, randomUuid } from '@tiffin/sdk/client'
import type { I18n } from '#i18n/create-i18n'
import type { Notices } from '#notices/notices'
import { managesCompany } from '#rules/index'
import { actorOf } from '#session/actor-of'
import type { SessionStore } from '#session/session-store'
import { isTransient } from '../transient-error.ts'
import type { BoardState } from './board-state.ts'
import { type BulkResult, type ResultTexts, reportResults } from './bulk.ts'
import { type BoardCourier, courierOnCard, readCouriers } from './couriers.ts'
import type { OrderEdits } from './order-edits.ts'
import { orderNameById } from './order-name.ts'

export interface CourierChoice {
  /**
   * Assigns orders to a courier, or to none. Shown at once, confirmed for each order separately, undoable from the
   * message (KDS-20).
   */
  assignCourier(orderIds: readonly number[], courierId: number | null): Promise<readonly BulkResult[]>
  /**
   * The couriers to choose from, available ones first; busy and off-duty ones are marked (KDS-20). Rejects with an
   * ApiError.
   */
  couriers(): Promise<readonly BoardCourier[]>
}

interface Assignment {
  order_id: number
  courier: number
  /** The courier that the order must have now, if not the shown one. A different choice made elsewhere is refused. */
  from?: number
}

const assignmentTexts = (on: boolean): ResultTexts => ({
  one: (name, courier) =>
    on ? { text: '%1 assigned to %2', params: [name, courier] } : { text: 'Courier unassigned from %1', params: [name] },
  all: (count) => ({ text: on ? '%1 orders assigned to the courier' : 'Courier unassigned from %1 orders', params: [count] }),
  some: (done, refused, why) => ({ text: '%1 assigned, %2 failed: %3', params: [done, refused, why] }),
})

export function createCourierChoice(options: {
  client: Client
  session: SessionStore
  store: StoreApi<BoardState>
  notices: Notices
  i18n: I18n
  edits: OrderEdits
}): CourierChoice {
  const { client, session, store, notices, i18n, edits } = options
  const { getState: get, setState: set } = store
  // Uses the couriers last read, so that a card can name one at once.
  const onCard = (courier: number) => courierOnCard(get().couriers, courier)

  async function assign(assignments: readonly Assignment[]): Promise<readonly BulkResult[]> {
    const { rows } = get()
    const before = new Map(assignments.map(({ order_id, from }) => [order_id, from ?? rows.get(order_id)?.courier ?? 0]))
    const given = new Map(assignments.map(({ order_id, courier }) => [order_id, courier]))
    const results = await edits.add(
      assignments
        .filter(({ order_id, courier }) => rows.has(order_id) && rows.get(order_id)?.courier !== courier)
        .map(({ order_id, courier }) => ({
          kind: 'courier',
          intent_id: randomUuid(),
          order_id,
          from: before.get(order_id) ?? 0,
          courier,
          courier_obj:
            courier === 0 ? null : (onCard(courier) ?? { courier_id: courier, phone: '', name: `#${courier}`, img: '' }),
          before: rows.get(order_id)?.courier_obj ?? null,
        })),
    )
    reportResults({
      notices,
      t: i18n.t,
      name: (id) => orderNameById(get(), id, i18n.lang()),
      results,
      texts: assignmentTexts(assignments.some(({ courier }) => courier !== 0)),
      given: (id) => onCard(given.get(id) ?? 0)?.name ?? '',
      undo: (ids) =>
        void assign(ids.map((order_id) => ({ order_id, courier: before.get(order_id) ?? 0, from: given.get(order_id) ?? 0 }))),
    })
    return results
  }

  return {
    assignCourier: (orderIds, courierId) => assign(orderIds.map((order_id) => ({ order_id, courier: courierId ?? 0 }))),
    async couriers() {
      const { couriers: known, live, statuses } = get()
      // MOON-04: offline, use the couriers last read. If known to be offline, skip the request.
      if (known.length > 0 && live.phase === 'offline') return known
      try {
        const { user } = session.store.getState()
        // Checks pages instead of fields, because the console's first load does not include the rules for fields.
        const withCoords = user !== null && (managesCompany(actorOf(user)) || user.navigation.includes('Company-Courier-List'))
        const couriers = await readCouriers(client, statuses, { withCoords })
        set({ couriers })
        return couriers
      } catch (error) {
        if (known.length > 0 && isTransient(error)) return known
        throw error
      }
    },
  }
}
