import { companyToday, type Availability, type PriceContext } from '@tiffin/core/rules'
import type { Courier, Merchant, PayType, User } from '@tiffin/sdk/contract'
import type { HookContext, SavedRow } from '#engine/save-hook'
import { type LockedCodes, lockPromocodes } from '#domains/marketing/lock-promocodes'

type OrderMerchant = Pick<
  Merchant,
  | 'address'
  | 'cooking_time'
  | 'status'
  | 'work_time'
  | 'min_order_cost'
  | 'preliminary_indent_days'
  | 'auto_accept'
  | keyof Availability
> &
  NonNullable<PriceContext['merchant']>

type OrderPayType = NonNullable<PriceContext['payType']> & Pick<PayType, 'status'>

/** Data that new, repriced or reassigned orders need; queried once per save, however many orders it has. */
export interface OrderLookups {
  merchants: ReadonlyMap<number, OrderMerchant>
  payTypes: ReadonlyMap<number, OrderPayType>
  /** Customers chosen by the save. */
  users: ReadonlyMap<number, Pick<User, 'status'>>
  /** Couriers chosen by the save. */
  couriers: ReadonlyMap<number, Pick<Courier, 'courier_status'>>
  /** Promo codes that the save chooses, and those that its orders may use again. */
  promocodes: LockedCodes
  /** Code of the company's currency. */
  currency: string
  /** The next position at the end of a column (ORDER-10). */
  lastPlace(status: number): Promise<number>
  /** The next short number of a merchant's day (KDS-21, KDS-22). */
  ticket(merchant: number): Promise<{ ticket: number; ticket_day: string }>
}

/** Fields whose change may count another use of an order's code, for example when an order leaves Cancelled. */
const promocodeUseFields = ['promocode', 'merchant', 'user', 'order_status']

/**
 * Looks up data for the orders of a save. `numbered` are the orders that get a ticket number, including new ones and
 * those in `priced`.
 */
export async function lookUpOrders(
  rows: readonly SavedRow[],
  numbered: readonly SavedRow[],
  priced: readonly SavedRow[],
  context: HookContext,
): Promise<OrderLookups> {
  const { change, company, now } = context
  const { tx, info } = change
  const keysOf = (some: readonly SavedRow[], field: string): number[] => [
    ...new Set(some.map(({ before, set }) => Number(set[field] ?? before?.[field] ?? 0)).filter((key) => key > 0)),
  ]
  const chosen = (field: string): number[] =>
    keysOf(
      rows.filter(({ set }) => set[field] !== undefined),
      field,
    )
  const find = async <R extends { id: number }>(text: string, keys: readonly number[]): Promise<Map<number, R>> =>
    new Map(keys.length === 0 ? [] : (await tx.sql<R>(text, [info.company, keys])).map((row) => [row.id, row]))

  const merchants = await find<OrderMerchant & { id: number }>(
    `select merchant_id as id, address, cooking_time, delivery, status::int as status, auto_accept::int as auto_accept, delivery_mode::int as delivery_mode, work_time, preliminary_indent_days,
       min_order_cost::text as min_order_cost,
       to_json(paused_until) as paused_until, to_json(busy_until) as busy_until, busy_minutes
     from merchant where company = $1 and merchant_id = any($2::bigint[])`,
    keysOf(priced, 'merchant'),
  )
  const payTypes = await find<OrderPayType & { id: number }>(
    `select pay_type_id as id, status::int as status, commission_percent, commission_fixed::text as commission_fixed, name from pay_type
     where company = $1 and pay_type_id = any($2::bigint[])`,
    keysOf(priced, 'pay_type'),
  )
  const users = await find<Pick<User, 'status'> & { id: number }>(
    `select user_id as id, status::int as status from "user" where company = $1 and user_id = any($2::bigint[])`,
    chosen('user'),
  )
  const couriers = await find<Pick<Courier, 'courier_status'> & { id: number }>(
    `select courier_id as id, courier_status::int as courier_status from courier
     where company = $1 and courier_id = any($2::bigint[])`,
    chosen('courier'),
  )
  const promocodes = await lockPromocodes(
    tx,
    info.company,
    rows
      .filter(({ set }) => promocodeUseFields.some((field) => set[field] !== undefined))
      .map(({ before, set }) => (set['promocode'] ?? before?.['promocode'] ?? '') as string),
  )
  const [country] =
    numbered.length === 0
      ? []
      : await tx.sql<{ code: string }>(`select currency_code as code from country where country_id = $1`, [company?.country])

  const places = new Map<number, number>()
  async function lastPlace(status: number): Promise<number> {
    if (!places.has(status)) {
      const [row] = await tx.sql<{ last: number }>(
        `select coalesce(max("order"), 0) as last from "order"
         where company = $1 and order_status = $2 and "delete" = 0`,
        [info.company, status],
      )
      places.set(status, row?.last ?? 0)
    }
    const place = (places.get(status) ?? 0) + 1
    places.set(status, place)
    return place
  }

  const ticket_day = companyToday(now.getTime(), company?.timezone ?? 'UTC')
  let tickets: Map<number, number> | undefined
  async function ticket(merchant: number): Promise<{ ticket: number; ticket_day: string }> {
    tickets ??= await reserveTicketNumbers()
    const number = tickets.get(merchant) ?? 1
    tickets.set(merchant, number + 1)
    return { ticket: number, ticket_day }
  }

  /** Reserves ticket numbers for all these orders at once; returns the first number of each merchant. */
  async function reserveTicketNumbers(): Promise<Map<number, number>> {
    const requested = [...Map.groupBy(numbered, ({ set }) => Number(set['merchant']))]
    const taken = await tx.sql<{ merchant: number; first: number }>(
      `insert into ticket_counter as c (company, merchant, day, last)
       select $1, w.merchant, $2, w.orders from unnest($3::bigint[], $4::int[]) as w(merchant, orders) order by w.merchant
       on conflict (company, merchant, day) do update set last = c.last + excluded.last
       returning c.merchant, c.last - (select w.orders from unnest($3::bigint[], $4::int[]) as w(merchant, orders) where w.merchant = c.merchant) + 1 as first`,
      [info.company, ticket_day, requested.map(([merchant]) => merchant), requested.map(([, orders]) => orders.length)],
    )
    return new Map(taken.map(({ merchant, first }) => [merchant, first]))
  }

  return {
    merchants,
    payTypes,
    users,
    couriers,
    promocodes,
    currency: country?.code ?? '',
    lastPlace,
    ticket,
  }
}
