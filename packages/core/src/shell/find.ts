import type { Client } from '@tiffin/sdk/client'
import { entities, type Entity, type SessionUser, type TableQuery } from '@tiffin/sdk/contract'
import type { BoardOrder } from '#board/board-order'
import { keyBesideName } from '#board/order-name'
import { orderNumber } from '#rules/order-number'
import { localized, missingOption, optionDecision, pages, rowDetails, type RouteName, routeNames, rowTitle } from '#rules/index'
import { pathOfRoute } from './route-paths.ts'

/** A record found by number or name. */
export interface FoundRecord {
  /** The screen of the record. */
  route: RouteName
  /** Address that opens it. */
  path: string
  title: string
  /** Distinguishes it from others of the same name; may be empty. */
  detail: string
}

export interface FoundOrder {
  path: string
  id: number
  /** Display name of an order of any merchant. */
  name: string
  /** The key of the order, if its name has a different number: ticket numbers restart every day. */
  key: number | undefined
}

export interface FoundEntries {
  orders: readonly FoundOrder[]
  records: readonly FoundRecord[]
  /** Lists with more matches than `records` has of them. */
  lists: readonly Pick<FoundRecord, 'route' | 'path'>[]
}

type Row = Readonly<Record<string, unknown>>

/** Maximum of each kind; for more, users open the list, which is offered. */
const MAX_RESULTS = 5
/**
 * The screens to search: for a table with pages in both areas the company's page, and only pages open to the user.
 */
function screensOf({ navigation, company }: SessionUser): Map<string, RouteName> {
  const found = new Map<string, RouteName>()
  // Company pages take precedence.
  for (const route of routeNames.filter((name) => navigation.includes(name))) {
    const { kind, table, search } = pages[route]
    if (kind || search === false || !table || found.has(table) || missingOption(company, route)) continue
    const entity: Entity = entities[table]
    // Searches only the rows of the current company, even on administrator pages.
    if (entity.search && optionDecision(company, entity).allowed) found.set(table, route)
  }
  return found
}

const numbersIn = (text: string): number | undefined => {
  const digits = /^#?(\d{1,12})$/.exec(text)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

function orderQuery(number: number): TableQuery {
  return {
    table: 'order',
    mode: 'board',
    include: ['order_id', 'ticket', 'merchant'],
    join: ['merchant'],
    search: [
      {
        any: [
          { key: 'order_id', prm: number },
          { key: 'ticket', prm: number },
        ],
      },
    ],
    order: [{ field: 'order_id', dir: 'desc' }],
    limit: [0, MAX_RESULTS],
  }
}

function nameOfFound(row: Row, lang: string): string {
  const { order_id, ticket, merchant_obj } = row as Partial<BoardOrder>
  return [orderNumber({ order_id: Number(order_id), ticket }), localized(merchant_obj?.name, lang)].filter(Boolean).join(' ')
}

/** Finds orders by number and records by name, within the user's navigation. Rejects with an ApiError. */
export async function findByText(
  client: Client,
  user: SessionUser,
  options: { text: string; lang: string; signal?: AbortSignal },
): Promise<FoundEntries> {
  const text = options.text.trim()
  const number = numbersIn(text)
  const screens = text.length < 2 ? new Map<string, RouteName>() : screensOf(user)
  const board = (['Company-Order', 'Administrator-Order'] as const).find((name) => user.navigation.includes(name))
  const tables: TableQuery[] = [
    ...(number !== undefined && board ? [orderQuery(number)] : []),
    ...[...screens.keys()]
      .slice(0, 19)
      .map((table) => ({ table, search: [{ text }], limit: [0, MAX_RESULTS + 1] as [number, number] })),
  ]
  if (tables.length === 0) return { orders: [], records: [], lists: [] }
  const { data } = await client.Reference.getData({ tables }, options.signal ? { signal: options.signal } : {})
  const allOf = (table: string): readonly Row[] => data[table]?.data ?? []
  const rowsOf = (table: string): readonly Row[] => allOf(table).slice(0, MAX_RESULTS)
  const pathTo = (route: RouteName, id: unknown): string => `${pathOfRoute(route, user.navigation) ?? '/'}?id=${String(id)}`
  const records = [...screens].flatMap(([table, route]) => {
    const { key } = entities[table as keyof typeof entities]
    const details = rowDetails(rowsOf(table), key, options.lang)
    return rowsOf(table).map((row, at) => ({
      route,
      path: pathTo(route, row[key]),
      title: rowTitle(row, options.lang),
      detail: details[at] ?? '',
    }))
  })
  const orders = rowsOf('order').map((row) => ({
    path: pathTo(board as RouteName, row['order_id']),
    id: Number(row['order_id']),
    name: nameOfFound(row, options.lang),
    key: keyBesideName({ rows: new Map() }, row as Partial<BoardOrder> & { order_id: number }),
  }))
  const lists = [...screens].flatMap(([table, route]) => {
    const path = `${pathOfRoute(route, user.navigation) ?? '/'}?search=${encodeURIComponent(text)}`
    return allOf(table).length > MAX_RESULTS ? [{ route, path }] : []
  })
  return { orders, records: records.filter(({ title }) => title !== ''), lists }
}
