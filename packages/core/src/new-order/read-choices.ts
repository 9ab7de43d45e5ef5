import type { Client } from '@tiffin/sdk/client'
import type { SessionUser } from '@tiffin/sdk/contract'
import type { BoardMerchant } from '#board/board-order'
import { actorOf } from '#session/actor-of'
import { type Actor, boardLevel } from '#rules/index'
import type { NewOrderChoices, NewOrderCompany, NewPayType, Seller } from './new-order.ts'

/** Loads the choices for a new order: merchants whose orders the user may edit (AMB-080), payment types (WIZ-13), … */
export async function readChoices(client: Client, actor: Actor): Promise<NewOrderChoices> {
  const offered = [
    { key: 'admin', prm: 2 },
    { key: 'status', prm: 1 },
  ]
  const { data } = await client.Reference.getData({
    tables: [
      { table: 'merchant', mode: 'board', search: [{ key: 'status', prm: 1 }], order: [{ field: 'order' }], limit: [0, 1000] },
      {
        table: 'order_type',
        include: ['order_type_id'],
        search: [{ key: 'order_type_id', op: '>', prm: 0 }],
        order: [{ field: 'order_type_id' }],
        limit: [0, 100],
      },
      {
        table: 'pay_type',
        include: ['pay_type_id', 'name', 'odd'],
        search: offered,
        order: [{ field: 'order' }],
        limit: [0, 500],
      },
      {
        table: 'pay_type',
        as: 'commissions',
        include: ['pay_type_id', 'commission_percent', 'commission_fixed'],
        search: offered,
        limit: [0, 500],
      },
      { table: 'company', search: [{ key: 'company_id', prm: actor.company }], limit: [0, 1] },
    ],
  })
  const rows = <R>(name: string): R[] => (data[name]?.data ?? []) as unknown as R[]
  const commissions = new Map(rows<NewPayType>('commissions').map((item) => [item.pay_type_id, item]))
  return {
    merchants: rows<Seller>('merchant').filter(({ merchant_id }) => boardLevel(actor, merchant_id) === 2),
    types: rows<{ order_type_id: number }>('order_type').map(({ order_type_id }) => order_type_id),
    payTypes: rows<NewPayType>('pay_type').map((entry) => ({ ...commissions.get(entry.pay_type_id), ...entry })),
    company: rows<NewOrderCompany>('company')[0] as NewOrderCompany,
  }
}

/** The board's merchants that the user may take orders for, also available offline; null if there are none. */
export function boardChoices(merchants: readonly BoardMerchant[], user: SessionUser): NewOrderChoices | null {
  const actor = actorOf(user)
  const sellers = merchants
    .filter(({ merchant_id }) => boardLevel(actor, merchant_id) === 2)
    .map((merchant) => ({ ...merchant, address: { coords: null, city: null, address: '', info: {} }, delivery: [] }))
  if (!user.company || sellers.length === 0) return null
  const { google_maps_key, price_show_decimal, timezone } = user.company
  return {
    merchants: sellers,
    types: [1, 2],
    payTypes: [],
    company: {
      fee: '0.00',
      tips: [],
      distance_model: 'degrees',
      approxumate_courier_speed: null,
      basic_delivery_time: null,
      preliminary_indent_minutes: null,
      google_maps_key,
      price_show_decimal,
      timezone,
    },
    isPartial: true,
  }
}
