import { actorOf, orderNumber } from '@tiffin/core'
import { canMove, localized, readHandoffCode } from '@tiffin/core/rules'
import {
  errors,
  type MoveIntent,
  type MoveResult,
  type Multilang,
  type Order,
  type OrderStatus,
  type TableQuery,
} from '@tiffin/sdk/contract'
import { randomUuid } from '@tiffin/sdk/client'
import type { Connection } from '../connection.ts'
import { exitCodes, notFound, wrongUsage } from '../failure.ts'
import { readList } from '../global-options.ts'
import type { Result } from '../results/result.ts'
import { findEntity, readKey } from './find-entity.ts'
import { findStatus, readStatuses } from './find-status.ts'
import { type FoundRows, queryOf, readByKey, readRows, type ListOptions } from './read-rows.ts'
import type { CommandTranslate } from '../texts/command-key.ts'

type Row = Record<string, unknown>

const order = findEntity('order')
const JOINS = ['user', 'merchant', 'order_status', 'courier', 'type', 'pay_type']
const COLUMNS = ['order_id', 'ticket', 'status', 'merchant_obj', 'user_obj', 'total', 'time_finish', 'destination_address']

export interface OrdersOptions extends ListOptions {
  status?: string
  merchant?: string
  all?: boolean
}

/** Orders with the names of their status, merchant and customer; active ones unless `all` or a status is given. */
export async function listOrders(
  connection: Connection,
  options: OrdersOptions,
  defaultLimit: number,
): Promise<Result & Pick<FoundRows, 'count' | 'total'>> {
  const query = await queryOf(connection, order, { order: ['order_id:desc'], ...options, join: JOINS.join(',') }, defaultLimit)
  const statuses = await readStatuses(connection)
  const chosen =
    options.status === undefined
      ? options.all === true || options.where !== undefined
        ? []
        : statuses.filter((status) => status.done !== 1 && status.status > 0)
      : readList(options.status).map((given) => findStatus(statuses, given, connection.lang))
  const search: TableQuery['search'] = [
    ...(query.search ?? []),
    ...(chosen.length > 0
      ? [{ key: 'order_status', op: 'in' as const, prm: chosen.map((status) => status.order_status_id) }]
      : []),
    ...(options.merchant === undefined
      ? []
      : [{ key: 'merchant', op: 'in' as const, prm: readList(options.merchant).map((id) => readKey(order, id)) }]),
  ]
  const { rows, count, total } = await readRows(connection, { ...query, search })
  return { rows, count, total, columns: query.include ?? COLUMNS }
}

/** One order with its cart lines and history. */
export async function showOrder(connection: Connection, id: string): Promise<Result & { cart: Row[]; events: Row[] }> {
  const key = Number(readKey(order, id))
  const [row] = await readByKey(connection, order, [key], { join: JOINS })
  if (!row) throw notFound('%1 %2 does not exist', { params: ['order', id] })
  const { data } = await connection.client.Order.timeline({ order_id: key })
  const shown = Object.keys(row).filter((name) => !empty(row[name]) && name !== 'cart')
  return {
    rows: [{ ...row, timeline: data.events }],
    columns: shown,
    single: true,
    cart: (row['cart'] as Row[] | null) ?? [],
    events: data.events,
  }
}

const empty = (value: unknown): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)

type NamedOrder = Order & { merchant_obj?: { name: Multilang } | null }

interface MoveOptions {
  to: string
  reason?: string | undefined
  /** The customer's hand-off code, or why there is none. */
  code?: string | undefined
  withoutCode?: string | undefined
  dryRun?: boolean | undefined
}

/** Moves orders to a status and reports each result; a refused order does not affect the others (KDS-16). */
export async function moveOrders(
  connection: Connection,
  ids: readonly string[],
  options: MoveOptions,
  t: CommandTranslate,
): Promise<Result> {
  const { lang } = connection
  const statuses = await readStatuses(connection)
  const target = findStatus(statuses, options.to, lang)
  const keys = [...new Set(ids.map((id) => Number(readKey(order, id))))]
  const read = await readByKey(connection, order, keys, { join: ['merchant'] })
  const found = new Map(read.map((row) => [row['order_id'], row as unknown as NamedOrder]))
  const handoff = handoffOf(options)
  const intents = keys.flatMap((key) => {
    const from = found.get(key)?.order_status
    if (from === undefined || from === target.order_status_id) return []
    const reason = options.reason === undefined ? {} : { reason: options.reason }
    return [{ intent_id: randomUuid(), order_id: key, from, to: target.order_status_id, ...reason, ...handoff }]
  })
  const decide = options.dryRun === true ? await readDecisions(connection, statuses, found) : undefined
  const answered = decide ? intents.map((intent) => decide(intent)) : await send(connection, intents)
  const results = new Map(intents.map((intent, at) => [intent.order_id, answered[at]]))
  const statusName = (id: unknown): string => localized(statuses.find((status) => status.order_status_id === id)?.value, lang)
  const nameOf = (row: NamedOrder): string => `${orderNumber(row)} ${localized(row.merchant_obj?.name, lang)}`.trimEnd()
  const rows = keys.map((key) => {
    const row = found.get(key)
    const result = results.get(key)
    const outcome = !row ? 'missing' : !result ? 'unchanged' : result.status === 'OK' ? (decide ? 'allowed' : 'moved') : 'refused'
    return {
      order_id: key,
      order: row ? nameOf(row) : '',
      result: outcome,
      from: statusName(row?.order_status),
      to: statusName(target.order_status_id),
      code: outcome === 'missing' ? 'not_found' : (result?.code ?? null),
      message:
        outcome === 'missing' ? t(errors.not_found) : result?.error === undefined ? '' : t.message(result.error, result.params),
      intent_id: outcome === 'moved' ? (result?.intent_id ?? null) : null,
    }
  })
  return { rows, columns: ['order_id', 'order', 'result', 'from', 'to', 'message'], exit: exitOf(rows.map((row) => row.result)) }
}

/** @throws wrong usage for a code that no order can have */
function handoffOf({ code: typed, withoutCode }: MoveOptions): Pick<MoveIntent, 'handoff'> {
  if (typed === undefined) return withoutCode === undefined ? {} : { handoff: { without: withoutCode } }
  const code = readHandoffCode(typed)
  if (code === undefined) throw wrongUsage('%1: enter four digits', { params: ['--code'] })
  return { handoff: { code } }
}

function exitOf(outcomes: readonly string[]) {
  if (outcomes.includes('refused')) return exitCodes.failed
  if (outcomes.includes('missing') || outcomes.every((outcome) => outcome === 'unchanged')) return exitCodes.notFound
  return exitCodes.done
}

type Intent = Pick<MoveIntent, 'intent_id' | 'order_id' | 'from' | 'to' | 'reason' | 'handoff'>

async function send(connection: Connection, intents: readonly Intent[]): Promise<MoveResult[]> {
  const results: MoveResult[] = []
  for (let at = 0; at < intents.length; at += 200) {
    // The server carries out an intent once, so the call may be repeated after a lost response.
    const { data } = await connection.client.Order.move({ intents: intents.slice(at, at + 200) }, { retryWrites: true })
    results.push(...data.results)
  }
  return results
}

/** Checks each move against the rules, without making it. */
async function readDecisions(
  connection: Connection,
  statuses: OrderStatus[],
  found: ReadonlyMap<unknown, Order>,
): Promise<(intent: Intent) => MoveResult> {
  const user = await connection.user()
  const company = { enable: user.company?.enable ?? 0, handoff_codes: user.company?.handoff_codes ?? 0 }
  return (intent) => {
    const row = found.get(intent.order_id) as Order
    const verdict = canMove({ actor: actorOf(user), company, order: row, statuses, lang: connection.lang, ...intent })
    if (verdict.allowed) return { intent_id: intent.intent_id, status: 'OK' }
    return {
      intent_id: intent.intent_id,
      status: 'FAIL',
      code: verdict.code,
      error: errors[verdict.code],
      params: verdict.params,
    }
  }
}
