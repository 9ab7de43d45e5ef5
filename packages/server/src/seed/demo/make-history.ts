import type { Client } from 'pg'
import { entities, type Order } from '@tiffin/sdk/contract'
import { copyInto } from './copy-rows.ts'
import type { GeneratedOrder } from './make-orders.ts'
import type { SeededCompany } from './seeded-company.ts'

type Values = Record<string, unknown>

interface Event {
  at: number
  admin: number | null
  app: string
  order: number
  action: 'Create' | 'Update'
  before: Values | null
  after: Values
}

const fieldNames = Object.keys(entities.order.fields) as (keyof Order)[]
const iso = (time: number): string => new Date(time).toISOString()

/** Events of an order since a given time, as its changes would have recorded them. */
function eventsOf({ row, stages }: GeneratedOrder, statuses: SeededCompany['statuses'], since: number): Event[] {
  const events: Event[] = []
  let current: Order = {
    ...row,
    ...fresh,
    order_status: statuses.get(stages[0]?.status ?? 2) as number,
    last_time: row.time_create,
    paid: row.pay_date === row.time_create ? 1 : 0,
    pay_date: row.pay_date === row.time_create ? row.pay_date : null,
  }
  stages.forEach((stage, index) => {
    const base = { at: stage.at, order: row.order_id }
    if (index === 0) {
      events.push({ ...base, admin: row.admin, app: 'api', action: 'Create', before: null, after: current })
      return
    }
    const next = { ...current, ...patchOf(row, stage, statuses) }
    const names = fieldNames.filter((name) => name !== 'revision' && next[name] !== current[name])
    const part = (from: Order) => Object.fromEntries(names.map((name) => [name, from[name]]))
    const app = stage.admin === null ? 'job' : 'web'
    events.push({ ...base, admin: stage.admin, app, action: 'Update', before: part(current), after: part(next) })
    current = next
  })
  return events.filter((event) => event.at >= since)
}

/** An order in its initial state. */
const fresh = {
  courier: 0,
  time_delivery: null,
  print: 0,
  pre_order_accept: 0,
  cancel_reason: '',
  order: 0,
  revision: 1,
} as const

function patchOf(row: Order, stage: GeneratedOrder['stages'][number], statuses: SeededCompany['statuses']): Partial<Order> {
  return {
    order_status: statuses.get(stage.status) as number,
    last_time: iso(stage.at),
    ...(stage.status === 0 && { cancel_reason: row.cancel_reason }),
    ...(stage.status === 3 && { print: row.print, pre_order_accept: row.pre_order_accept }),
    ...(stage.status === 6 && { courier: row.courier }),
    ...(stage.status === 8 && { time_delivery: row.time_delivery, paid: 1 as const, pay_date: row.pay_date }),
  }
}

/** Writes changes, audit rows and feed of a company's orders since a given time; returns the number of changes. */
export async function copyHistory(
  client: Client,
  seeded: Pick<SeededCompany, 'company' | 'statuses'>,
  made: readonly GeneratedOrder[],
  since: number,
): Promise<number> {
  const company = seeded.company.company_id
  const events = made.flatMap((order) => eventsOf(order, seeded.statuses, since)).toSorted((a, b) => a.at - b.at)
  const [start] = (
    await client.query<{ change: number; feed: number }>(
      `select coalesce((select max(change_id) from change), 0) as change, coalesce((select last from feed_counter where company = $1), 0) as feed`,
      [company],
    )
  ).rows
  const rows = events.map((event, index) => ({
    ...event,
    company,
    at: iso(event.at),
    change_id: Number(start?.change) + index + 1,
    number: Number(start?.feed) + index + 1,
    table_name: 'order',
    row_key: String(event.order),
    touched: [['order', event.order]],
    records: { order: 1 },
  }))
  const json = new Set(['before', 'after', 'touched', 'records'])
  await copyInto(client, 'change', ['change_id', 'company', 'admin', 'at', 'app', 'records'], json, rows)
  const audit = ['at', 'change_id', 'company', 'table_name', 'row_key', 'action', 'before', 'after']
  await copyInto(client, 'audit_row', audit, json, rows)
  await copyInto(client, 'company_feed', ['company', 'number', 'change_id', 'at', 'touched'], json, rows)
  await client.query(
    `insert into feed_counter (company, last) values ($1, $2) on conflict (company) do update set last = excluded.last`,
    [company, Number(start?.feed) + rows.length],
  )
  await client.query(
    `select setval(pg_get_serial_sequence('change', 'change_id'), greatest(1, (select max(change_id) from change)))`,
  )
  return rows.length
}
