import type { CallOptions, Client } from '@tiffin/sdk/client'
import type { Coords, Courier, OrderStatus, TableQuery } from '@tiffin/sdk/contract'
import type { PlainKey } from '#i18n/text-key'
import { type CourierMark, courierMark, isCancelled } from '#rules/index'
import type { BoardOrder } from './board-order.ts'

/** A courier as shown in the board's picker (KDS-20). */
export interface BoardCourier {
  courier_id: number
  name: string
  phone: string
  img: string
  courier_status: number | null
  working: number | null
  /** The courier's last position; missing for users who may not read it. */
  coords?: Coords | null
  /** Number of unfinished orders assigned to the courier. */
  open: number
  /** Couriers marked `busy` or `off_duty` can still be chosen. */
  mark: CourierMark | null
}

/** Label of each mark. */
export const courierMarkTexts: Readonly<Record<CourierMark, PlainKey>> = {
  blocked: 'Blocked',
  off_duty: 'Off duty',
  busy: 'Busy',
}

/** A courier as shown on cards, from the couriers last loaded. */
export function courierOnCard(couriers: readonly BoardCourier[], courier_id: number): BoardOrder['courier_obj'] | undefined {
  const found = couriers.find((courier) => courier.courier_id === courier_id)
  return found && { courier_id, phone: found.phone, name: found.name, img: found.img }
}

const order: readonly (CourierMark | null)[] = [null, 'busy', 'off_duty', 'blocked']

/** The company's couriers with their workload, available ones first; blocked ones are left out. */
export async function readCouriers(
  client: Client,
  statuses: readonly OrderStatus[],
  { withCoords = false, ...options }: CallOptions & { withCoords?: boolean } = {},
): Promise<readonly BoardCourier[]> {
  const unfinished = statuses
    .filter((status) => status.done !== 1 && !isCancelled(status))
    .map((status) => status.order_status_id)
  const tables: TableQuery[] = [
    {
      table: 'courier',
      include: ['courier_id', 'name', 'phone', 'img', 'courier_status', 'working', ...(withCoords ? ['coords'] : [])],
      order: [{ field: 'name' }],
      limit: [0, 1000],
    },
    {
      table: 'order',
      mode: 'board',
      search: [
        { key: 'order_status', op: 'in', prm: unfinished },
        { key: 'courier', op: '>', prm: 0 },
      ],
      group: ['courier'],
      limit: [0, 1000],
    },
  ]
  const { data } = await client.Reference.getData({ tables }, options)
  const groups = (data['order']?.data ?? []) as unknown as { courier: number; count: number }[]
  const openOf = new Map(groups.map(({ courier, count }) => [courier, count]))
  const couriers = (data['courier']?.data ?? []) as unknown as (Omit<BoardCourier, 'open' | 'mark'> & Courier)[]
  return couriers
    .map((courier) => {
      const open = openOf.get(courier.courier_id) ?? 0
      return { ...courier, open, mark: courierMark(courier, open) }
    })
    .filter(({ mark }) => mark !== 'blocked')
    .toSorted((a, b) => order.indexOf(a.mark) - order.indexOf(b.mark) || a.open - b.open)
}
